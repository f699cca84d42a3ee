/** Writes an order's two statuses, each change with an entry in the order's history. No other file writes them. */
import type { Knex } from 'knex'
import { redeemCoupon, releaseCoupon } from '#api/catalogue/coupons/coupon.ts'
import type { ChangeOrderStatusBody } from '#api/contract/orders/admin-orders.ts'
import type { OrderStatus, PaymentStatus } from '#api/contract/orders/orders.ts'
import { queueEvent, toOrderFacts } from '#api/outbound/webhooks/queue-event.ts'
import type { Services } from '#api/platform/app-type.ts'
import { recordEdit } from '#api/platform/audit/record.ts'
import { Conflict, getFound, InvalidInput } from '#api/platform/errors.ts'
import type { Jobs } from '#api/platform/jobs/jobs.ts'
import { queueMail, takeBackMails } from '#api/platform/mail/outbox.ts'
import type { Actor } from '#api/platform/plugins/guards.ts'
import { hasMoney, isDropped, isOpenStatus } from '#api/rules/orders.ts'
import { UNDO_SECONDS } from '#api/rules/periods.ts'
import { UNDONE } from '#api/rules/status-labels.ts'
import { CouponRedemption, Order, OrderEvent } from '#db/models/orders/order.ts'
import { hasWorkStarted, NOT_BEGUN, restoreStarts, takeBackStarts } from './beginning.ts'
import { notifyOrder } from './notify-order.ts'
import { followStatus, makeAllDue } from './parts.ts'
import { settleWait } from './waits.ts'
import {
  closeRefundRequests,
  closeRequests,
  ENDED_BY_TEAM,
  NO_WORK,
  queueAccessRemoval,
  restoreWork,
} from './work-state.ts'

/** Who or what changes a status. `actorId`: an admin, a staff member, or the customer of a new order. */
export type Cause = Pick<OrderEvent, 'actorKind'> &
  Partial<Pick<OrderEvent, 'actorId' | 'note' | 'undoesId'>> & {
    /** The parts that are owed for work that is done, where the order is cancelled. */
    stillDue?: readonly number[]
  }

/** The note of an order that was cancelled only because its payment took too long. It may still be paid. */
export const NOT_PAID_IN_TIME = 'Not paid in time'

/**
 * Sets the status of the work, and ends its state beside the status. A cancelled order releases its coupon's use. A change by
 * admins or staff is audited and, once the order is paid, mailed to its customer.
 * @param order locked
 */
export async function setOrderStatus(
  jobs: Jobs,
  trx: Knex.Transaction,
  order: Order,
  status: OrderStatus,
  { stillDue = [], ...cause }: Cause,
): Promise<void> {
  const { status: from, completedAt } = order
  if (isDropped(status)) await releaseCoupon(trx, order.id)
  const isEnding = from !== status && order.workState !== null
  const note =
    isEnding && cause.actorKind === 'admin' ? ENDED_BY_TEAM[isOpenStatus(status) ? 'open' : 'closed'] : null
  const event = { note, ...cause, kind: 'status', fromValue: from, toValue: status } as const
  const completed = from !== status && { completedAt: status === 'completed' ? new Date() : null }
  const answered = !isOpenStatus(status) && { questionAt: null }
  await change(trx, order, { status, ...completed, ...answered, ...(isEnding && NO_WORK) }, event)
  await followStatus(jobs, trx, order, { status: from, completedAt }, stillDue)
  if (isEnding) await closeRequests(trx, order.id)
  await settleWait(trx, order.id)
  await notifyOrder(trx, { orderId: order.id, isTeamOnly: false })
  if (from !== status && order.paymentStatus !== 'unpaid') {
    if (!isOpenStatus(status)) await queueAccessRemoval(jobs, trx, order.id)
    await queueEvent(jobs, trx, {
      type: 'order.status_changed',
      data: { ...toOrderFacts(order), fromStatus: from },
    })
  }
  // A customer who accepts gets a mail of thanks.
  if (!cause.actorId || cause.actorKind === 'customer') return
  const about = { actorId: cause.actorId, subjectId: order.id, label: order.invoiceNumber }
  await recordEdit(trx, { ...about, subject: 'order' }, { status: from }, { status })
  if (order.paymentStatus !== 'unpaid') {
    const isNews = from === status && cause.undoesId === undefined
    await queueStatusMail(jobs, trx, order.id, { from, to: status, isNews })
  }
}

