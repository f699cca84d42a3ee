import type { Knex } from 'knex'
import { currencies } from '#api/content/content.ts'
import { type OrderRefunds, type RefundBody, Refund as WireRefund } from '#api/contract/money/payments.ts'
import { hasWorkStarted } from '#api/orders/order/beginning.ts'
import { findWholeDelivery } from '#api/orders/order/work.ts'
import type { Services } from '#api/platform/app-type.ts'
import { recordEdit } from '#api/platform/audit/record.ts'
import { Conflict, findOrThrow, InvalidInput } from '#api/platform/errors.ts'
import type { StoreResponse } from '#api/platform/http/idempotency.ts'
import { toWire } from '#api/platform/http/to-wire.ts'
import type { Actor } from '#api/platform/plugins/guards.ts'
import { DEFAULT_CURRENCY } from '#api/rules/money/currencies.ts'
import { type Money, money, parseAmount, subtract, sumOf, toDecimal } from '#api/rules/money/money.ts'
import { REFUND_STATUS } from '#api/rules/status-labels.ts'
import { statusesThat } from '#api/rules/statuses.ts'
import { Payment } from '#db/models/money/payment.ts'
import { Refund } from '#db/models/money/refund.ts'
import { Order } from '#db/models/orders/order.ts'
import { areDisputed, listPayments, paymentAmount, readLeft, refundOrder, refundPayment } from './refund.ts'

interface Asked {
  body: RefundBody
  admin: Actor
  storeResponse: StoreResponse<WireRefund> | undefined
}

type Subject = { orderId: number } | { paymentId: number }

/**
 * Requests a refund. Writes its row, job, audit entry and stored response in one transaction.
 * @throws NotFound; Conflict nothing_to_refund, already_refunded, exceeds_refundable; InvalidInput
 */
export async function askForRefund(
  { db, jobs }: Services,
  subject: Subject,
  { body, admin, storeResponse }: Asked,
): Promise<WireRefund> {
  const by = { actorKind: 'admin', actorId: admin.id } as const
  return db.transaction(async (trx) => {
    const amount = await readAmount(trx, subject, body.amount)
    const wanted = { amount, reason: body.reason, by }
    const [first, ...others] =
      'orderId' in subject
        ? await refundOrder(jobs, trx, subject.orderId, wanted)
        : ([await refundPayment(jobs, trx, subject.paymentId, wanted)] as const)
    // Must follow the order's lock, to avoid deadlocks.
    await admin.holdRight(trx)
    const response = await recordRefund(trx, first.id, admin.id)
    for (const { id } of others) await recordRefund(trx, id, admin.id)
    await storeResponse?.(trx, response)
    return response
  })
}

/** @throws InvalidInput for more decimals than the payment's currency has */
async function readAmount(
  trx: Knex.Transaction,
  subject: Subject,
  text: RefundBody['amount'],
): Promise<Money | undefined> {
  if (text === undefined) return undefined
  const payment = await Payment.query(trx)
    .findOne('orderId' in subject ? { ...subject, fulfilsOrder: true } : { id: subject.paymentId })
    .select('currency')
  const amount = parseAmount(text, payment?.currency ?? DEFAULT_CURRENCY)
  if (!amount) throw new InvalidInput('amount', 'Amount has more decimals than its currency')
  return amount
}

/** Records a refund in the audit log, as an action of the deciding admin. */
export async function recordRefund(trx: Knex.Transaction, id: number, adminId: number): Promise<WireRefund> {
  const refund = await selectRefunds(trx).findById(id).throwIfNotFound()
  const response = toWireRefund(refund)
  const { amount, reason } = response
  const label = refund.payment?.order?.invoiceNumber ?? refund.payment?.providerPaymentId ?? `Refund ${id}`
  const about = { actorId: adminId, subject: 'refund', subjectId: id, label } as const
  await recordEdit(trx, about, undefined, { amount, reason })
  return response
}

/** The refunds of an order's payments. @throws NotFound; Conflict nothing_to_refund for an unpaid or free order */
export async function getOrderRefunds(db: Knex, orderId: number): Promise<OrderRefunds> {
  const order = await findOrThrow(Order.query(db).findById(orderId), 'Order')
  const payments = await listPayments(db, orderId)
  const [payment] = payments
  if (!payment || payment.isFree) {
    throw new Conflict('nothing_to_refund', 'Nothing was paid for this order, so there is nothing to refund')
  }
  const refunds = await selectRefunds(db)
    .whereIn(
      'paymentId',
      payments.map(({ id }) => id),
    )
    .orderBy('refunds.id', 'desc')
  const paid = sumOf(paymentAmount(payment).currency, payments.map(paymentAmount))
  const sums = summarizeRefunds(paid, refunds)
  const isDisputed = await areDisputed(db, payments)
  const held = isDisputed ? [] : (await readLeft(db, payments)).filter((one) => one.isDisputed)
  const disputed = sumOf(
    paid.currency,
    held.map((one) => one.left),
  )
  const delivery = await findWholeDelivery(db, orderId)
  return {
    currency: payment.currency,
    paid: toDecimal(paid),
    base: payments.length === 1 ? baseOf(payment) : null,
    refunded: toDecimal(sums.processed),
    underway: toDecimal(sums.underway),
    left: toDecimal(subtract(sums.left, disputed)),
    disputed: toDecimal(disputed),
    missing: toDecimal(sumOf(paid.currency, findMissing(refunds).map(paymentAmount))),
    isDisputed,
    paidAt: order.paidAt?.toISOString() ?? null,
    hasWorkStarted: await hasWorkStarted(db, orderId),
    delivered: delivery
      ? {
          number: delivery.number,
          at: delivery.createdAt.toISOString(),
          acceptedAt: delivery.acceptedAt?.toISOString() ?? null,
          acceptedKind: delivery.acceptedKind,
        }
      : null,
    refunds: refunds.map(toWireRefund),
  }
}

/** Finds failed refunds that no newer refund of the same payment followed. @param refunds newest first */
const findMissing = (refunds: readonly Refund[]): Refund[] =>
  refunds.filter(
    ({ id, paymentId, status }) =>
      REFUND_STATUS[status].hasFailed && refunds.find((other) => other.paymentId === paymentId)?.id === id,
  )

/** null in a shop that shows rupees at its own rate, because the provider's figure would differ from it. */
function baseOf({ baseCents, baseCurrency }: Payment): OrderRefunds['base'] {
  if (currencies.showsRupees || baseCents === null || baseCurrency === null) return null
  return { amount: toDecimal(money(baseCents, baseCurrency)), currency: baseCurrency }
}

export function selectRefunds(db: Knex) {
  return Refund.query(db).withGraphFetched('[requester, payment.order]')
}

export function summarizeRefunds(paid: Money, refunds: readonly Refund[]) {
  const totalOf = (...statuses: Refund['status'][]) =>
    sumOf(paid.currency, refunds.filter(({ status }) => statuses.includes(status)).map(paymentAmount))
  const processed = totalOf(...statusesThat(REFUND_STATUS, 'isBack'))
  const underway = totalOf(...statusesThat(REFUND_STATUS, 'isUnderWay'))
  return { processed, underway, left: subtract(subtract(paid, processed), underway) }
}

/** @param refund with its payment and requester fetched */
export function toWireRefund(refund: Refund): WireRefund {
  return toWire(WireRefund, {
    ...refund,
    amount: toDecimal(paymentAmount(refund)),
    error: refund.lastError,
    instalment: refund.payment?.instalmentPosition ?? null,
    requestedBy: refund.requester ?? null,
  })
}
