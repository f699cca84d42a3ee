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
  const entity = { ...payer, id, order_id: orderId }
  const payload = JSON.stringify({ entity: 'event', event, payload: { payment: { entity } } })
  return sendSigned(shop, payload, { eventId: `evt_${id}_${event}` })
}

interface Sending {
  eventId?: string
  /** By default that of the text, made with the webhook's secret. */
  signature?: string | undefined
}

export const signEvent = (text: string, secret = TEST_CREDENTIALS.webhookSecret) =>
  createHmac('sha256', secret).update(text).digest('hex')

/** Sends any text as an event, and runs the job that it queues. */
export async function sendSigned(
  shop: TestApp,
  payload: string,
  { eventId = 'evt_1', ...sending }: Sending = {},
): Promise<LightMyRequestResponse> {
  const signature = 'signature' in sending ? sending.signature : signEvent(payload)
  const response = await shop.app.inject({
    method: 'POST',
    url: `/api${shop.gateway.eventPath}`,
    headers: {
      'content-type': 'application/json',
      ...(signature !== undefined && { [SIGNATURE_HEADER]: signature }),
      [EVENT_ID_HEADER]: eventId,
    },
    payload,
  })
  await shop.finishJobs()
  return response
}
