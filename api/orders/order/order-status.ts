/** Writes an order's two statuses, work and payment, each change with an entry in the order's history. No other file writes them. */
import type { Knex } from 'knex'
import { redeemCoupon, releaseCoupon } from '#api/catalogue/coupons/coupon.ts'
import type { ChangeOrderStatusBody } from '#api/contract/orders/admin-orders.ts'
import type { OrderStatus, PaymentStatus } from '#api/contract/orders/orders.ts'
import type { Services } from '#api/platform/app-type.ts'
import { recordEdit } from '#api/platform/audit/record.ts'
import { Conflict, findOrThrow, InvalidInput } from '#api/platform/errors.ts'
import type { Jobs } from '#api/platform/jobs/jobs.ts'
import { deleteWaitingMails, type NewMail } from '#api/platform/mail/outbox.ts'
import type { Actor } from '#api/platform/plugins/guards.ts'
import { COUPON_USE } from '#api/rules/coupon-rules.ts'
import { hasPayment, ORDER_STATUS, PAYMENT_STATUS, STATUS_AFTER } from '#api/rules/orders.ts'
import { UNDO_SECONDS } from '#api/rules/periods.ts'
import { UNDONE_NOTE } from '#api/rules/status-labels.ts'
import { statusesThat } from '#api/rules/statuses.ts'
import { CouponRedemption, Order, OrderEvent } from '#db/models/orders/order.ts'
import { announce, type EventCause, toOrderPayload } from './announce.ts'
import { hasWorkStarted, NOT_BEGUN_NOTE, restoreStarts, takeBackStarts } from './beginning.ts'
import { followStatus, makeAllDue } from './instalments.ts'
import { settleWait } from './waits.ts'
import {
  closeRefundRequests,
  closeRequests,
  ENDED_BY_TEAM,
  NO_WORK,
  queueAccessRemoval,
  restoreWork,
} from './work-state.ts'

interface StatusCause extends EventCause {
  /** For a cancelled order: positions of instalments still owed for finished work. */
  stillDue?: readonly number[]
}

/** Note of an order cancelled only because its payment took too long. It may still be paid. */
export const NOT_PAID_IN_TIME = 'Not paid in time'

/**
 * Sets the order's status and clears its work state. Cancelling releases the coupon's use. A change by an admin or staff is
 * recorded in the audit log and, for a paid order, mailed to its customer.
 * @param order locked
 */
export async function setOrderStatus(
  jobs: Jobs,
  trx: Knex.Transaction,
  order: Order,
  status: OrderStatus,
  { stillDue = [], ...cause }: StatusCause,
): Promise<void> {
  const { status: from, completedAt } = order
  if (ORDER_STATUS[status].isCancelled) await releaseCoupon(trx, order.id)
  const isEnding = from !== status && order.workState !== null
  const note = isEnding && cause.actorKind === 'admin' ? ENDED_BY_TEAM[status] : null
  const event = { note, ...cause, kind: 'status', fromValue: from, toValue: status } as const
  const completed = from !== status && { completedAt: ORDER_STATUS[status].isDone ? new Date() : null }
  const answered = !ORDER_STATUS[status].isOpen && { questionAt: null }
  await change(trx, order, { status, ...completed, ...answered, ...(isEnding && NO_WORK) }, event)
  await followStatus(jobs, trx, order, { status: from, completedAt }, stillDue)
  if (isEnding) await closeRequests(trx, order.id)
  await settleWait(trx, order.id)
  const isPaid = !PAYMENT_STATUS[order.paymentStatus].isUnpaid
  const isMoved = isPaid && from !== status
  if (isMoved && !ORDER_STATUS[status].isOpen) await queueAccessRemoval(jobs, trx, order.id)
  // A customer who accepts gets the mail about the acceptance instead.
  const memberId = cause.actorKind === 'customer' ? undefined : cause.actorId
  if (memberId) {
    const about = { actorId: memberId, subjectId: order.id, label: order.invoiceNumber }
    await recordEdit(trx, { ...about, subject: 'order' }, { status: from }, { status })
  }
  const isNews = from === status && cause.undoesId === undefined
  await announce(trx, order.id, {
    type: 'status_changed',
    jobs,
    webhook: isMoved ? { ...toOrderPayload(order), fromStatus: from } : undefined,
    mails: memberId && isPaid ? await mergeStatusMails(trx, order.id, { from, to: status, isNews }) : [],
  })
}

/**
 * Merges several changes in a row into one mail, or none if the last one restores the first status.
 * @param change `isNews`: mail even if the status stays the same, as when work starts on an order that is already processing
 */
