import type { Knex } from 'knex'
import type {
  AssignmentStatus,
  ChangeAssignmentStatusBody,
  StaffAssignment as WireAssignment,
} from '#api/contract/orders/staff.ts'
import { addDelivery, takeBackDelivery } from '#api/orders/deliveries/deliver.ts'
import { announceEndOfWork } from '#api/orders/deliveries/team.ts'
import { getInvoiceNumber } from '#api/orders/order/order.ts'
import { startOrder, takeBackStart } from '#api/orders/order/order-status.ts'
import type { Services } from '#api/platform/app-type.ts'
import { recordEdit } from '#api/platform/audit/record.ts'
import { Conflict, Forbidden, findOrThrow } from '#api/platform/errors.ts'
import { deleteWaitingMails } from '#api/platform/mail/outbox.ts'
import type { Actor } from '#api/platform/plugins/guards.ts'
import { isUnderWarranty } from '#api/rules/order-work/work-state.ts'
import { isDeliverable, ORDER_STATUS } from '#api/rules/orders.ts'
import { UNDO_SECONDS } from '#api/rules/periods.ts'
import { ASSIGNMENT_STATUS } from '#api/rules/status-labels.ts'
import { statusesThat } from '#api/rules/statuses.ts'
import { Delivery } from '#db/models/orders/delivery.ts'
import { Order } from '#db/models/orders/order.ts'
import { AssignmentEvent, StaffAssignment } from '#db/models/orders/staff-assignment.ts'
import { User } from '#db/models/people/user.ts'
import { getOwnAssignment } from './queries.ts'

interface OwnAssignment {
  id: number
  staff: Actor
}

interface Step extends OwnAssignment, ChangeAssignmentStatusBody {}

/**
 * Moves an assignment one step forward. Starting work sets a pending order to processing. Completing it can deliver a note, a
 * link and files: as the whole order if it is the last open assignment, otherwise as a part. Setting the current status does
 * nothing.
 * @throws NotFound unless it is the staff member's own; Conflict invalid_transition
 */
export async function changeAssignmentStatus(
  { db, jobs }: Services,
  { id, staff, status, deliveryNote = '', deliveryLink, deliveryFileIds = [] }: Step,
): Promise<WireAssignment> {
  const staffId = staff.id
  await db.transaction(async (trx) => {
    const { order, assignment } = await lockOwnAssignment(trx, { id, staff })
    const from = assignment.status
    if (from === status) return
    if (ASSIGNMENT_STATUS[from].next !== status) {
      throw new Conflict('invalid_transition', `An assignment cannot go from ${from} to ${status}`)
    }
    await setStatus(trx, assignment, status)
    if (ASSIGNMENT_STATUS[status].isDone) {
      await User.query(trx).findById(staffId).increment('completedAssignments', 1)
      if (deliveryNote || deliveryLink || deliveryFileIds.length > 0) {
        const others = StaffAssignment.query(trx)
          .where({ orderId: order.id })
          .whereNotIn('status', statusesThat(ASSIGNMENT_STATUS, 'isDone'))
        await addDelivery(jobs, trx, {
          order,
          member: { id: staffId, kind: 'staff' },
          assignmentId: id,
          isWhole: isDeliverable(order) && (await others.resultSize()) === 0,
          note: deliveryNote,
          links: deliveryLink ? [deliveryLink] : [],
          fileIds: deliveryFileIds,
        })
      }
      await announceEndOfWork(jobs, trx, { orderId: order.id, assignmentId: id })
    }
    if (ASSIGNMENT_STATUS[status].isUnderWay)
      await startOrder(jobs, trx, { orderId: assignment.orderId, staffId })
  })
  return getOwnAssignment(db, id)
}

/**
 * Undoes a staff member's own step and its effects on the order and the delivery, if it is the assignment's latest step and at
 * most `UNDO_SECONDS` old.
 * @throws NotFound unless it is the staff member's own; Conflict undo_too_late, order_closed
 */
