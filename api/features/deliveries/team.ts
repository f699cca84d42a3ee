/** Who of the team acts on an order: decided in the transaction that changes something (decision 067). */
import type { Knex } from 'knex'
import { Order } from '../../../db/models/order.ts'
import { StaffAssignment } from '../../../db/models/order-work/staff-assignment.ts'
import { User } from '../../../db/models/user.ts'
import { getFound, NotFound } from '../../base/errors.ts'
import type { Actor } from '../../plugins/guards.ts'

export interface TeamMember {
  id: number
  kind: 'staff' | 'admin'
  /** Theirs on the order; null for an admin without one. */
  assignment: StaffAssignment | null
}

export function lockPaidOrder(trx: Knex.Transaction, orderId: number): Promise<Order> {
  return getFound(
    Order.query(trx).findById(orderId).whereNot({ paymentStatus: 'unpaid' }).forUpdate(),
    'Order',
  )
}

/** Locks the order and holds the right of an admin, or of staff who are assigned to it. @throws NotFound for others */
export async function lockOrderForTeam(
  trx: Knex.Transaction,
  orderId: number,
  actor: Actor,
): Promise<{ order: Order; member: TeamMember }> {
  const order = await lockPaidOrder(trx, orderId)
  await actor.holdRight(trx)
  // Read without a lock: a change of rights ends the session, which is held now.
  const user = await User.query(trx).findById(actor.id)
  // Held, so that an assignment is not taken back meanwhile.
  if (user) await StaffAssignment.query(trx).where({ orderId, staffId: user.id }).forShare().select('id')
  const member = user && (await findTeamMember(trx, orderId, user))
  if (!member) throw new NotFound('Order')
  return { order, member }
}

export async function findTeamMember(
  db: Knex,
  orderId: number,
  { id, isAdmin, isStaff }: User,
): Promise<TeamMember | undefined> {
  const assignment = isStaff
    ? ((await StaffAssignment.query(db).findOne({ orderId, staffId: id })) ?? null)
    : null
  if (isAdmin) return { id, kind: 'admin', assignment }
  return assignment ? { id, kind: 'staff', assignment } : undefined
}
