/** Delivers the work on an order. Deliveries are numbered and never edited. */
import type { Knex } from 'knex'
import type { DeliverBody } from '#api/contract/orders/deliveries.ts'
import { announce, toOrderPayload } from '#api/orders/order/announce.ts'
import { makeDueAtDelivery, takeBackDue } from '#api/orders/order/instalments.ts'
import { attachFiles } from '#api/orders/order/order-files.ts'
import { setOrderStatus, takeBackBeginning } from '#api/orders/order/order-status.ts'
import {
  acceptanceEnd,
  closeRequests,
  queueAccessRemoval,
  reopenRequests,
  setWorkState,
} from '#api/orders/order/work-state.ts'
import type { Services } from '#api/platform/app-type.ts'
import { Conflict, findOrThrow } from '#api/platform/errors.ts'
import type { Jobs } from '#api/platform/jobs/jobs.ts'
import { deleteWaitingMails } from '#api/platform/mail/outbox.ts'
import type { Actor } from '#api/platform/plugins/guards.ts'
import { isUnderWarranty, isWithCustomer } from '#api/rules/order-work/work-state.ts'
import { isDeliverable, ORDER_STATUS, STATUS_AFTER } from '#api/rules/orders.ts'
import { UNDO_SECONDS } from '#api/rules/periods.ts'
import { Delivery, DeliveryRequest } from '#db/models/orders/delivery.ts'
import type { Order } from '#db/models/orders/order.ts'
import { announceEndOfWork, lockOrderForTeam, type TeamMember } from './team.ts'

interface Delivered {
  order: Order
  member: Pick<TeamMember, 'id' | 'kind'>
  assignmentId: number | null
  /** true: the whole order, for the customer to accept. false: a part of the work, which they only see. */
  isWhole: boolean
  note: string
  links: string[]
  fileIds: readonly string[]
}

/** Stores a delivery. A whole one is handed over to the customer. @param delivered `order`: locked */
export async function addDelivery(
  jobs: Jobs,
  trx: Knex.Transaction,
  { order, member, assignmentId, isWhole, note, links, fileIds }: Delivered,
): Promise<void> {
  const { id: orderId } = order
  const [last] = await Delivery.query(trx).where({ orderId }).orderBy('number', 'desc').limit(1)
  const number = (last?.number ?? 0) + 1
  const { id } = await Delivery.query(trx).insert({
    orderId,
    number,
    authorId: member.id,
    assignmentId,
    note,
    links,
    isWhole,
    stateBefore: order.workState,
    acceptByBefore: order.acceptBy,
  })
  await attachFiles(trx, { place: { deliveryId: id }, orderId, authorId: member.id, fileIds })
  const history = {
    actorKind: member.kind,
    actorId: member.id,
    note: `Delivery ${number}${isWhole ? '' : ', of a part'}`,
  }
  await announce(trx, orderId, { type: 'delivery_added', history })
  if (isWhole && isDeliverable(order)) await handOver(jobs, trx, order, number)
}

/** Closes the customer's decided requests, and starts their time to test. */
async function handOver(jobs: Jobs, trx: Knex.Transaction, order: Order, number: number): Promise<void> {
  const { id: orderId } = order
  await makeDueAtDelivery(jobs, trx, order)
  await closeRequests(trx, orderId, 'decided')
  if (isUnderWarranty(order.workState)) {
    await setWorkState(trx, order, null)
    await queueAccessRemoval(jobs, trx, orderId)
  } else {
    const undecided = await DeliveryRequest.query(trx).findOne({ orderId, closedAt: null })
    await setWorkState(trx, order, undecided ? 'change_asked' : 'delivered', acceptanceEnd())
  }
  // The mail about the delivery covers the instalment that is due.
  await deleteWaitingMails(trx, 'instalment_due', { orderId, days: 0 })
  await announce(trx, orderId, {
    type: 'delivered',
    jobs,
    webhook: { ...toOrderPayload(order), deliveryNumber: number },
    mails: [{ kind: 'delivered', payload: { orderId, number }, afterSeconds: UNDO_SECONDS }],
  })
}

/** @throws NotFound; Conflict order_closed */
export async function deliver(
  { db, jobs }: Services,
  { orderId, actor, note = '', links = [], fileIds = [] }: DeliverBody & { orderId: number; actor: Actor },
): Promise<void> {
  await db.transaction(async (trx) => {
    const { order, member } = await lockOrderForTeam(trx, orderId, actor)
    if (!isDeliverable(order)) {
      throw new Conflict('order_closed', 'The order is closed, so you can no longer deliver')
    }
    if (ORDER_STATUS[order.status].awaitsStart) {
      const cause = { actorKind: member.kind, note: 'Delivered' }
      await setOrderStatus(jobs, trx, order, STATUS_AFTER.start, cause)
    }
    const assignmentId = member.assignment?.id ?? null
    await addDelivery(jobs, trx, { order, member, assignmentId, isWhole: true, note, links, fileIds })
    if (assignmentId !== null) await announceEndOfWork(jobs, trx, { orderId, assignmentId })
  })
}

/**
 * Undoes one's own delivery within `UNDO_SECONDS`, unless something has followed it.
 * @throws NotFound; Conflict undo_too_late
 */
export async function undoDelivery(
  { db, jobs }: Services,
  { orderId, number, actor }: { orderId: number; number: number; actor: Actor },
): Promise<void> {
  await db.transaction(async (trx) => {
    const { order, member } = await lockOrderForTeam(trx, orderId, actor)
    const delivery = await findOrThrow(
      Delivery.query(trx).findOne({ orderId, number, authorId: member.id }),
      'Delivery',
    )
    await takeBackDelivery(jobs, trx, { order, member, delivery })
  })
}

/** @throws Conflict undo_too_late */
export async function takeBackDelivery(
  jobs: Jobs,
  trx: Knex.Transaction,
  { order, member, delivery }: Pick<Delivered, 'order' | 'member'> & { delivery: Delivery },
): Promise<void> {
  const { id, orderId, number, isWhole } = delivery
  const isLast = await Delivery.query(trx)
    .findById(id)
    .whereRaw('created_at > now() - make_interval(secs => ?)', UNDO_SECONDS)
    .whereRaw('NOT EXISTS (SELECT FROM deliveries d WHERE d.order_id = ? AND d.number > ?)', [
      orderId,
      number,
    ])
    .whereRaw('NOT EXISTS (SELECT FROM delivery_requests r WHERE r.delivery_id = ?)', id)
    .first()
  const isInForce = isUnderWarranty(delivery.stateBefore)
    ? ORDER_STATUS[order.status].isDone && order.workState === null
    : ORDER_STATUS[order.status].isOpen && (!isWhole || isWithCustomer(order.workState))
  if (!isLast || !isInForce || delivery.acceptedAt) {
    throw new Conflict('undo_too_late', 'This delivery can no longer be undone. Deliver again instead.')
  }
  const since = trx.raw('(SELECT created_at FROM deliveries WHERE id = ?)', id)
  if (isWhole) {
    await reopenRequests(trx, orderId, since)
    await takeBackDue(trx, order, since)
    await setWorkState(trx, order, delivery.stateBefore, delivery.acceptByBefore)
    await deleteWaitingMails(trx, 'delivered', { orderId, number })
  }
  await takeBackBeginning(jobs, trx, order, since)
  await Delivery.query(trx).deleteById(id)
  const history = { actorKind: member.kind, actorId: member.id, note: `Delivery ${number} undone` }
  await announce(trx, orderId, { type: 'delivery_undone', history })
}
