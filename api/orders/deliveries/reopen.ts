import type { Knex } from 'knex'
import { recordOrderEvent } from '#api/orders/order/order-status.ts'
import { AssignmentEvent, type Delivery, StaffAssignment } from '#db/models/orders/staff-assignment.ts'
import { User } from '#db/models/people/user.ts'

/**
 * Sets the deliverer's assignment from completed back to in progress, by the system. Nothing happens where an admin delivered,
 * or the deliverer is at work.
 */
export async function reopenWork(trx: Knex.Transaction, delivery: Delivery | undefined): Promise<void> {
  if (delivery?.assignmentId == null) return
  const assignment = await StaffAssignment.query(trx)
    .findById(delivery.assignmentId)
    .where({ status: 'completed' })
    .forUpdate()
  if (!assignment) return
  const { id: assignmentId, orderId, staffId } = assignment
  await AssignmentEvent.query(trx).insert({ assignmentId, fromStatus: 'completed', toStatus: 'in_progress' })
  await assignment.$query(trx).patch({ status: 'in_progress' })
  await User.query(trx).findById(staffId).decrement('completedAssignments', 1)
  await recordOrderEvent(trx, orderId, {
    kind: 'note',
    actorKind: 'system',
    note: 'The work of the last delivery is in progress again',
  })
}
