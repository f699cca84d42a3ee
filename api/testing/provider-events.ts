import { createHmac } from 'node:crypto'
import type { LightMyRequestResponse } from 'fastify'
import {
  EVENT_ID_HEADER,
  type PaymentEventName,
  SIGNATURE_HEADER,
} from '#api/money/payments/razorpay/events.ts'
import { TEST_CREDENTIALS, type TestApp, type WidgetResponse } from './test-app.ts'

type PaymentIds = Pick<WidgetResponse, 'razorpay_order_id' | 'razorpay_payment_id'>

/** Sends an event signed like the provider's, and runs the job that it queues. @param payer the payer's details in the event */
export async function sendProviderEvent(
  shop: TestApp,
  event: PaymentEventName,
  { razorpay_payment_id: id, razorpay_order_id: orderId }: PaymentIds,
  payer: Record<string, string> = {},
): Promise<LightMyRequestResponse> {
  const payload = JSON.stringify({
    entity: 'event',
    event,
    payload: { payment: { entity: { ...payer, id, order_id: orderId } } },
  })
  const response = await shop.app.inject({
    method: 'POST',
    url: `/api${shop.gateway.eventPath}`,
    headers: {
      'content-type': 'application/json',
      [SIGNATURE_HEADER]: createHmac('sha256', TEST_CREDENTIALS.webhookSecret).update(payload).digest('hex'),
      [EVENT_ID_HEADER]: `evt_${id}_${event}`,
    },
    payload,
  })
  await shop.finishJobs()
  return response
}
