/** Which role a person has in an order's conversation, if any. */

import type { Knex } from 'knex'
import { brand } from '#api/content/content.ts'
import type { MessageRole } from '#api/contract/orders/conversation.ts'
import { Conflict, findOrThrow, NotFound } from '#api/platform/errors.ts'
import { DAY_MS } from '#api/platform/http/limits.ts'
import type { Actor } from '#api/platform/plugins/guards.ts'
import { ORDER_STATUS, PAYMENT_STATUS } from '#api/rules/orders.ts'
import { ENDED_ORDER_DAYS } from '#api/rules/periods.ts'
import { listStatuses } from '#api/rules/statuses.ts'
import { Order } from '#db/models/orders/order.ts'
import { User } from '#db/models/people/user.ts'

/** SQL: whether a row of `users` is assigned to a row of `orders`. */
export const IS_ASSIGNED = `(users.is_staff AND EXISTS (SELECT FROM staff_assignments
  WHERE staff_assignments.order_id = orders.id AND staff_assignments.staff_id = users.id))`
/** SQL: the role of a row of `users` in a row of `orders`; NULL without one. Everybody is a customer in their own order. */
export const ROLE_IN_ORDER = `CASE WHEN orders.user_id = users.id THEN CASE WHEN orders.payment_status NOT IN (${listStatuses(PAYMENT_STATUS, 'isUnpaid')}) THEN 'customer' END
  WHEN users.is_admin THEN 'admin' WHEN ${IS_ASSIGNED} THEN 'staff' END`

/** SQL: when an order was cancelled or refunded in full; NULL for any other. */
const ENDED_AT = `CASE WHEN orders.status IN (${listStatuses(ORDER_STATUS, 'isCancelled')}) OR orders.payment_status IN (${listStatuses(PAYMENT_STATUS, 'isRefunded')})
  THEN (SELECT max(created_at) FROM order_events e WHERE e.order_id = orders.id
    AND (e.kind = 'status' AND e.to_value IN (${listStatuses(ORDER_STATUS, 'isCancelled')})
      OR e.kind = 'payment_status' AND e.to_value IN (${listStatuses(PAYMENT_STATUS, 'isRefunded')}))) END`
/** SQL: columns of a {@link JoinedOrder}, for a query that joins `users`. */
export const JOINED_ORDER_COLUMNS = `orders.*, ${ROLE_IN_ORDER} AS role, ${ENDED_AT} AS ended_at`

export type JoinedOrder = Order & { role: MessageRole; endedAt: Date | null }

/** Whether the order was cancelled or refunded so long ago that its customer may send nothing more. */
export const isOver = ({ role, endedAt }: JoinedOrder): boolean =>
  role === 'customer' && endedAt !== null && Date.now() - endedAt.getTime() > ENDED_ORDER_DAYS * DAY_MS

/** @throws Conflict order_over */
export function assertNotOver(order: JoinedOrder): void {
  if (!isOver(order)) return
  const message = `This order ended more than ${ENDED_ORDER_DAYS} days ago. Please write to ${brand.email.support}.`
  throw new Conflict('order_over', message)
}

/** @throws NotFound if the person has no role in the order */
export async function getJoinedOrder(db: Knex, orderId: number, userId: number): Promise<JoinedOrder> {
  const order = (await Order.query(db)
    .findById(orderId)
    .join('users', 'users.id', db.raw('?', userId))
    .select(db.raw(JOINED_ORDER_COLUMNS))) as JoinedOrder | undefined
  if (!order?.role) throw new NotFound('Order')
  return order
}

/** Locks the order, then the person and their session. @throws as {@link getJoinedOrder} and `holdRight` do */
export async function holdOrder(
  trx: Knex.Transaction,
  orderId: number,
  by: Pick<Actor, 'id' | 'holdRight'>,
): Promise<JoinedOrder> {
  await findOrThrow(Order.query(trx).findById(orderId).forNoKeyUpdate().select('id'), 'Order')
  await User.query(trx).findById(by.id).forKeyShare().select('id')
  await by.holdRight(trx)
  return getJoinedOrder(trx, orderId, by.id)
}
