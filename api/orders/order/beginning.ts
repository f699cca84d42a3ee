/** Whether work on an order has begun, on which the refund policy depends, and how an admin takes such a start back. */

import type { Knex } from 'knex'
import { recordEdit } from '#api/platform/audit/record.ts'
import { Conflict } from '#api/platform/errors.ts'
import { ORDER_STATUS } from '#api/rules/orders.ts'
import { ASSIGNMENT_STATUS } from '#api/rules/status-labels.ts'
import { listStatuses, statusesThat } from '#api/rules/statuses.ts'
import { Delivery } from '#db/models/orders/delivery.ts'
import { OrderEvent } from '#db/models/orders/order.ts'
import { AssignmentEvent, StaffAssignment } from '#db/models/orders/staff-assignment.ts'
import { getInvoiceNumber } from './order.ts'

/** Note of an admin's change to pending that cancels all earlier starts. */
export const NOT_BEGUN_NOTE = 'Work had not begun'

const IS_UNDONE = 'EXISTS (SELECT FROM order_events undoing WHERE undoing.undoes_id = order_events.id)'
/** SQL: whether an admin has since taken this start back. */
const IS_TAKEN_BACK = `EXISTS (SELECT FROM order_events pending
  WHERE pending.order_id = order_events.order_id AND pending.id > order_events.id
    AND pending.to_value IN (${listStatuses(ORDER_STATUS, 'awaitsStart')}) AND pending.note = '${NOT_BEGUN_NOTE}'
    AND NOT EXISTS (SELECT FROM order_events undoing WHERE undoing.undoes_id = pending.id))`

/** Whether an admin or staff has started or delivered. The customer's answers alone may also set an order to processing. */
export async function hasWorkStarted(db: Knex, orderId: number): Promise<boolean> {
  if (await Delivery.query(db).findOne({ orderId }).select('id')) return true
  const begun = await OrderEvent.query(db)
    .where({ orderId, kind: 'status' })
    .whereIn('toValue', statusesThat(ORDER_STATUS, 'hasWork'))
    .whereNot({ actorKind: 'customer' })
    .whereRaw(`undoes_id IS NULL AND NOT ${IS_UNDONE} AND NOT ${IS_TAKEN_BACK}`)
    .first()
  return begun !== undefined
}

/**
 * Applies an admin's statement that no work had begun: assignments in progress become assigned again.
 * @throws Conflict work_delivered
 */
export async function takeBackStarts(trx: Knex.Transaction, orderId: number, actorId: number): Promise<void> {
  const assignments = await StaffAssignment.query(trx).where({ orderId }).forUpdate()
  const isDone = assignments.some(({ status }) => ASSIGNMENT_STATUS[status].isDone)
  if (isDone || (await Delivery.query(trx).findOne({ orderId }).select('id'))) {
    const message = 'Work has already started: part of it is completed or delivered'
    throw new Conflict('work_delivered', message)
  }
  for (const assignment of assignments.filter(({ status }) => ASSIGNMENT_STATUS[status].isUnderWay))
    await setBack(trx, assignment, { toStatus: 'assigned', actorId })
}

/** Undoes {@link takeBackStarts}: its assignments are in progress again, unless they have moved on since. */
export async function restoreStarts(
  trx: Knex.Transaction,
  { id, orderId, actorId }: Pick<OrderEvent, 'id' | 'orderId' | 'actorId'>,
): Promise<void> {
  const takenBack = await AssignmentEvent.query(trx)
    .withGraphJoined('assignment')
    .where({ 'assignment.orderId': orderId })
    .whereIn('assignment.status', statusesThat(ASSIGNMENT_STATUS, 'awaitsStart'))
    .whereIn('toStatus', statusesThat(ASSIGNMENT_STATUS, 'awaitsStart'))
    .whereIn('fromStatus', statusesThat(ASSIGNMENT_STATUS, 'isUnderWay'))
    .where('assignment_events.createdAt', trx.raw('(SELECT created_at FROM order_events WHERE id = ?)', id))
  for (const { id: undoesId, assignment } of takenBack)
    if (assignment) await setBack(trx, assignment, { toStatus: 'in_progress', actorId, undoesId })
}

async function setBack(
  trx: Knex.Transaction,
  assignment: StaffAssignment,
  event: Pick<AssignmentEvent, 'actorId'> & { toStatus: StaffAssignment['status']; undoesId?: number },
): Promise<void> {
  const { id: assignmentId, orderId, status: fromStatus } = assignment
  await AssignmentEvent.query(trx).insert({ assignmentId, fromStatus, ...event })
  const label = await getInvoiceNumber(trx, orderId)
  const about = { actorId: event.actorId, subject: 'assignment', subjectId: assignmentId, label } as const
  await recordEdit(trx, about, { status: fromStatus }, { status: event.toStatus })
  await assignment.$query(trx).patch({ status: event.toStatus })
}