async function mergeStatusMails(
  trx: Knex.Transaction,
  orderId: number,
  { from, to, isNews }: { from: OrderStatus; to: OrderStatus; isNews: boolean },
): Promise<NewMail<'status_changed'>[]> {
  const [waiting] = await deleteWaitingMails(trx, 'status_changed', { orderId })
  const before = waiting?.from ?? from
  if (before === to && !isNews) return []
  // The mail about the completion covers the instalment that is due.
  if (ORDER_STATUS[to].isDone) await deleteWaitingMails(trx, 'instalment_due', { orderId, days: 0 })
  const payload = { orderId, from: before, to }
  return [{ kind: 'status_changed', payload, afterSeconds: UNDO_SECONDS }]
}

/**
 * Sets the payment status. A full refund also clears the work state.
 * @param order locked
 * @param fields other columns of the order to change with it
 */
export async function setPaymentStatus(
  jobs: Jobs,
  trx: Knex.Transaction,
  order: Order,
  paymentStatus: PaymentStatus,
  cause: EventCause,
  fields: Partial<Pick<Order, 'userId' | 'paidAt' | 'promisedAt' | 'providerAskedAt'>> = {},
): Promise<void> {
  const fromValue = order.paymentStatus
  const event = { ...cause, kind: 'payment_status', fromValue, toValue: paymentStatus } as const
  const isEnding = PAYMENT_STATUS[paymentStatus].isRefunded && order.workState !== null
  if (PAYMENT_STATUS[paymentStatus].isRefunded) await closeRefundRequests(trx, order.id)
  const answered = PAYMENT_STATUS[paymentStatus].isRefunded && { questionAt: null }
  await change(trx, order, { ...fields, paymentStatus, ...answered, ...(isEnding && NO_WORK) }, event)
  if (ORDER_STATUS[order.status].isDone) await makeAllDue(jobs, trx, order)
  if (isEnding) await closeRequests(trx, order.id)
  await settleWait(trx, order.id)
}

/** Updates the row and adds to its history in one statement, because each round trip slows a purchase down. */
async function change(
  trx: Knex.Transaction,
  order: Order,
  fields: Partial<Order>,
  event: Partial<OrderEvent>,
): Promise<void> {
  await trx('order_events')
    .with('changed', trx('orders').where({ id: order.id }).update(fields))
    .insert({ ...event, orderId: order.id })
  order.$set(fields)
}

interface Change extends Partial<Pick<Actor, 'holdRight'>>, ChangeOrderStatusBody {
  orderId: number
  adminId: number
}

/**
 * Changes the status for an admin, from any to any other. Setting the current status does nothing. Reopening a cancelled order
 * uses its coupon again.
 * @throws NotFound; InvalidInput; Conflict coupon_used_up, work_delivered
 */
export async function changeOrderStatus(
  { db, jobs }: Services,
  { orderId, status, adminId, holdRight, stillDue = [], hadWorkBegun = true, reason = '' }: Change,
): Promise<void> {
  await db.transaction(async (trx) => {
    const order = await findOrThrow(Order.query(trx).findById(orderId).forUpdate(), 'Order')
    await holdRight?.(trx)
    if (order.status === status) return
    if (ORDER_STATUS[order.status].isCancelled) await retakeCoupon(trx, order)
    if (stillDue.length > 0 && !ORDER_STATUS[status].isCancelled)
      throw new InvalidInput('stillDue', 'Instalments can stay due only when the order is cancelled')
    const cause = { actorKind: 'admin', actorId: adminId } as const
    if (!hadWorkBegun) {
      if (!ORDER_STATUS[status].awaitsStart)
        throw new InvalidInput('hadWorkBegun', 'Only the work of a pending order can count as not started')
      await takeBackStarts(trx, orderId, adminId)
    }
    const note = hadWorkBegun ? {} : { note: NOT_BEGUN_NOTE }
    await setOrderStatus(jobs, trx, order, status, { ...cause, ...note, stillDue })
    const history = { ...cause, note: `Reason: ${reason}` }
    if (reason) await announce(trx, orderId, { type: 'noted', history })
  })
}

/**
 * Undoes an admin's own change of status, if it is the latest one and at most `UNDO_SECONDS` old.
 * @throws NotFound; Conflict undo_too_late, coupon_used_up
 */
export async function undoOrderStatus(
  { db, jobs }: Services,
  { orderId, adminId }: { orderId: number; adminId: number },
): Promise<void> {
  await db.transaction(async (trx) => {
    const order = await findOrThrow(Order.query(trx).findById(orderId).forUpdate(), 'Order')
    const last = await OrderEvent.query(trx)
      .findOne({ actorKind: 'admin', actorId: adminId, undoesId: null })
      .where('id', OrderEvent.query(trx).where({ orderId, kind: 'status' }).max('id'))
      .whereRaw('created_at > now() - make_interval(secs => ?)', UNDO_SECONDS)
    if (!last) {
      const message = 'This change can no longer be undone. Set the status you want instead.'
      throw new Conflict('undo_too_late', message)
    }
    if (ORDER_STATUS[order.status].isCancelled) await retakeCoupon(trx, order)
    await undo(jobs, trx, order, last)
    if (Object.values(ENDED_BY_TEAM).includes(last.note ?? '')) await restoreWork(trx, order, last)
    if (last.note === NOT_BEGUN_NOTE) await restoreStarts(trx, last)
  })
}

