import type { Knex } from 'knex'
import { AssignmentEvent } from '../../../db/models/assignment-event.ts'
import { Order } from '../../../db/models/order.ts'
import { OrderEvent } from '../../../db/models/order-event.ts'
import { StaffAssignment } from '../../../db/models/staff-assignment.ts'
import type { AssignmentStatus, StaffAssignment as WireAssignment } from '../../contract/staff.ts'
import { Conflict, NotFound } from '../../errors.ts'

/** The only way forward. */
const NEXT: Record<AssignmentStatus, AssignmentStatus | null> = {
  assigned: 'in_progress',
  in_progress: 'completed',
  completed: null,
}

/** What the wire shows of an assignment: one statement a relation, however many assignments. */
export const ASSIGNMENT_GRAPH = '[order.[package, user], staff, assignedBy]'

/** An assignment fetched with {@link ASSIGNMENT_GRAPH}. */
export function toWireAssignment(row: StaffAssignment): WireAssignment {
  const { order, assignedBy } = row
  const { package: bought, user } = order ?? {}
  // Only paid orders are assigned, and a paid order has an account.
  if (!order || !bought || !user || !assignedBy) throw new Error(`Assignment ${row.id} lacks a relation`)
  return {
    id: row.id,
    status: row.status,
    assignedAt: row.assignedAt.toISOString(),
    notes: row.notes,
    order: {
      id: order.id,
      invoiceNumber: order.invoiceNumber,
      status: order.status,
      createdAt: order.createdAt.toISOString(),
      packageName: order.packageName,
      package: {
        id: bought.id,
        slug: bought.slug,
        name: bought.name,
        category: bought.category,
        description: bought.description,
        imageUrl: bought.imageUrl,
        deliveryDays: bought.deliveryDays,
      },
      user: {
        id: user.id,
        firstName: user.firstName,
        lastName: user.lastName,
        email: user.email,
        company: user.company,
      },
    },
    assignedByUser: {
      id: assignedBy.id,
      firstName: assignedBy.firstName,
      lastName: assignedBy.lastName,
    },
  }
}

export async function listOwnAssignments(db: Knex, staffId: number): Promise<WireAssignment[]> {
  const rows = await StaffAssignment.query(db)
    .where({ staffId })
    .orderBy([
      { column: 'assignedAt', order: 'desc' },
      { column: 'id', order: 'desc' },
    ])
    .withGraphFetched(ASSIGNMENT_GRAPH)
  return rows.map(toWireAssignment)
}

/**
 * Moves an own assignment one step forward. Starting work moves a pending order to processing.
 * Setting what is set already is success and leaves no trace.
 * @throws NotFound when it is not the staff member's own; Conflict invalid_transition
 */
export async function changeAssignmentStatus(
  db: Knex,
  { id, staffId, status }: { id: number; staffId: number; status: AssignmentStatus },
): Promise<WireAssignment> {
  await db.transaction(async (trx) => {
    const assignment = await StaffAssignment.query(trx).findById(id).where({ staffId }).forUpdate()
    if (!assignment) throw new NotFound('Assignment')
    const from = assignment.status
    if (from === status) return
    if (NEXT[from] !== status) {
      throw new Conflict('invalid_transition', `An assignment cannot go from ${from} to ${status}`)
    }
    await AssignmentEvent.query(trx).insert({
      assignmentId: id,
      fromStatus: from,
      toStatus: status,
      actorId: staffId,
    })
    await assignment.$query(trx).patch({ status })
    if (status === 'in_progress') await startOrder(trx, assignment.orderId, staffId)
  })
  return toWireAssignment(await getAssignment(db, id))
}

/** With {@link ASSIGNMENT_GRAPH}. Not in a transaction: relations are fetched side by side, each on its own connection. */
export function getAssignment(db: Knex, id: number) {
  return StaffAssignment.query(db).findById(id).withGraphFetched(ASSIGNMENT_GRAPH).throwIfNotFound()
}

async function startOrder(trx: Knex.Transaction, orderId: number, staffId: number): Promise<void> {
  const started = await Order.query(trx)
    .where({ id: orderId, status: 'pending' })
    .patch({ status: 'processing' })
  if (started === 0) return
  await OrderEvent.query(trx).insert({
    orderId,
    kind: 'status',
    fromValue: 'pending',
    toValue: 'processing',
    actorKind: 'staff',
    actorId: staffId,
  })
}
