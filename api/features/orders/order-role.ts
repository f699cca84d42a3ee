/** Who has part in the conversation of an order, and as what. */
import type { Knex } from 'knex'
import { Order } from '../../../db/models/order.ts'
import { User } from '../../../db/models/user.ts'
import { getFound, NotFound } from '../../base/errors.ts'
import type { MessageRole } from '../../contract/order-work/messages.ts'
import type { Actor } from '../../plugins/guards.ts'

/** SQL: a row of `users` works on a row of `orders`. */
export const IS_ASSIGNED = `(users.is_staff AND EXISTS (SELECT FROM staff_assignments
  WHERE staff_assignments.order_id = orders.id AND staff_assignments.staff_id = users.id))`
/** SQL: what a row of `users` is to a row of `orders`; NULL where they have no part in it. In an own order all are customers. */
export const ROLE = `CASE WHEN orders.user_id = users.id THEN CASE WHEN orders.payment_status <> 'unpaid' THEN 'customer' END
  WHEN users.is_admin THEN 'admin' WHEN ${IS_ASSIGNED} THEN 'staff' END`

export type JoinedOrder = Order & { role: MessageRole }

/** @throws NotFound where the person has no part in the order */
export async function getJoinedOrder(db: Knex, orderId: number, userId: number): Promise<JoinedOrder> {
  const order = (await Order.query(db)
    .findById(orderId)
    .join('users', 'users.id', db.raw('?', userId))
    .select('orders.*', db.raw(`${ROLE} AS role`))) as JoinedOrder | undefined
  if (!order?.role) throw new NotFound('Order')
  return order
}

/** Locks the order, then the person and their session. @throws what {@link getJoinedOrder} and `holdRight` throw */
export async function holdOrder(
  trx: Knex.Transaction,
  orderId: number,
  by: Pick<Actor, 'id' | 'holdRight'>,
): Promise<JoinedOrder> {
  await getFound(Order.query(trx).findById(orderId).forNoKeyUpdate().select('id'), 'Order')
  await User.query(trx).findById(by.id).forKeyShare().select('id')
  await by.holdRight(trx)
  return getJoinedOrder(trx, orderId, by.id)
}
