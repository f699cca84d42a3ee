/** The customer's response to a delivery, and the team's decision on requested changes. */

import type { Knex } from 'knex'
import type { DecideBody, RequestBody } from '#api/contract/orders/deliveries.ts'
import { announce, toOrderPayload } from '#api/orders/order/announce.ts'
import { computePromisedDate } from '#api/orders/order/delivery.ts'
import { setOrderStatus } from '#api/orders/order/order-status.ts'
import { findWholeDelivery, readEnd } from '#api/orders/order/work.ts'
import { setWorkState } from '#api/orders/order/work-state.ts'
import type { Services } from '#api/platform/app-type.ts'
import { Conflict, findOrThrow } from '#api/platform/errors.ts'
import type { Jobs } from '#api/platform/jobs/jobs.ts'
import { deleteWaitingMails } from '#api/platform/mail/outbox.ts'
import type { Actor } from '#api/platform/plugins/guards.ts'
import { isTested, isUnderWarranty, isWithCustomer } from '#api/rules/order-work/work-state.ts'
import { isInWork, ORDER_STATUS, PAYMENT_STATUS, STATUS_AFTER } from '#api/rules/orders.ts'
import { LEAST_ACCEPTANCE_HOURS } from '#api/rules/promises.ts'
import { ASSIGNMENT_STATUS } from '#api/rules/status-labels.ts'
import { statusesThat } from '#api/rules/statuses.ts'
import { Delivery, DeliveryRequest } from '#db/models/orders/delivery.ts'
import { Order } from '#db/models/orders/order.ts'
import { AssignmentEvent, StaffAssignment } from '#db/models/orders/staff-assignment.ts'
import { User } from '#db/models/people/user.ts'
import { listRequestMails, lockOrderForTeam } from './team.ts'

/** The dialog for accepting also takes the payment then due; the mail waits this long, so that it can include it. */
const PAID_WITHIN_SECONDS = 60

interface OfCustomer {
  orderId: number
  actor: Actor
}

/** @throws NotFound unless it is the customer's own paid order */
export async function lockOwnOrder(trx: Knex.Transaction, { orderId, actor }: OfCustomer): Promise<Order> {
  const own = Order.query(trx)
    .findById(orderId)
    .where({ userId: actor.id })
    .whereNotIn('paymentStatus', statusesThat(PAYMENT_STATUS, 'isUnpaid'))
  const order = await findOrThrow(own.forUpdate(), 'Order')
  await actor.holdRight(trx)
  return order
}

/** Accepts the latest whole delivery, which completes the order. Idempotent. @throws NotFound; Conflict not_delivered */
export async function accept(
  { db, jobs }: Services,
  { number, ...own }: OfCustomer & { number: number },
): Promise<void> {
  await db.transaction(async (trx) => {
    const order = await lockOwnOrder(trx, own)
    const { id: orderId } = order
    const delivery = await findOrThrow(Delivery.query(trx).findOne({ orderId, number }), 'Delivery')
    if (delivery.acceptedAt) return
    const last = await findWholeDelivery(trx, orderId)
    if (!isWithCustomer(order.workState) || last?.id !== delivery.id || !ORDER_STATUS[order.status].isOpen) {
      throw new Conflict('not_delivered', 'This delivery can no longer be accepted. Please reload the page.')
    }
    await acceptDelivery(jobs, trx, { order, delivery, customerId: own.actor.id })
  })
}

/** @param accepted `order`: locked, in work and delivered. `customerId`: unset if the deadline accepts it */
export async function acceptDelivery(
  jobs: Jobs,
  trx: Knex.Transaction,
  { order, delivery, customerId }: { order: Order; delivery: Delivery; customerId?: number },
): Promise<void> {
  const { number } = delivery
  const kind = customerId === undefined ? 'time' : 'customer'
  await delivery.$query(trx).patch({
    acceptedAt: new Date(),
    acceptedKind: kind,
    acceptedById: customerId ?? null,
  })
  const cause =
    customerId === undefined
      ? ({ actorKind: 'system', note: `Delivery ${number} accepted automatically` } as const)
      : ({ actorKind: 'customer', actorId: customerId, note: `Delivery ${number} accepted` } as const)
  await setOrderStatus(jobs, trx, order, STATUS_AFTER.acceptance, cause)
  // Merges the mails: one about the acceptance, the amount due now, and its payment within the next minute.
  const due = await deleteWaitingMails(trx, 'instalment_due', { orderId: order.id, days: 0 })
  await announce(trx, order.id, {
    type: 'accepted',
    jobs,
    webhook: { ...toOrderPayload(order), deliveryNumber: number, acceptedBy: kind },
    mails: [
      {
        kind: 'delivery_accepted',
        payload: { orderId: order.id, number, by: kind },
        afterSeconds: due.length > 0 ? PAID_WITHIN_SECONDS : undefined,
      },
    ],
  })
}

/**
 * Reports a fault or asks for a change. A fault, an included change, or any change of an order without a limit puts the last
 * deliverer back to work; a change beyond the limit waits for the team's decision. On a completed order, faults can be reported
 * during the warranty. Repeating the same open request does nothing.
 * @throws NotFound; Conflict request_open, not_delivered, order_closed, warranty_over
 */
