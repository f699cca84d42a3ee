import type { Knex } from 'knex'
import type { AdminAssignment, CreateAssignmentBody } from '#api/contract/orders/staff.ts'
import type { AuditValue } from '#api/contract/platform/audit.ts'
import { announce } from '#api/orders/order/announce.ts'
import { getInvoiceNumber } from '#api/orders/order/order.ts'
import type { Services } from '#api/platform/app-type.ts'
import { recordEdit } from '#api/platform/audit/record.ts'
import { Conflict, findOrThrow, InvalidInput } from '#api/platform/errors.ts'
import { hasPayment } from '#api/rules/orders.ts'
import { ASSIGNMENT_STATUS } from '#api/rules/status-labels.ts'
import { refuse } from '#db/connection/unique-violation.ts'
import { Order } from '#db/models/orders/order.ts'
import { AssignmentEvent, StaffAssignment } from '#db/models/orders/staff-assignment.ts'
import { User } from '#db/models/people/user.ts'
import { getAssignment } from './queries.ts'

/**
 * Assigns a staff member to a paid order.
 * @throws InvalidInput for a user who is not staff or an unknown order; Conflict order_unpaid, already_assigned
 */
export async function createAssignment(
  { db, jobs }: Services,
  { staffId, orderId, notes = '' }: CreateAssignmentBody,
  assignedById: number,
): Promise<AdminAssignment> {
  const { id } = await db
    .transaction(async (trx) => {
      // Locks both, so that the user stays staff and the order stays paid until the commit.
      const staff = await lockStaff(trx, staffId)
      const order = await Order.query(trx).findById(orderId).forShare()
      if (!order) throw new InvalidInput('orderId', 'There is no such order')
      if (!hasPayment(order)) {
        throw new Conflict('order_unpaid', 'Only a paid order can be assigned')
      }
      const assignment = await insertAssignment(trx, { order, staff, assignedById, notes })
      const mails = [{ kind: 'assignment', payload: { assignmentId: assignment.id, staffId } }] as const
      await announce(trx, orderId, { type: 'assigned', jobs, mails })
      return assignment
    })
    .catch(refuseSecond)
  return getAssignment(db, id)
}

/** Inserts the assignment, with entries in its history and in the audit log. @param order locked */
async function insertAssignment(
  trx: Knex.Transaction,
  { order, staff, assignedById, notes }: { order: Order; staff: User; assignedById: number; notes: string },
): Promise<StaffAssignment> {
  assertOthers(order, staff.id)
  const of = { staffId: staff.id, orderId: order.id }
  const assignment = await StaffAssignment.query(trx).insert({ ...of, notes, assignedById })
  const assignmentId = assignment.id
  await AssignmentEvent.query(trx).insert({ assignmentId, toStatus: 'assigned', actorId: assignedById })
  const about = { subjectId: assignmentId, label: order.invoiceNumber, actorId: assignedById }
  const after = { staff: staff.email, status: 'assigned', notes }
  await recordEdit(trx, { ...about, subject: 'assignment' }, undefined, after)
  return assignment
}

/** @throws InvalidInput for a user who is not staff */
export async function lockStaff(trx: Knex.Transaction, staffId: number): Promise<User> {
  const staff = await User.query(trx).findById(staffId).where({ isStaff: true, disabledAt: null }).forShare()
  if (!staff) throw new InvalidInput('staffId', 'This user is not a staff member')
  return staff
}

/** Nobody may work on their own order. @throws InvalidInput */
function assertOthers({ userId }: Order, staffId: number): void {
  if (userId === staffId) throw new InvalidInput('staffId', 'This is their own order')
}

/** Maps a violation of the unique index to Conflict already_assigned. */
export const refuseSecond = refuse(
  'staff_assignments_order_id_staff_id_key',
  () => new Conflict('already_assigned', 'This staff member is already assigned to this order'),
)

interface Handover {
  id: number
  adminId: number
}

/**
 * Hands an assignment with its notes over to another staff member, who starts at 'assigned'. Does nothing for the same one.
 * @throws NotFound; InvalidInput for a user who is not staff; Conflict assignment_completed, already_assigned
 */
export async function reassign(
  { db, jobs }: Services,
  { id, adminId, staffId }: Handover & { staffId: number },
): Promise<AdminAssignment> {
  await db
    .transaction(async (trx) => {
      const assignment = await lockOpen(trx, id)
      const staff = await lockStaff(trx, staffId)
      if (assignment.staffId === staffId) return
      assertOthers(await Order.query(trx).findById(assignment.orderId).throwIfNotFound(), staffId)
      const before = { staff: await getEmail(trx, assignment.staffId), status: assignment.status }
      await AssignmentEvent.query(trx).insert({
        assignmentId: id,
        fromStatus: assignment.status,
        toStatus: 'assigned',
        actorId: adminId,
      })
      await recordHandover(trx, assignment, adminId, before, { staff: staff.email, status: 'assigned' })
      await assignment
        .$query(trx)
        .patch({ staffId, status: 'assigned', assignedById: adminId, assignedAt: new Date() })
      const mails = [{ kind: 'assignment', payload: { assignmentId: id, staffId } }] as const
      await announce(trx, assignment.orderId, { type: 'assigned', jobs, mails })
    })
    .catch(refuseSecond)
  return getAssignment(db, id)
}

/**
 * Takes an assignment back. Its history is deleted with it; the audit log keeps it.
 * @throws NotFound; Conflict assignment_completed
 */
export async function unassign(db: Knex, { id, adminId }: Handover): Promise<void> {
  await db.transaction(async (trx) => {
    const assignment = await lockOpen(trx, id)
    const before = {
      staff: await getEmail(trx, assignment.staffId),
      status: assignment.status,
      notes: assignment.notes,
    }
    await recordHandover(trx, assignment, adminId, before, undefined)
    await StaffAssignment.query(trx).deleteById(id)
  })
}

async function recordHandover(
  trx: Knex.Transaction,
  { id: subjectId, orderId }: StaffAssignment,
  actorId: number,
  ...states: [before: Record<string, AuditValue>, after: Record<string, AuditValue> | undefined]
): Promise<void> {
  const label = await getInvoiceNumber(trx, orderId)
  await recordEdit(trx, { actorId, subject: 'assignment', subjectId, label }, ...states)
}

async function lockOpen(trx: Knex.Transaction, id: number): Promise<StaffAssignment> {
  const assignment = await findOrThrow(StaffAssignment.query(trx).findById(id).forUpdate(), 'Assignment')
  if (ASSIGNMENT_STATUS[assignment.status].isDone) {
    throw new Conflict('assignment_completed', 'This work is completed and stays with the person who did it')
  }
  return assignment
}

async function getEmail(trx: Knex.Transaction, userId: number): Promise<string> {
  const { email } = await User.query(trx).findById(userId).select('email').throwIfNotFound()
  return email
}