/**
 * Several changes in a row become one mail, or none where the last one restores the status before the first.
 * @param change `isNews`: mailed even if the status stays the same, as when work starts on an order that is already processing
 */
async function queueStatusMail(
  jobs: Jobs,
  trx: Knex.Transaction,
  orderId: number,
  { from, to, isNews }: { from: OrderStatus; to: OrderStatus; isNews: boolean },
): Promise<void> {
  const [waiting] = await takeBackMails(trx, 'status_changed', { orderId })
  const before = waiting?.from ?? from
  if (before === to && !isNews) return
  const change = { orderId, from: before, to }
  // One mail about both.
  if (to === 'completed') await takeBackMails(trx, 'part_due', { orderId, days: 0 })
  await queueMail(jobs, trx, 'status_changed', change, { afterSeconds: UNDO_SECONDS })
}

/**
 * Sets the status of the money. A refund of all of it ends the state of the work beside its status.
 * @param order locked
 * @param fields of the same row that change with it
 */
export async function setPaymentStatus(
  jobs: Jobs,
  trx: Knex.Transaction,
  order: Order,
  paymentStatus: PaymentStatus,
  cause: Cause,
  fields: Partial<Pick<Order, 'userId' | 'paidAt' | 'promisedAt' | 'providerAskedAt'>> = {},
): Promise<void> {
  const fromValue = order.paymentStatus
  const event = { ...cause, kind: 'payment_status', fromValue, toValue: paymentStatus } as const
  const isEnding = paymentStatus === 'refunded' && order.workState !== null
  if (paymentStatus === 'refunded') await closeRefundRequests(trx, order.id)
  const answered = paymentStatus === 'refunded' && { questionAt: null }
  await change(trx, order, { ...fields, paymentStatus, ...answered, ...(isEnding && NO_WORK) }, event)
  if (order.status === 'completed') await makeAllDue(jobs, trx, order)
  if (isEnding) await closeRequests(trx, order.id)
  await settleWait(trx, order.id)
}

/** Changes the row and adds to its history by one statement, because each round trip makes a purchase slower. */
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

export async function recordOrderEvent(
  trx: Knex.Transaction,
  orderId: number,
  event: Cause & Pick<OrderEvent, 'kind'> & Partial<OrderEvent>,
): Promise<void> {
  await OrderEvent.query(trx).insert({ ...event, orderId })
}

interface Change extends Partial<Pick<Actor, 'holdRight'>>, ChangeOrderStatusBody {
  orderId: number
  adminId: number
}

/**
 * For admins: any status may follow any other. Setting the current status does nothing. An order that is no longer cancelled
 * takes its coupon's use again.
 * @throws NotFound; InvalidInput; Conflict coupon_used_up, work_delivered
 */
export async function changeOrderStatus(
  { db, jobs }: Services,
  { orderId, status, adminId, holdRight, stillDue = [], hadWorkBegun = true, reason = '' }: Change,
): Promise<void> {
  await db.transaction(async (trx) => {
    const order = await getFound(Order.query(trx).findById(orderId).forUpdate(), 'Order')
    await holdRight?.(trx)
    if (order.status === status) return
    if (isDropped(order.status)) await retakeCoupon(trx, order)
    if (stillDue.length > 0 && !isDropped(status))
      throw new InvalidInput('stillDue', 'Only where an order is cancelled parts of it stay due')
    const cause = { actorKind: 'admin', actorId: adminId } as const
    if (!hadWorkBegun) {
      if (status !== 'pending')
        throw new InvalidInput('hadWorkBegun', 'Only where an order is pending again a start is taken back')
      await takeBackStarts(trx, orderId, adminId)
    }
    const note = hadWorkBegun ? {} : { note: NOT_BEGUN }
    await setOrderStatus(jobs, trx, order, status, { ...cause, ...note, stillDue })
    if (reason) await recordOrderEvent(trx, orderId, { ...cause, kind: 'note', note: `Reason: ${reason}` })
  })
}

/**
 * Restores the status before an admin's own change, if it is the last one and not older than `UNDO_SECONDS`.
 * @throws NotFound; Conflict undo_too_late, coupon_used_up
 */
