/** Requests refunds: a row and a job in one transaction. The job sends the refund to the provider. */
import type { Knex } from 'knex'
import { Order } from '../../../db/models/order.ts'
import { Dispute, Payment, Refund } from '../../../db/models/payment.ts'
import { Conflict, getFound, InvalidInput, NotFound } from '../../base/errors.ts'
import { currencies } from '../../content/content.ts'
import type { Jobs } from '../../jobs/jobs.ts'
import { formatPlain } from '../../rules/money/format.ts'
import { compare, least, type Money, money, subtract, sumOf, toDecimal } from '../../rules/money/money.ts'
import { isBelowMinimum, smallestCharge } from '../../rules/money/pricing.ts'
import { smallestChargeOf } from '../../rules/money/sold-in.ts'
import { type Cause, recordOrderEvent } from '../orders/order-status.ts'

interface Wanted {
  /** Undefined: all that is left. */
  amount: Money | undefined
  reason: string
  /** The customer alone where they cancel in time, which nobody decides. */
  by: { actorKind: 'admin' | 'customer'; actorId: number }
}

/**
 * Refunds the payment of an order.
 * @throws NotFound; Conflict nothing_to_refund, already_refunded, exceeds_refundable; InvalidInput
 */
export async function refundOrder(jobs: Jobs, trx: Knex.Transaction, orderId: number, wanted: Wanted) {
  await getFound(Order.query(trx).findById(orderId).select('id'), 'Order')
  const payment = await Payment.query(trx).findOne({ orderId, fulfilsOrder: true })
  if (!payment || payment.isFree) {
    throw new Conflict('nothing_to_refund', 'Nothing was paid for this order, so there is nothing to refund')
  }
  return refundPayment(jobs, trx, payment.id, wanted)
}

/**
 * Refunds a payment, which may fulfil no order.
 * @throws NotFound; Conflict nothing_to_refund, in_dispute, already_refunded, exceeds_refundable; InvalidInput
 */
export async function refundPayment(
  jobs: Jobs,
  trx: Knex.Transaction,
  paymentId: number,
  { amount, reason, by }: Wanted,
): Promise<Refund> {
  const payment = await lockPayment(trx, paymentId)
  if (payment.status !== 'captured' && payment.status !== 'refunded') {
    throw new Conflict('nothing_to_refund', 'This payment was never captured, so there is nothing to refund')
  }
  await refuseWhileDisputed(trx, paymentId)
  const left = subtract(amountOf(payment), await sumRefunds(trx, payment, 'asked'))
  if (left.minor <= 0) {
    throw new Conflict('already_refunded', 'All of this payment has been refunded, or is on its way back')
  }
  const refunded = amount ?? left
  assertRefundable(refunded, left)
  const refund = await Refund.query(trx)
    .insert({
      ...{ paymentId, amountCents: refunded.minor, currency: refunded.currency, reason },
      requestedBy: by.actorKind === 'admin' ? by.actorId : null,
    })
    .returning('*')
  await noteOnOrder(trx, payment, {
    note: `Refund of ${formatPlain(refunded)} requested: ${reason}`,
    ...by,
  })
  await jobs.send(trx, 'refund', { refundId: refund.id })
  return refund
}

/** @throws Conflict exceeds_refundable; InvalidInput */
export function assertRefundable(amount: Money, left: Money): void {
  if (compare(amount, left) > 0) {
    throw new Conflict('exceeds_refundable', `At most ${toDecimal(left)} is left to refund`)
  }
  // What the shop may charge, it can give back.
  const smallest = least(smallestCharge(amount.currency), smallestChargeOf(currencies, amount.currency))
  if (amount.minor === 0 || isBelowMinimum(amount, smallest)) {
    throw new InvalidInput('amount', `The payment provider refunds ${toDecimal(smallest)} or more`)
  }
}

/** Locks the order before its payment, as all transactions do, so that no two of them deadlock. @throws NotFound */
export async function lockPayment(trx: Knex.Transaction, paymentId: number): Promise<Payment> {
  const { orderId } = (await Payment.query(trx).findById(paymentId).select('orderId')) ?? {}
  if (orderId === undefined) throw new NotFound('Payment')
  if (orderId !== null) await Order.query(trx).findById(orderId).forUpdate().select('id')
  return await Payment.query(trx).findById(paymentId).forUpdate().throwIfNotFound()
}

export const amountOf = ({ amountCents, currency }: Pick<Payment, 'amountCents' | 'currency'>): Money =>
  money(amountCents, currency)

/** @param what `asked`: all refunds that have not failed */
export async function sumRefunds(
  db: Knex,
  payment: Pick<Payment, 'id' | 'amountCents' | 'currency'>,
  what: 'asked' | 'processed',
): Promise<Money> {
  const refunds = await Refund.query(db)
    .where({ paymentId: payment.id })
    .select('amountCents', 'currency', 'status')
  const counted = refunds.filter(({ status }) =>
    what === 'asked' ? status !== 'failed' : status === 'processed',
  )
  return sumOf(amountOf(payment).currency, counted.map(amountOf))
}

/** Adds a note to the history of the payment's order, if it has one. */
export async function noteOnOrder(
  trx: Knex.Transaction,
  { orderId }: Payment,
  { note, ...cause }: Cause & { note: string },
): Promise<void> {
  if (orderId !== null) await recordOrderEvent(trx, orderId, { ...cause, kind: 'note', note })
}

/** The money of an open dispute may go back through the bank, and must not go back twice. @throws Conflict in_dispute */
export async function refuseWhileDisputed(trx: Knex.Transaction, paymentId: number): Promise<void> {
  if (!(await isDisputed(trx, paymentId))) return
  throw new Conflict(
    'in_dispute',
    "The buyer's bank is reviewing this payment. Refund it once the dispute is over, or accept the dispute with the payment provider.",
  )
}

export async function isDisputed(db: Knex, paymentId: number): Promise<boolean> {
  const open = Dispute.query(db).where({ paymentId }).whereIn('status', ['open', 'under_review'])
  return (await open.resultSize()) > 0
}
