import type { Knex } from 'knex'
import { AssignmentEvent } from '../../../db/models/assignment-event.ts'
import { AssignmentNote } from '../../../db/models/assignment-note.ts'
import { Order } from '../../../db/models/order.ts'
import { StaffAssignment } from '../../../db/models/staff-assignment.ts'
import { User } from '../../../db/models/user.ts'
import type { Services } from '../../app-type.ts'
import type { AssignmentStatus, StaffAssignment as WireAssignment } from '../../contract/staff.ts'
import { Conflict, NotFound } from '../../errors.ts'
import { recordChange } from '../audit/record.ts'
import { queueMails } from '../mail/outbox.ts'
import { getInvoiceNumber } from '../orders/order.ts'
import { startOrder } from '../orders/order-status.ts'
import { isReadyToClose } from '../orders/ready.ts'
import { getAssignment } from './assignment-list.ts'

/** The only step allowed from each status. */
const NEXT: Record<AssignmentStatus, AssignmentStatus | null> = {
  assigned: 'in_progress',
  in_progress: 'completed',
  completed: null,
}

interface OwnAssignment {
  id: number
  staffId: number
}

/**
 * Moves an own assignment one step forward. Starting work moves a pending order to processing.
 * Setting the current status again succeeds and changes nothing.
 * @throws NotFound when it is not the staff member's own; Conflict invalid_transition
 */
export async function changeAssignmentStatus(
  { db, jobs }: Pick<Services, 'db' | 'jobs'>,
  { id, staffId, status }: OwnAssignment & { status: AssignmentStatus },
): Promise<WireAssignment> {
  await db.transaction(async (trx) => {
    const assignment = await lockOwnAssignment(trx, { id, staffId })
    const from = assignment.status
    if (from === status) return
    if (NEXT[from] !== status) {
      throw new Conflict('invalid_transition', `An assignment cannot go from ${from} to ${status}`)
    }
    const orderId = assignment.orderId
    await AssignmentEvent.query(trx).insert({
      assignmentId: id,
      fromStatus: from,
      toStatus: status,
      actorId: staffId,
    })
    await recordChange(trx, {
      actorId: staffId,
      action: 'updated',
      subject: 'assignment',
      subjectId: id,
      label: await getInvoiceNumber(trx, orderId),
      changes: [{ field: 'status', from, to: status }],
    })
    await assignment.$query(trx).patch({ status })
    if (status === 'completed') {
      await User.query(trx).findById(staffId).increment('completedAssignments', 1)
      await tellAdmins({ jobs }, trx, assignment)
    }
    if (status === 'in_progress') await startOrder({ jobs }, trx, { orderId, staffId })
  })
  return getAssignment(db, id)
}

/** Once all work on the order is completed. */
async function tellAdmins(
  services: Pick<Services, 'jobs'>,
  trx: Knex.Transaction,
  { id: assignmentId, orderId }: StaffAssignment,
): Promise<void> {
  // Of two assignments that are completed at once the second sees the first.
  await Order.query(trx).findById(orderId).forUpdate()
  if (!(await isReadyToClose(trx, orderId))) return
  const admins = await User.query(trx).where({ isAdmin: true, disabledAt: null }).select('id').orderBy('id')
  await queueMails(
    services,
    trx,
    admins.map(({ id: adminId }) => ({ kind: 'work_finished', payload: { assignmentId, adminId } })),
  )
}

/** Notes are never changed or deleted. @throws NotFound when it is not the staff member's own */
export async function addNote(
  db: Knex,
  { id, staffId, note }: OwnAssignment & { note: string },
): Promise<WireAssignment> {
  await db.transaction(async (trx) => {
    await lockOwnAssignment(trx, { id, staffId })
    await AssignmentNote.query(trx).insert({ assignmentId: id, authorId: staffId, note })
  })
  return getAssignment(db, id)
}

async function lockOwnAssignment(
  trx: Knex.Transaction,
  { id, staffId }: OwnAssignment,
): Promise<StaffAssignment> {
  const assignment = await StaffAssignment.query(trx).findById(id).where({ staffId }).forUpdate()
  if (!assignment) throw new NotFound('Assignment')
  return assignment
}