export async function undoOrderStatus(
  { db, jobs }: Services,
  { orderId, adminId }: { orderId: number; adminId: number },
): Promise<void> {
  await db.transaction(async (trx) => {
    const order = await getFound(Order.query(trx).findById(orderId).forUpdate(), 'Order')
    const last = await OrderEvent.query(trx)
      .findOne({ actorKind: 'admin', actorId: adminId, undoesId: null })
      .where('id', OrderEvent.query(trx).where({ orderId, kind: 'status' }).max('id'))
      .whereRaw('created_at > now() - make_interval(secs => ?)', UNDO_SECONDS)
    if (!last) {
      const message = 'This change can no longer be undone. Set the status that the order is to have.'
      throw new Conflict('undo_too_late', message)
    }
    if (isDropped(order.status)) await retakeCoupon(trx, order)
    await undo(jobs, trx, order, last)
    if (Object.values(ENDED_BY_TEAM).includes(last.note ?? '')) await restoreWork(trx, order, last)
    if (last.note === NOT_BEGUN) await restoreStarts(trx, last)
  })
}

interface Start {
  orderId: number
  staffId: number
}

/** A staff member starts: the order becomes processing. If its answers have made it so already, the customer is still mailed. */
export async function startOrder(jobs: Jobs, trx: Knex.Transaction, { orderId, staffId }: Start) {
  const order = await Order.query(trx).findById(orderId).forUpdate()
  if (!order || !isOpenStatus(order.status)) return
  if (order.status !== 'pending' && (await hasWorkStarted(trx, orderId))) return
  await setOrderStatus(jobs, trx, order, 'processing', { actorKind: 'staff', actorId: staffId })
}

/**
 * A staff member takes their start back. If it was the last change of the order's status, the status before it is restored.
 * @param startedAt SQL of the time of the start
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
 * A delivery is taken back that had begun the work of a pending order: without it nothing has begun.
 * @param order locked
 * @param deliveredAt SQL of the time of the delivery
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

/** The last change of the status, if it was made at that time and is no undo. @param at SQL */
const findLastChange = (trx: Knex.Transaction, orderId: number, at: Knex.Raw) =>
  OrderEvent.query(trx)
    .findOne({ undoesId: null })
    .where('id', OrderEvent.query(trx).where({ orderId, kind: 'status' }).max('id'))
    .where('createdAt', at)

function undo(jobs: Jobs, trx: Knex.Transaction, order: Order, last: OrderEvent): Promise<void> {
  const { id: undoesId, fromValue, actorKind, actorId } = last
  const cause = { actorKind, actorId, note: UNDONE, undoesId }
  return setOrderStatus(jobs, trx, order, fromValue as OrderStatus, cause)
}

/**
 * All required answers are in: a pending paid order becomes processing, ready for the team to start.
 * @param order locked
 */
export async function markReadyToStart(jobs: Jobs, trx: Knex.Transaction, order: Order) {
  if (!hasMoney(order) || order.status !== 'pending' || (await hasWorkStarted(trx, order.id))) return
  await setOrderStatus(jobs, trx, order, 'processing', { actorKind: 'customer' })
}

/** Cancels an order, unless it was paid or cancelled in the meantime. */
export async function cancelUnpaidOrder(
  jobs: Jobs,
  trx: Knex.Transaction,
  orderId: number,
  note = NOT_PAID_IN_TIME,
): Promise<void> {
  const order = await Order.query(trx).findById(orderId).forUpdate()
  if (order?.paymentStatus !== 'unpaid' || order.status !== 'pending') return
  await setOrderStatus(jobs, trx, order, 'cancelled', { actorKind: 'system', note })
}

/** Cancels an order that was refunded in full. The mail about the refund informs the customer. */
export async function cancelRefundedOrder(
  jobs: Jobs,
  trx: Knex.Transaction,
  orderId: number,
  actorKind: Cause['actorKind'],
): Promise<void> {
  const order = await Order.query(trx).findById(orderId).forUpdate().throwIfNotFound()
  if (!isOpenStatus(order.status)) return
  await setOrderStatus(jobs, trx, order, 'cancelled', { actorKind, note: 'Refunded in full' })
}

async function retakeCoupon(trx: Knex.Transaction, order: Order): Promise<void> {
  if (!(await redeemCoupon(trx, order))) {
    throw new Conflict(
      'coupon_used_up',
      `The order cannot be reopened: its coupon ${order.couponCode} has been used up by other orders`,
    )
  }
  // An unpaid order only reserves its use until it is paid.
  if (order.paymentStatus === 'unpaid') {
    await CouponRedemption.query(trx)
      .where({ orderId: order.id, status: 'redeemed' })
      .patch({ status: 'reserved' })
  }
}
