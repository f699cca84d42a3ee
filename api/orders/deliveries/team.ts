/** Which team member acts on an order. It is decided in the same transaction as the change (decision 067). */
import type { Knex } from 'knex'
import { announce } from '#api/orders/order/announce.ts'
import { readReadyTo } from '#api/orders/order/delivery.ts'
import { Forbidden, findOrThrow, NotFound } from '#api/platform/errors.ts'
import type { Jobs } from '#api/platform/jobs/jobs.ts'
import type { NewMail } from '#api/platform/mail/outbox.ts'
import type { Actor } from '#api/platform/plugins/guards.ts'
import { PAYMENT_STATUS } from '#api/rules/orders.ts'
import { UNDO_SECONDS } from '#api/rules/periods.ts'
import { statusesThat } from '#api/rules/statuses.ts'
import type { Delivery, DeliveryRequest } from '#db/models/orders/delivery.ts'
import { Order } from '#db/models/orders/order.ts'
import { StaffAssignment } from '#db/models/orders/staff-assignment.ts'
import { User } from '#db/models/people/user.ts'

export interface TeamMember {
  id: number
  kind: 'staff' | 'admin'
  /** The member's assignment on the order; null for an admin without one. */
  assignment: StaffAssignment | null
}

export function lockPaidOrder(trx: Knex.Transaction, orderId: number): Promise<Order> {
  return findOrThrow(
    Order.query(trx)
      .findById(orderId)
      .whereNotIn('paymentStatus', statusesThat(PAYMENT_STATUS, 'isUnpaid'))
      .forUpdate(),
    'Order',
  )
}

/**
 * Locks the order, and checks that the actor is an admin or assigned staff. Nobody may act on their own order.
 * @throws NotFound for anyone else; Forbidden own_order
 */
export async function lockOrderForTeam(
  trx: Knex.Transaction,
  orderId: number,
  actor: Actor,
): Promise<{ order: Order; member: TeamMember }> {
  const order = await lockPaidOrder(trx, orderId)
  await actor.holdRight(trx)
  // Needs no lock: a change of rights would end the session, which `holdRight` has locked.
  const user = await User.query(trx).findById(actor.id)
  // Keeps the assignment from being taken back meanwhile.
  if (user) await StaffAssignment.query(trx).where({ orderId, staffId: user.id }).forShare().select('id')
  const member = user && (await findTeamMember(trx, orderId, user))
  if (!member) throw new NotFound('Order')
  if (order.userId === actor.id) throw new Forbidden('own_order', 'This is your own order')
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

/** To the author of the delivery and all admins. */
export async function listRequestMails(
  trx: Knex.Transaction,
  { id: requestId }: DeliveryRequest,
  delivery: Delivery | undefined,
): Promise<NewMail<'delivery_request'>[]> {
  const team = await User.query(trx)
    .where({ disabledAt: null })
    .where((one) => one.where({ isAdmin: true }).orWhere({ isStaff: true, id: delivery?.authorId ?? 0 }))
    .select('id', 'isAdmin')
    .orderBy('id')
  return team.map(({ id, isAdmin }) => ({
    kind: 'delivery_request',
    payload: { requestId, ...(isAdmin ? { adminId: id } : { staffId: id }) },
  }))
}

/** Announces to the admins that all assignments of the order are completed and no delivery awaits the customer. */
export async function announceEndOfWork(
  jobs: Jobs,
  trx: Knex.Transaction,
  { orderId, assignmentId }: { orderId: number; assignmentId: number },
): Promise<void> {
  if ((await readReadyTo(trx, orderId)) !== 'close') return
  const admins = await User.query(trx).where({ isAdmin: true, disabledAt: null }).select('id').orderBy('id')
  await announce(trx, orderId, {
    type: 'work_finished',
    jobs,
    mails: admins.map(({ id: adminId }) => ({
      kind: 'work_finished',
      payload: { assignmentId, adminId },
      afterSeconds: UNDO_SECONDS,
    })),
  })
}
