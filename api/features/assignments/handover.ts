/** Gives an assignment to another staff member, or takes it back. A completed assignment stays with whoever completed it. */
import type { Knex } from 'knex'
import { AssignmentEvent, StaffAssignment } from '../../../db/models/order-work/staff-assignment.ts'
import { User } from '../../../db/models/user.ts'
import type { Services } from '../../app-type.ts'
import { Conflict, getFound } from '../../base/errors.ts'
import type { AdminAssignment } from '../../contract/assignments.ts'
import type { AuditValue } from '../../contract/audit.ts'
import { recordEdit } from '../audit/record.ts'
import { queueMail } from '../mail/outbox.ts'
import { getInvoiceNumber } from '../orders/order.ts'
import { lockStaff, refuseSecond } from './assign.ts'
import { getAssignment } from './assignment-list.ts'

interface Handover {
  id: number
  adminId: number
}

/**
 * Gives an assignment with its notes to another staff member, who starts at 'assigned'. For the same staff member it does
 * nothing.
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
      await queueMail(jobs, trx, 'assignment', { assignmentId: id, staffId })
    })
    .catch(refuseSecond)
  return getAssignment(db, id)
}

/**
 * Takes an assignment back. Its steps are deleted with it; the audit log still shows them.
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
  const assignment = await getFound(StaffAssignment.query(trx).findById(id).forUpdate(), 'Assignment')
  if (assignment.status === 'completed') {
    throw new Conflict('assignment_completed', 'This work is completed and stays with the person who did it')
  }
  return assignment
}

async function getEmail(trx: Knex.Transaction, userId: number): Promise<string> {
  const { email } = await User.query(trx).findById(userId).select('email').throwIfNotFound()
  return email
}
