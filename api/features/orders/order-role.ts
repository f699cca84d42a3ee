/** What a person is to an order, which decides what they may read and write of it (docs/product/order.md, Conversation). */
import type { Knex } from 'knex'
import { NotFound } from '../../base/errors.ts'

export type OrderRole = 'customer' | 'staff' | 'admin'

/**
 * @returns what the person is to a paid order: its own customer, even if they are an admin, too
 * @throws NotFound where the order is none of theirs, or was never paid
 */
export async function findOrderRole(db: Knex, orderId: number, userId: number): Promise<OrderRole> {
  const { rows } = await db.raw<{ rows: { role: OrderRole | null }[] }>(
    `SELECT CASE WHEN orders.user_id = users.id THEN 'customer'
        WHEN users.is_admin THEN 'admin'
        WHEN users.is_staff AND EXISTS (SELECT FROM staff_assignments
          WHERE staff_assignments.order_id = orders.id AND staff_assignments.staff_id = users.id) THEN 'staff' END AS role
      FROM orders, users
      WHERE orders.id = ? AND users.id = ? AND orders.payment_status <> 'unpaid'`,
    [orderId, userId],
  )
  const role = rows[0]?.role
  if (!role) throw new NotFound('Order')
  return role
}