export async function requestChange(
  { db, jobs }: Services,
  { kind, text = '', ...own }: OfCustomer & RequestBody,
): Promise<void> {
  await db.transaction(async (trx) => {
    const order = await lockOwnOrder(trx, own)
    const { id: orderId, includedChanges } = order
    const open = await DeliveryRequest.query(trx).where({ orderId, closedAt: null })
    if (open.some((known) => known.kind === kind && known.text === text)) return
    const isWarranty = ORDER_STATUS[order.status].isDone
    await (isWarranty ? assertWarranty(trx, order, kind) : assertDelivered(order))
    const delivery = await findWholeDelivery(trx, orderId)
    const used = await DeliveryRequest.query(trx).where({ orderId, counted: true }).resultSize()
    const counted = kind === 'change' && includedChanges !== null && used < includedChanges
    const isTaken = kind === 'fault' || includedChanges === null || counted
    const added = await DeliveryRequest.query(trx)
      .insert({
        orderId,
        authorId: own.actor.id,
        kind,
        text,
        counted,
        deliveryId: delivery?.id ?? null,
        outcome: isTaken ? 'taken' : null,
        dueBy: isWarranty ? computePromisedDate(new Date(), order.deliveryDays) : null,
      })
      .returning('*')
    const about = delivery ? `delivery ${delivery.number}` : 'the work'
    const counts = counted
      ? ` (${used + 1} of ${includedChanges} included)`
      : isTaken
        ? ''
        : ', beyond the included ones'
    await announce(trx, orderId, {
      type: 'change_requested',
      jobs,
      history: {
        actorKind: 'customer',
        actorId: own.actor.id,
        note:
          kind === 'fault'
            ? `Reported a problem with ${about}${isWarranty ? ', within the warranty' : ''}`
            : `Requested a change to ${about}${counts}`,
      },
      webhook: { ...toOrderPayload(order), requestId: added.id, kind },
      mails: await listRequestMails(trx, added, delivery),
    })
    if (isTaken) {
      await setWorkState(trx, order, isWarranty ? 'warranty' : 'in_rework')
      await reopenWork(trx, delivery)
    } else await setWorkState(trx, order, 'change_asked', order.acceptBy)
  })
}

const REQUEST_OPEN = 'Your last request is still open. Write us a message to add to it.'

function assertDelivered(order: Order): void {
  if (!isInWork(order)) throw new Conflict('order_closed', 'The order is closed')
  const { workState } = order
  if (workState === null) throw new Conflict('not_delivered', 'Nothing has been delivered yet')
  if (!isTested(workState)) throw new Conflict('request_open', REQUEST_OPEN)
}

async function assertWarranty(
  trx: Knex.Transaction,
  order: Order,
  kind: DeliveryRequest['kind'],
): Promise<void> {
  if (kind === 'change') {
    throw new Conflict(
      'order_closed',
      'The order is completed. Further changes are new work, so please write to us.',
    )
  }
  const { warrantyUntil } = await readEnd(trx, order)
  if (!warrantyUntil || warrantyUntil < new Date()) {
    throw new Conflict('warranty_over', 'The warranty of this order is over. Please write to us.')
  }
  if (isUnderWarranty(order.workState)) throw new Conflict('request_open', REQUEST_OPEN)
}

/**
 * Grants or declines a change beyond the included ones. After a decline, the customer has at least `LEAST_ACCEPTANCE_HOURS` left
 * to accept. Repeating the same decision does nothing.
 * @throws NotFound; Conflict decided
 */
export async function decideChangeRequest(
  { db, jobs }: Services,
  { orderId, requestId, actor, decision, reason = '' }: DecideBody & OfCustomer & { requestId: number },
): Promise<void> {
  await db.transaction(async (trx) => {
    const { order, member } = await lockOrderForTeam(trx, orderId, actor)
    const asked = await findOrThrow(DeliveryRequest.query(trx).findOne({ id: requestId, orderId }), 'Request')
    if (asked.outcome === decision) return
    if (asked.outcome !== null || asked.closedAt !== null) {
      throw new Conflict('decided', 'This request has already been decided. Please reload the page.')
    }
    const isGranted = decision === 'granted'
    await asked.$query(trx).patch({
      outcome: decision,
      reason,
      decidedById: member.id,
      decidedAt: new Date(),
      ...(!isGranted && { closedAt: new Date() }),
    })
    await announce(trx, orderId, {
      type: 'change_decided',
      jobs,
      history: { actorKind: member.kind, actorId: member.id, note: `Change ${decision}` },
      mails: [{ kind: 'request_decided', payload: { orderId, requestId } }],
    })
    if (isGranted) {
      await setWorkState(trx, order, 'in_rework')
      await reopenWork(trx, await findWholeDelivery(trx, orderId))
    } else {
      const least = Date.now() + LEAST_ACCEPTANCE_HOURS * 3_600_000
      const acceptBy = new Date(Math.max(least, order.acceptBy?.getTime() ?? 0))
      await setWorkState(trx, order, 'delivered', acceptBy)
    }
  })
}

/**
 * Sets the deliverer's completed assignment back to in progress, as the system. Does nothing if an admin delivered, or if the
 * assignment is not completed.
 */
async function reopenWork(trx: Knex.Transaction, delivery: Delivery | undefined): Promise<void> {
  if (delivery?.assignmentId == null) return
  const assignment = await StaffAssignment.query(trx)
    .findById(delivery.assignmentId)
    .whereIn('status', statusesThat(ASSIGNMENT_STATUS, 'isDone'))
    .forUpdate()
  if (!assignment) return
  const { id: assignmentId, orderId, staffId, status: fromStatus } = assignment
  await AssignmentEvent.query(trx).insert({ assignmentId, fromStatus, toStatus: 'in_progress' })
  await assignment.$query(trx).patch({ status: 'in_progress' })
  await User.query(trx).findById(staffId).decrement('completedAssignments', 1)
  const note = 'Work on the last delivery is in progress again'
  await announce(trx, orderId, { type: 'noted', history: { actorKind: 'system', note } })
}
