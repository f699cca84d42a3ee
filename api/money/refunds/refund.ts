/** Requests refunds: stores a row and a job in one transaction. The job sends the refund to the provider. */
import type { Knex } from 'knex'
import { currencies } from '#api/content/content.ts'
import { announce } from '#api/orders/order/announce.ts'
import { Conflict, findOrThrow, InvalidInput, NotFound } from '#api/platform/errors.ts'
import type { Jobs } from '#api/platform/jobs/jobs.ts'
import type { CurrencyCode } from '#api/rules/money/currencies.ts'
import { DISPUTE_STATUS } from '#api/rules/money/disputes.ts'
import { formatMoney } from '#api/rules/money/format.ts'
import { compare, type Money, money, smaller, subtract, sumOf, toDecimal } from '#api/rules/money/money.ts'
import { PAYMENT_AT_PROVIDER } from '#api/rules/money/payment-at-provider.ts'
import { isBelowMinimum, smallestCharge } from '#api/rules/money/pricing.ts'
import { smallestChargeOf } from '#api/rules/money/sold-in.ts'
import { REFUND_STATUS } from '#api/rules/status-labels.ts'
import { statusesThat } from '#api/rules/statuses.ts'
import { Dispute } from '#db/models/money/dispute.ts'
import { Payment } from '#db/models/money/payment.ts'
import { Refund } from '#db/models/money/refund.ts'
import { Order } from '#db/models/orders/order.ts'

interface Wanted {
  /** undefined: everything that is left. */
  amount: Money | undefined
  reason: string
  /** The customer only for a cancellation in time, which needs no decision. */
  by: { actorKind: 'admin' | 'customer'; actorId: number }
}

/** Lists the payments that fulfil an order, newest first: one, or one for each paid instalment. */
export const listPayments = (db: Knex, orderId: number): Promise<Payment[]> =>
  Payment.query(db).where({ orderId, fulfilsOrder: true }).orderBy('id', 'desc').execute()

/**
 * Refunds an order. If it is paid in instalments, the newest payment goes back first, and disputed ones are left out.
 * @returns one refund for each payment involved
 * @throws NotFound; Conflict nothing_to_refund, in_dispute, already_refunded, exceeds_refundable; InvalidInput
 */
export async function refundOrder(
  jobs: Jobs,
  trx: Knex.Transaction,
  orderId: number,
  wanted: Wanted,
): Promise<[Refund, ...Refund[]]> {
  await findOrThrow(Order.query(trx).findById(orderId).forUpdate().select('id'), 'Order')
  const [newest, ...others] = await listPayments(trx, orderId)
  if (!newest || newest.isFree) {
    throw new Conflict('nothing_to_refund', 'Nothing was paid for this order, so there is nothing to refund')
  }
  if (others.length === 0) return [await refundPayment(jobs, trx, newest.id, wanted)]
  const refundable = (await readLeft(trx, [newest, ...others])).filter(
    // After a refund on the provider's site or a lost dispute, the rest may be below the provider's minimum.
    ({ isDisputed, left }) => !isDisputed && left.minor >= smallestRefund(left.currency).minor,
  )
  const [first, ...rest] = shareOut(refundable, wanted.amount)
  if (!first) {
    // Nothing is refundable. Trying the newest payment that is not refunded yet throws the reason.
    const blocked =
      [newest, ...others].find(({ status }) => !PAYMENT_AT_PROVIDER[status].isRefunded) ?? newest
    return [await refundPayment(jobs, trx, blocked.id, wanted)]
  }
  const refunds: [Refund, ...Refund[]] = [await refundPayment(jobs, trx, first.id, { ...wanted, ...first })]
  for (const share of rest) refunds.push(await refundPayment(jobs, trx, share.id, { ...wanted, ...share }))
  return refunds
}

/** Lists what is left of each payment, neither refunded nor being refunded. Omits payments with nothing left. */
export async function readLeft(db: Knex, payments: readonly Payment[]) {
  const open: { id: number; left: Money; isDisputed: boolean }[] = []
  for (const payment of payments) {
    const left = subtract(paymentAmount(payment), await sumRefunds(db, payment, 'asked'))
    const { id } = payment
    if (left.minor > 0) open.push({ id, left, isDisputed: await isDisputed(db, id) })
  }
  return open
}

/**
 * Splits a refund over payments, each share at or above the provider's minimum.
 * @param wanted undefined: everything left
 * @throws Conflict; InvalidInput
 */
function shareOut(payments: readonly { id: number; left: Money }[], wanted: Money | undefined) {
  const [newest] = payments
  if (!newest) return []
  const { currency } = newest.left
  const sumLeft = (some: typeof payments) =>
    sumOf(
      currency,
      some.map((payment) => payment.left),
    )
  const left = sumLeft(payments)
  assertRefundable(wanted ?? left, left)
  let rest = (wanted ?? left).minor
  const shares = payments.map(({ id, left }, nth) => {
    const older = sumLeft(payments.slice(nth + 1)).minor
    const minor = pickShare({ left: left.minor, rest, older }, smallestRefund(currency).minor)
    rest -= minor
    return { id, amount: money(minor, currency) }
  })
  return shares.filter(({ amount }) => amount.minor > 0)
}

/**
 * Picks the largest refundable share of a payment whose rest can be refunded from the older ones. Prefers a share that leaves
 * nothing of the payment, or enough to refund later.
 */
