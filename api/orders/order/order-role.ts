/** Who has part in the conversation of an order, and as what. */
import type { Knex } from 'knex'
import { brand } from '#api/content/content.ts'
import type { MessageRole } from '#api/contract/orders/conversation.ts'
import { Conflict, getFound, NotFound } from '#api/platform/errors.ts'
import { DAY_MS } from '#api/platform/http/limits.ts'
import type { Actor } from '#api/platform/plugins/guards.ts'
import { ENDED_ORDER_DAYS } from '#api/rules/periods.ts'
import { Order } from '#db/models/orders/order.ts'
import { User } from '#db/models/people/user.ts'

/** SQL: a row of `users` works on a row of `orders`. */
export const IS_ASSIGNED = `(users.is_staff AND EXISTS (SELECT FROM staff_assignments
  WHERE staff_assignments.order_id = orders.id AND staff_assignments.staff_id = users.id))`
/** SQL: what a row of `users` is to a row of `orders`; NULL where they have no part in it. In an own order all are customers. */
export const ROLE = `CASE WHEN orders.user_id = users.id THEN CASE WHEN orders.payment_status <> 'unpaid' THEN 'customer' END
  WHEN users.is_admin THEN 'admin' WHEN ${IS_ASSIGNED} THEN 'staff' END`

/** SQL: since when an order is cancelled or refunded in full; NULL for any other. */
const ENDED_AT = `CASE WHEN orders.status = 'cancelled' OR orders.payment_status = 'refunded'
  THEN (SELECT max(created_at) FROM order_events e WHERE e.order_id = orders.id
    AND e.kind IN ('status', 'payment_status') AND e.to_value IN ('cancelled', 'refunded')) END`
/** SQL: an order, beside a row of `users`. */
export const JOINED = `orders.*, ${ROLE} AS role, ${ENDED_AT} AS ended_at`

export type JoinedOrder = Order & { role: MessageRole; endedAt: Date | null }

/** Whether the order was cancelled or refunded so long ago that its customer sends nothing more. */
export const isOver = ({ role, endedAt }: JoinedOrder): boolean =>
  role === 'customer' && endedAt !== null && Date.now() - endedAt.getTime() > ENDED_ORDER_DAYS * DAY_MS

/** @throws Conflict order_over */
export function assertNotOver(order: JoinedOrder): void {
  if (!isOver(order)) return
  const message = `This order ended more than ${ENDED_ORDER_DAYS} days ago. Please write to ${brand.email.support}.`
  throw new Conflict('order_over', message)
}

/** @throws NotFound where the person has no part in the order */
export async function getJoinedOrder(db: Knex, orderId: number, userId: number): Promise<JoinedOrder> {
  const order = (await Order.query(db)
    .findById(orderId)
    .join('users', 'users.id', db.raw('?', userId))
    .select(db.raw(JOINED))) as JoinedOrder | undefined
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
