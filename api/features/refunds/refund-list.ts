import type { Knex } from 'knex'
import { Order } from '../../../db/models/order.ts'
import { Payment, Refund } from '../../../db/models/payment.ts'
import type { Services } from '../../app-type.ts'
import { Conflict, getFound } from '../../base/errors.ts'
import { type OrderRefunds, type RefundBody, Refund as WireRefund } from '../../contract/payments.ts'
import type { StoreResponse } from '../../http/idempotency.ts'
import { toWire } from '../../http/to-wire.ts'
import type { Actor } from '../../plugins/guards.ts'
import { parsePriceCents, toDecimal } from '../../rules/money/pricing.ts'
import { recordEdit } from '../audit/record.ts'
import { hasWorkStarted } from '../orders/order-status.ts'
import { findWholeDelivery } from '../orders/work.ts'
import { isDisputed, refundOrder, refundPayment } from './refund.ts'

interface Asked {
  body: RefundBody
  admin: Actor
  storeResponse: StoreResponse<WireRefund> | undefined
}

type Subject = { orderId: number } | { paymentId: number }

/**
 * Requests a refund. Its row, job, audit entry and stored response are written in one transaction.
 * @throws NotFound; Conflict nothing_to_refund, already_refunded, exceeds_refundable; InvalidInput
 */
export async function askForRefund(
  { db, jobs }: Services,
  subject: Subject,
  { body, admin, storeResponse }: Asked,
): Promise<WireRefund> {
  const amountCents = body.amount === undefined ? undefined : parsePriceCents(body.amount)
  const by = { actorKind: 'admin', actorId: admin.id } as const
  const wanted = { amountCents, reason: body.reason, by }
  return db.transaction(async (trx) => {
    const { id } =
      'orderId' in subject
        ? await refundOrder(jobs, trx, subject.orderId, wanted)
        : await refundPayment(jobs, trx, subject.paymentId, wanted)
    // After the order was locked.
    await admin.holdRight(trx)
    const response = await recordRefund(trx, id, admin.id)
    await storeResponse?.(trx, response)
    return response
  })
}

/** Puts a refund into the audit log, under the admin who has decided it. */
export async function recordRefund(trx: Knex.Transaction, id: number, adminId: number): Promise<WireRefund> {
  const refund = await selectRefunds(trx).findById(id).throwIfNotFound()
  const response = toWireRefund(refund)
  const { amount, reason } = response
  const label = refund.payment?.order?.invoiceNumber ?? refund.payment?.providerPaymentId ?? `Refund ${id}`
  const about = { actorId: adminId, subject: 'refund', subjectId: id, label } as const
  await recordEdit(trx, about, undefined, { amount, reason })
  return response
}

/** The refunds of an order's payment. @throws NotFound; Conflict nothing_to_refund for a free order */
export async function getOrderRefunds(db: Knex, orderId: number): Promise<OrderRefunds> {
  const order = await getFound(Order.query(db).findById(orderId), 'Order')
  const payment = await Payment.query(db).findOne({ orderId, fulfilsOrder: true })
  if (!payment || payment.isFree) {
    throw new Conflict('nothing_to_refund', 'Nothing was paid for this order, so there is nothing to refund')
  }
  const refunds = await selectRefunds(db).where({ paymentId: payment.id }).orderBy('refunds.id', 'desc')
  const sums = sumUp(payment, refunds)
  const delivery = await findWholeDelivery(db, orderId)
  return {
    currency: payment.currency,
    paid: toDecimal(payment.amountCents),
    refunded: toDecimal(sums.processedCents),
    underway: toDecimal(sums.underwayCents),
    left: toDecimal(sums.leftCents),
    isDisputed: await isDisputed(db, payment.id),
    paidAt: order.paidAt?.toISOString() ?? null,
    hasWorkStarted: await hasWorkStarted(db, orderId),
    delivered: delivery
      ? {
          number: delivery.number,
          at: (delivery.releasedAt ?? delivery.createdAt).toISOString(),
          acceptedAt: delivery.acceptedAt?.toISOString() ?? null,
          acceptedKind: delivery.acceptedKind,
        }
      : null,
    refunds: refunds.map(toWireRefund),
  }
}

export function selectRefunds(db: Knex) {
  return Refund.query(db).withGraphFetched('[requester, payment.order]')
}

/** In cents. */
export function sumUp(payment: Payment, refunds: readonly Refund[]) {
  const sumOf = (...statuses: Refund['status'][]) =>
    refunds
      .filter(({ status }) => statuses.includes(status))
      .reduce((sum, { amountCents }) => sum + amountCents, 0)
  const processedCents = sumOf('processed')
  const underwayCents = sumOf('requested', 'pending')
  return { processedCents, underwayCents, leftCents: payment.amountCents - processedCents - underwayCents }
}

/** @param refund with its payment and its requester */
export function toWireRefund(refund: Refund): WireRefund {
  return toWire(WireRefund, {
    ...refund,
    amount: toDecimal(refund.amountCents),
    currency: refund.payment?.currency ?? 'USD',
    error: refund.lastError,
    requestedBy: refund.requester ?? null,
  })
}
