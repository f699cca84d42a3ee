/** Reads an order as its customer sees it: package, timeline and open questions. */
import type { Knex } from 'knex'
import { type PackageRow, selectPackages, toWirePackage } from '#api/catalogue/packages/package.ts'
import type { OrderWork } from '#api/contract/orders/deliveries.ts'
import { OrderDetail, type OrderStatus, type TimelineEntry } from '#api/contract/orders/orders.ts'
import { toWireUser } from '#api/people/auth/account.ts'
import { findOrThrow } from '#api/platform/errors.ts'
import { toWire } from '#api/platform/http/to-wire.ts'
import { money, toDecimal, toRupees } from '#api/rules/money/money.ts'
import { nameOffer } from '#api/rules/offers.ts'
import { ORDER_STATUS, PAYMENT_STATUS } from '#api/rules/orders.ts'
import { REFUND_STATUS } from '#api/rules/status-labels.ts'
import { statusesThat } from '#api/rules/statuses.ts'
import { Refund } from '#db/models/money/refund.ts'
import { OrderAnswer, OrderEvent } from '#db/models/orders/order.ts'
import type { User } from '#db/models/people/user.ts'
import { NOT_BEGUN_NOTE } from './beginning.ts'
import { getCustomerFields, type OrderRow, selectOrders, toWireOrder } from './order.ts'
import { readWork } from './work.ts'

/** @throws NotFound unless it is the user's paid order */
export async function getOrderDetail(db: Knex, { orderId, user }: { orderId: number; user: User }) {
  const query = selectOrders(db)
    .findById(orderId)
    .where({ userId: user.id })
    .whereNotIn('paymentStatus', statusesThat(PAYMENT_STATUS, 'isUnpaid'))
  const row = (await findOrThrow(query, 'Order')) as OrderRow
  const pkg = (await selectPackages(db).findById(row.packageId).throwIfNotFound()) as PackageRow
  const answers = await OrderAnswer.query(db).where({ orderId }).whereNot({ answer: '' })
  const events = await OrderEvent.query(db).where({ orderId }).orderBy(['createdAt', 'id'])
  const refunds = await Refund.query(db)
    .joinRelated('payment')
    .where({ 'payment.orderId': orderId, 'payment.fulfilsOrder': true })
    .whereNotIn('refunds.status', statusesThat(REFUND_STATUS, 'hasFailed'))
    .select('refunds.*')
    .orderBy('refunds.id')
  const { work, deliveries } = await readWork(db, row)
  const fields = await getCustomerFields(db, orderId)
  const given = fields.questions.requiredOpen === 0 ? answers : []
  return toWire(OrderDetail, {
    ...toWireOrder(row, toWirePackage(pkg)),
    ...fields,
    user: toWireUser(user),
    offerNumber: row.offerId === null ? null : nameOffer(row.offerId),
    refunds: refunds.map(({ amountCents, currency, status, createdAt, processedAt, bankReference }) => ({
      amount: toDecimal(money(amountCents, currency)),
      amountInr: toRupees(money(amountCents, currency), row.usdInrRate),
      status: REFUND_STATUS[status].isBack ? ('processed' as const) : ('underway' as const),
      at: processedAt ?? createdAt,
      bankReference,
    })),
    work,
    deliveries,
    timeline: listSteps(row, events, given, refunds, { work, deliveries }),
  })
}

const SAME_MINUTE_MS = 60_000

/** Builds the timeline, oldest step first. */
function listSteps(
  order: OrderRow,
  events: OrderEvent[],
  answers: OrderAnswer[],
  refunds: Refund[],
  { work, deliveries }: OrderWork,
) {
  const happened: { step: TimelineEntry['step']; at: Date }[] = [{ step: 'ordered', at: order.createdAt }]
  const undone = new Set(events.map(({ undoesId }) => undoesId))
  const notBegun = events.findLast(({ id, note }) => note === NOT_BEGUN_NOTE && !undone.has(id))?.id ?? 0
  for (const event of events) {
    // Hides changes that were undone within seconds.
    if (event.undoesId !== null || undone.has(event.id)) continue
    const step = toStep(event)
    if (step && !(step === 'started' && event.id < notBegun)) happened.push({ step, at: event.createdAt })
  }
  if (order.paidAt && !happened.some(({ step }) => step === 'paid')) {
    happened.push({ step: 'paid', at: order.paidAt })
  }
  for (const { status, processedAt } of listPartialRefunds(order, refunds)) {
    if (REFUND_STATUS[status].isBack && processedAt)
      happened.push({ step: 'partly_refunded', at: processedAt })
  }
  for (const { isWhole, at } of deliveries) {
    if (isWhole) happened.push({ step: 'delivered', at: new Date(at) })
  }
  for (const { kind, at } of work.requests) {
    happened.push({ step: kind === 'fault' ? 'fault_reported' : 'change_asked', at: new Date(at) })
  }
  const [first, ...rest] = answers.map(({ updatedAt }) => updatedAt.getTime())
  if (first !== undefined) {
    const answeredMs = Math.max(first, ...rest)
    // The answers that made the order ready need no entry of their own.
    const isSaid = happened.some(
      ({ step, at }) => step === 'ready' && Math.abs(answeredMs - at.getTime()) < SAME_MINUTE_MS,
    )
    if (!isSaid) happened.push({ step: 'answered', at: new Date(answeredMs) })
  }
  return happened.sort((a, b) => a.at.getTime() - b.at.getTime())
}

/** Leaves out the refund that completed a full refund, because the timeline shows it as `refunded`. */
function listPartialRefunds(order: OrderRow, refunds: Refund[]): Refund[] {
  if (!PAYMENT_STATUS[order.paymentStatus].isRefunded) return refunds
  return refunds
    .toSorted((a, b) => (a.processedAt?.getTime() ?? 0) - (b.processedAt?.getTime() ?? 0))
    .slice(0, -1)
}

/** @returns undefined for the initial status and for events hidden from customers */
function toStep({ kind, fromValue, toValue, actorKind }: OrderEvent): TimelineEntry['step'] | undefined {
  if (kind === 'payment_status') {
    // Each paid instalment is a payment of its own.
    if (toValue === 'instalment_paid') return 'paid'
    return toValue === 'paid' || toValue === 'refunded' ? toValue : undefined
  }
  if (kind !== 'status' || fromValue === null) return undefined
  const [from, to] = [fromValue as OrderStatus, toValue as OrderStatus]
  // Accepting a delivery, by the customer or by its deadline, completes the order.
  if (ORDER_STATUS[to].isDone && (actorKind === 'customer' || actorKind === 'system')) return 'accepted'
  if (actorKind === 'customer') return ORDER_STATUS[to].isCancelled ? 'cancelled_in_time' : 'ready'
  return ORDER_STATUS[from].isOpen ? ORDER_STATUS[to].step : ORDER_STATUS[to].stepAgain
}
