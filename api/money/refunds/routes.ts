import { OrderRefunds, RefundBody, TransferBody, Refund as WireRefund } from '#api/contract/money/payments.ts'
import { IdParams } from '#api/contract/platform/lists.ts'
import type { App, Services } from '#api/platform/app-type.ts'
import { Conflict, findOrThrow } from '#api/platform/errors.ts'
import { call } from '#api/platform/http/call.ts'
import { respondOnce, type StoreResponse } from '#api/platform/http/idempotency.ts'
import { type Actor, getActor } from '#api/platform/plugins/guards.ts'
import { smaller, subtract } from '#api/rules/money/money.ts'
import { REFUND_STATUS } from '#api/rules/status-labels.ts'
import { Refund } from '#db/models/money/refund.ts'
import { askForRefund, getOrderRefunds, recordRefund } from './queries.ts'
import { lockPayment, paymentAmount, refuseWhileDisputed, sumRefunds } from './refund.ts'
import { bookRefund } from './refund-state.ts'

/** Options that the refunding calls share. */
const REFUND = {
  access: 'admin',
  proof: 'with_factor',
  description: 'It is queued, and a job asks the provider.',
  refusals: {
    409: 'nothing_to_refund, already_refunded or exceeds_refundable',
  },
  params: IdParams,
  body: RefundBody,
  status: 201,
  repeat: 'first_response',
  response: WireRefund,
} as const

export function refundRoutes(app: App, services: Services): void {
  call(app, 'GET /admin/orders/:id/refunds', {
    access: 'admin',
    scope: 'orders:read',
    operationId: 'getOrderRefunds',
    summary: "What of an order's payment was refunded, and what is left",
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
      return respondOnce<WireRefund>(services, request, (storeResponse) =>
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
      return respondOnce<WireRefund>(services, request, (storeResponse) =>
        askForRefund(services, { paymentId: params.id }, { body, admin, storeResponse }),
      )
    },
  })

  call(app, 'POST /admin/refunds/:id/transfers', {
    ...REFUND,
    scope: 'orders:refund',
    operationId: 'recordRefundTransfer',
    summary: 'Record the bank transfer by which a refund that has failed was given back',
    description: 'It counts as a refund of its own, with history, credit note and mail.',
    refusals: { 409: 'It has not failed, or another came after it (refund_not_failed), or nothing is left' },
    body: TransferBody,
    handler: (request) => {
      const { id: refundId } = request.params
      const { reference } = request.body
      const admin = getActor(request)
      return respondOnce<WireRefund>(services, request, (storeResponse) =>
        recordTransfer(services, { refundId, reference, admin, storeResponse }),
      )
    },
  })
}

interface Transferred {
  /** The failed refund. */
  refundId: number
  reference: string
  admin: Actor
  storeResponse: StoreResponse<WireRefund> | undefined
}

/**
 * Books the missing amount as a separate refund, beside the failed one.
 * @throws NotFound; Conflict refund_not_failed, already_refunded, in_dispute
 */
async function recordTransfer(
  { db, jobs }: Services,
  { refundId, reference, admin, storeResponse }: Transferred,
): Promise<WireRefund> {
  const { paymentId } = await findOrThrow(Refund.query(db).findById(refundId).select('paymentId'), 'Refund')
  return await db.transaction(async (trx) => {
    const payment = await lockPayment(trx, paymentId)
    await admin.holdRight(trx)
    await refuseWhileDisputed(trx, paymentId)
    const last = await Refund.query(trx).where({ paymentId }).orderBy('id', 'desc').first()
    if (last?.id !== refundId || !REFUND_STATUS[last.status].hasFailed) {
      const message =
        'You can only record a bank transfer for the latest refund that the payment provider refused'
      throw new Conflict('refund_not_failed', message)
    }
    const left = subtract(paymentAmount(payment), await sumRefunds(trx, payment, 'asked'))
    if (left.minor <= 0) throw new Conflict('already_refunded', 'This payment has been refunded in full')
    const { minor: amountCents, currency } = smaller(paymentAmount(last), left)
    const refund = await Refund.query(trx)
      .insert({
        paymentId,
        amountCents,
        currency,
        reason: last.reason,
        bankReference: reference,
        status: 'processed',
        processedAt: new Date(),
        requestedBy: admin.id,
      })
      .returning('*')
    await bookRefund(jobs, trx, payment, refund)
    const response = await recordRefund(trx, refund.id, admin.id)
    await storeResponse?.(trx, response)
    return response
  })
}