export async function undoAssignmentStatus({ db, jobs }: Services, { id, staff }: OwnAssignment) {
  const staffId = staff.id
  await db.transaction(async (trx) => {
    const { order, assignment } = await lockOwnAssignment(trx, { id, staff })
    const last = await AssignmentEvent.query(trx)
      .findOne({ actorId: staffId, undoesId: null })
      .whereNotNull('fromStatus')
      .where('id', AssignmentEvent.query(trx).where({ assignmentId: id }).max('id'))
      .whereRaw('created_at > now() - make_interval(secs => ?)', UNDO_SECONDS)
    if (!last) {
      const message = 'This step can no longer be undone. An admin can assign the work again.'
      throw new Conflict('undo_too_late', message)
    }
    const { orderId } = assignment
    if (ASSIGNMENT_STATUS[last.toStatus].isDone) {
      const delivery = await Delivery.query(trx)
        .findOne({ assignmentId: id })
        .where('createdAt', trx.raw('(SELECT created_at FROM assignment_events WHERE id = ?)', last.id))
      const isWarranty = isUnderWarranty(order.workState) || isUnderWarranty(delivery?.stateBefore ?? null)
      if (!ORDER_STATUS[order.status].isOpen && !isWarranty) {
        const message = 'The order has been closed, so its work stays completed.'
        throw new Conflict('order_closed', message)
      }
      await User.query(trx).findById(staffId).decrement('completedAssignments', 1)
      if (delivery)
        await takeBackDelivery(jobs, trx, { order, member: { id: staffId, kind: 'staff' }, delivery })
      await deleteWaitingMails(trx, 'work_finished', { assignmentId: id })
    }
    await setStatus(trx, assignment, last.fromStatus as AssignmentStatus, last.id)
    if (ASSIGNMENT_STATUS[last.toStatus].isUnderWay && !(await isAnybodyAtWork(trx, orderId))) {
      const startedAt = trx.raw('(SELECT created_at FROM assignment_events WHERE id = ?)', last.id)
      await takeBackStart(jobs, trx, { orderId, staffId, startedAt })
    }
  })
  return getOwnAssignment(db, id)
}

async function isAnybodyAtWork(trx: Knex.Transaction, orderId: number): Promise<boolean> {
  const begun = StaffAssignment.query(trx)
    .where({ orderId })
    .whereNotIn('status', statusesThat(ASSIGNMENT_STATUS, 'awaitsStart'))
  return (await begun.resultSize()) > 0
}

/** Sets the status, with entries in the assignment's history and in the audit log. @param assignment locked */
async function setStatus(
  trx: Knex.Transaction,
  assignment: StaffAssignment,
  status: AssignmentStatus,
  undoesId?: number,
): Promise<void> {
  const { id: assignmentId, orderId, staffId: actorId, status: from } = assignment
  await AssignmentEvent.query(trx).insert({
    assignmentId,
    fromStatus: from,
    toStatus: status,
    actorId,
    ...(undoesId !== undefined && { undoesId }),
  })
  const about = { actorId, subjectId: assignmentId, label: await getInvoiceNumber(trx, orderId) }
  await recordEdit(trx, { ...about, subject: 'assignment' }, { status: from }, { status })
  await assignment.$query(trx).patch({ status })
}

/**
 * Locks the order first, as all transactions do, so the second of two simultaneous completions sees the first. Then checks and
 * holds the staff member's right.
 */
async function lockOwnAssignment(trx: Knex.Transaction, { id, staff }: OwnAssignment) {
  const own = () => StaffAssignment.query(trx).findById(id).where({ staffId: staff.id })
  const { orderId } = await findOrThrow(own().select('orderId'), 'Assignment')
  const order = await Order.query(trx).findById(orderId).forUpdate().throwIfNotFound()
  const assignment = await findOrThrow(own().forUpdate(), 'Assignment')
  await User.query(trx).findById(staff.id).forNoKeyUpdate().select('id')
  await staff.holdRight(trx)
  if (order.userId === staff.id) throw new Forbidden('own_order', 'This is your own order')
  return { order, assignment }
}
