import type { App, Services } from '../../app-type.ts'
import { IdParams } from '../../contract/lists.ts'
import { OrderRefunds, Refund, RefundBody, TransferBody } from '../../contract/payments.ts'
import { call } from '../../http/call.ts'
import { respondOnce } from '../../http/idempotency.ts'
import { getActor } from '../../plugins/guards.ts'
import { askForRefund, getOrderRefunds } from './refund-list.ts'
import { recordTransfer } from './transfer.ts'

/** What both calls that refund have in common. */
const REFUND = {
  access: 'admin',
  proof: 'with_factor',
  description:
    'The refund is queued; the provider is asked by a job. Repeated under the same Idempotency-Key it gives money back once.',
  refusals: {
    409: 'nothing_to_refund, already_refunded or exceeds_refundable',
  },
  params: IdParams,
  body: RefundBody,
  status: 201,
  repeat: 'first_response',
  response: Refund,
} as const

export function refundRoutes(app: App, services: Services): void {
  call(app, 'GET /admin/orders/:id/refunds', {
    access: 'admin',
    scope: 'orders:read',
    operationId: 'getOrderRefunds',
    summary: "What of an order's payment was refunded, and what is left",
    description: 'With the advice of the refund policy for this order.',
    refusals: { 409: 'Nothing was paid for it (nothing_to_refund)' },
    params: IdParams,
    response: OrderRefunds,
    handler: (request) => getOrderRefunds(services.db, request.params.id),
  })

  call(app, 'POST /admin/orders/:id/refunds', {
    ...REFUND,
    scope: 'orders:refund',
    operationId: 'createOrderRefund',
    summary: 'Refund an order, wholly or in part',
    handler: (request) => {
      const { body, params } = request
      const admin = getActor(request)
      return respondOnce<Refund>(services, request, (storeResponse) =>
        askForRefund(services, { orderId: params.id }, { body, admin, storeResponse }),
      )
    },
  })

  call(app, 'POST /admin/money-without-order/:id/refunds', {
    ...REFUND,
    operationId: 'createPaymentRefund',
    summary: 'Refund a payment, whether or not it has an order',
    handler: (request) => {
      const { body, params } = request
      const admin = getActor(request)
      return respondOnce<Refund>(services, request, (storeResponse) =>
        askForRefund(services, { paymentId: params.id }, { body, admin, storeResponse }),
      )
    },
  })

  call(app, 'POST /admin/refunds/:id/transfers', {
    ...REFUND,
    scope: 'orders:refund',
    operationId: 'recordRefundTransfer',
    summary: 'Record the bank transfer by which a refund that has failed was given back',
    description: 'It counts as a refund of its own: history, credit note and mail say so.',
    refusals: { 409: 'It has not failed, or another came after it (refund_not_failed), or nothing is left' },
    body: TransferBody,
    handler: (request) => {
      const { id: refundId } = request.params
      const { reference } = request.body
      const admin = getActor(request)
      return respondOnce<Refund>(services, request, (storeResponse) =>
        recordTransfer(services, { refundId, reference, admin, storeResponse }),
      )
    },
  })
}