function pickShare(
  { left, rest, older }: Record<'left' | 'rest' | 'older', number>,
  smallest: number,
): number {
  const most = Math.min(left, rest)
  const isEnough = (minor: number) => minor === 0 || minor >= smallest
  const shares = [most, rest - smallest, left - smallest, 0]
    .filter((share) => share >= 0 && share <= most && isEnough(share))
    .filter((share) => isEnough(rest - share) && rest - share <= older)
    .sort((a, b) => b - a)
  return shares.find((share) => isEnough(left - share)) ?? shares[0] ?? most
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
  if (!PAYMENT_AT_PROVIDER[payment.status].isCaptured && !PAYMENT_AT_PROVIDER[payment.status].isRefunded) {
    throw new Conflict('nothing_to_refund', 'This payment was never captured, so there is nothing to refund')
  }
  await refuseWhileDisputed(trx, paymentId)
  const left = subtract(paymentAmount(payment), await sumRefunds(trx, payment, 'asked'))
  if (left.minor <= 0) {
    throw new Conflict('already_refunded', 'This payment is refunded in full, or its refund is on its way')
  }
  const refunded = amount ?? left
  assertRefundable(refunded, left)
  const refund = await Refund.query(trx)
    .insert({
      paymentId,
      amountCents: refunded.minor,
      currency: refunded.currency,
      reason,
      requestedBy: by.actorKind === 'admin' ? by.actorId : null,
    })
    .returning('*')
  const history = { ...by, note: `Refund of ${formatMoney(refunded)} requested: ${reason}` }
  await announce(trx, payment.orderId, { type: 'noted', history })
  await jobs.send(trx, 'refund', { refundId: refund.id })
  return refund
}

/** Whether the team refunded it by bank transfer instead of through the provider. */
export const isTransferred = ({ bankReference, providerRefundId }: Refund): boolean =>
  bankReference !== null && providerRefundId === null

/** The smallest amount that can be charged can also be refunded. */
const smallestRefund = (currency: CurrencyCode): Money =>
  smaller(smallestCharge(currency), smallestChargeOf(currencies, currency))

/** @throws Conflict exceeds_refundable; InvalidInput */
export function assertRefundable(amount: Money, left: Money): void {
  if (compare(amount, left) > 0) {
    throw new Conflict('exceeds_refundable', `At most ${toDecimal(left)} is left to refund`)
  }
  const smallest = smallestRefund(amount.currency)
  if (amount.minor === 0 || isBelowMinimum(amount, smallest)) {
    throw new InvalidInput('amount', `The payment provider refunds ${toDecimal(smallest)} or more`)
  }
}

/** Locks the order before its payment, as all transactions do to avoid deadlocks. @throws NotFound */
export async function lockPayment(trx: Knex.Transaction, paymentId: number): Promise<Payment> {
  const { orderId } = (await Payment.query(trx).findById(paymentId).select('orderId')) ?? {}
  if (orderId === undefined) throw new NotFound('Payment')
  if (orderId !== null) await Order.query(trx).findById(orderId).forUpdate().select('id')
  return await Payment.query(trx).findById(paymentId).forUpdate().throwIfNotFound()
}

export const paymentAmount = ({ amountCents, currency }: Pick<Payment, 'amountCents' | 'currency'>): Money =>
  money(amountCents, currency)

/** @param what `asked`: every refund that has not failed */
export const sumRefunds = (
  db: Knex,
  payment: Pick<Payment, 'id' | 'amountCents' | 'currency'>,
  what: 'asked' | 'processed',
): Promise<Money> => sumAllRefunds(db, paymentAmount(payment).currency, [payment], what)

/** Uses one statement for all payments, because statements of a transaction run in sequence. @param payments in `currency` */
export async function sumAllRefunds(
  db: Knex,
  currency: CurrencyCode,
  payments: readonly Pick<Payment, 'id'>[],
  what: 'asked' | 'processed',
): Promise<Money> {
  const ids = payments.map(({ id }) => id)
  const refunds = await Refund.query(db).whereIn('paymentId', ids).select('amountCents', 'currency', 'status')
  const counted = refunds.filter(({ status }) =>
    what === 'asked' ? !REFUND_STATUS[status].hasFailed : REFUND_STATUS[status].isBack,
  )
  return sumOf(currency, counted.map(paymentAmount))
}

/** An open dispute may return the money through the bank, so a refund could return it twice. @throws Conflict in_dispute */
export async function refuseWhileDisputed(trx: Knex.Transaction, paymentId: number): Promise<void> {
  if (await isDisputed(trx, paymentId)) throw inDispute()
}

const inDispute = () =>
  new Conflict(
    'in_dispute',
    "The buyer's bank is reviewing this payment. Refund it once the dispute is over, or accept the dispute with the payment provider.",
  )

/** Refuses only if every unrefunded payment is disputed. @throws Conflict in_dispute */
export async function refuseWhileAllDisputed(
  trx: Knex.Transaction,
  payments: readonly Payment[],
): Promise<void> {
  if (await areDisputed(trx, payments)) throw inDispute()
}

/** Whether every unrefunded payment is disputed, so that nothing can be refunded now. */
export async function areDisputed(db: Knex, payments: readonly Payment[]): Promise<boolean> {
  const left = payments.filter(({ status }) => !PAYMENT_AT_PROVIDER[status].isRefunded)
  const asked = left.length > 0 ? left : payments
  for (const { id } of asked) if (!(await isDisputed(db, id))) return false
  return asked.length > 0
}

export async function isDisputed(db: Knex, paymentId: number): Promise<boolean> {
  const open = Dispute.query(db)
    .where({ paymentId })
    .whereIn('status', statusesThat(DISPUTE_STATUS, 'isOpen'))
  return (await open.resultSize()) > 0
}