interface Start {
  orderId: number
  staffId: number
}

/** Sets the order to processing when a staff member starts. The customer is mailed even if the answers have set it so already. */
export async function startOrder(jobs: Jobs, trx: Knex.Transaction, { orderId, staffId }: Start) {
  const order = await Order.query(trx).findById(orderId).forUpdate()
  if (!order || !ORDER_STATUS[order.status].mayStart) return
  if (!ORDER_STATUS[order.status].awaitsStart && (await hasWorkStarted(trx, orderId))) return
  await setOrderStatus(jobs, trx, order, STATUS_AFTER.start, { actorKind: 'staff', actorId: staffId })
}

/**
 * Takes a staff member's start back: restores the order's previous status, if the start was its latest change.
 * @param startedAt SQL: the time of the start
 */
export async function takeBackStart(
  jobs: Jobs,
  trx: Knex.Transaction,
  { orderId, staffId, startedAt }: Start & { startedAt: Knex.Raw },
): Promise<void> {
  const order = await Order.query(trx).findById(orderId).forUpdate().throwIfNotFound()
  const start = await findLastChange(trx, orderId, startedAt).where({ actorKind: 'staff', actorId: staffId })
  if (start) await undo(jobs, trx, order, start)
}

/**
 * Undoes the start that came with an undone delivery: delivering a pending order had set it to processing.
 * @param order locked
 * @param deliveredAt SQL: the time of the delivery
 */
export async function takeBackBeginning(
  jobs: Jobs,
  trx: Knex.Transaction,
  order: Order,
  deliveredAt: Knex.Raw,
): Promise<void> {
  const beginning = await findLastChange(trx, order.id, deliveredAt)
  if (!beginning) return
  await undo(jobs, trx, order, beginning)
  if (order.answersInAt) await markReadyToStart(jobs, trx, order)
}

/** Finds the latest change of the status, if it was made at that time and is not an undo. @param at SQL */
const findLastChange = (trx: Knex.Transaction, orderId: number, at: Knex.Raw) =>
  OrderEvent.query(trx)
    .findOne({ undoesId: null })
    .where('id', OrderEvent.query(trx).where({ orderId, kind: 'status' }).max('id'))
    .where('createdAt', at)

function undo(jobs: Jobs, trx: Knex.Transaction, order: Order, last: OrderEvent): Promise<void> {
  const { id: undoesId, fromValue, actorKind, actorId } = last
  const cause = { actorKind, actorId, note: UNDONE_NOTE, undoesId }
  return setOrderStatus(jobs, trx, order, fromValue as OrderStatus, cause)
}

/**
 * Sets a pending paid order to processing once all required answers are in, ready for the team to start.
 * @param order locked
 */
export async function markReadyToStart(jobs: Jobs, trx: Knex.Transaction, order: Order) {
  if (!hasPayment(order) || !ORDER_STATUS[order.status].awaitsStart || (await hasWorkStarted(trx, order.id)))
    return
  await setOrderStatus(jobs, trx, order, STATUS_AFTER.start, { actorKind: 'customer' })
}

/** Cancels an order, unless it has been paid or cancelled meanwhile. */
export async function cancelUnpaidOrder(
  jobs: Jobs,
  trx: Knex.Transaction,
  orderId: number,
  note = NOT_PAID_IN_TIME,
): Promise<void> {
  const order = await Order.query(trx).findById(orderId).forUpdate()
  if (!order || !PAYMENT_STATUS[order.paymentStatus].isUnpaid || !ORDER_STATUS[order.status].isPayable) return
  await setOrderStatus(jobs, trx, order, STATUS_AFTER.cancellation, { actorKind: 'system', note })
}

/** Cancels a fully refunded order. The mail about the refund informs the customer. */
export async function cancelRefundedOrder(
  jobs: Jobs,
  trx: Knex.Transaction,
  orderId: number,
  actorKind: EventCause['actorKind'],
): Promise<void> {
  const order = await Order.query(trx).findById(orderId).forUpdate().throwIfNotFound()
  if (!ORDER_STATUS[order.status].isOpen) return
  await setOrderStatus(jobs, trx, order, STATUS_AFTER.cancellation, { actorKind, note: 'Refunded in full' })
}

async function retakeCoupon(trx: Knex.Transaction, order: Order): Promise<void> {
  if (!(await redeemCoupon(trx, order))) {
    throw new Conflict(
      'coupon_used_up',
      `The order cannot be reopened: its coupon ${order.couponCode} has been used up by other orders`,
    )
  }
  // An unpaid order only reserves its use until it is paid.
  if (PAYMENT_STATUS[order.paymentStatus].isUnpaid) {
    await CouponRedemption.query(trx)
      .where({ orderId: order.id })
      .whereIn('status', statusesThat(COUPON_USE, 'isRedeemed'))
      .patch({ status: 'reserved' })
  }
}
