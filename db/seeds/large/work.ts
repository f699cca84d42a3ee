/** The work on the large seed's orders: their history and assignments, and the audit log. */
import type { Knex } from 'knex'
import { insertCounted } from './sql.ts'

const changed = (field: string, from: string, to: string) =>
  `jsonb_build_array(jsonb_build_object('field', '${field}', 'from', ${from}, 'to', ${to}))`

export async function insertLargeWork(
  trx: Knex.Transaction,
  starts: { ordersFrom: number; packagesFrom: number; couponsFrom: number },
): Promise<void> {
  // An order is assigned after half a day, begun after a day, and completed on the promised day.
  await trx.raw(
    `CREATE TEMPORARY TABLE worked ON COMMIT DROP AS
     SELECT row_number() OVER (ORDER BY orders.id) AS n, orders.id AS order_id, orders.status,
       orders.created_at + interval '12 hours' AS assigned_at, orders.created_at + interval '1 day' AS started_at,
       least(now(), orders.created_at + make_interval(days => orders.delivery_days + 1)) AS completed_at,
       staff[1 + orders.id % cardinality(staff)] AS staff_id, admins[1 + orders.id % cardinality(admins)] AS admin_id,
       NULL::integer AS assignment_id
     FROM orders, (SELECT array_agg(id ORDER BY id) FILTER (WHERE is_staff) AS staff,
         array_agg(id ORDER BY id) FILTER (WHERE is_admin) AS admins FROM users) AS team
     WHERE orders.id > ? AND orders.status IN ('processing', 'completed')`,
    [starts.ordersFrom],
  )
  // Assignment n belongs to row n of `worked`.
  const assignmentsFrom = await insertCounted(
    trx,
    'staff_assignments (order_id, staff_id, assigned_by_id, status, notes, assigned_at)',
    `SELECT order_id, staff_id, admin_id, CASE status WHEN 'completed' THEN 'completed' ELSE 'in_progress' END,
       CASE n % 4 WHEN 0 THEN 'Call before you begin: mornings are best.' ELSE '' END, assigned_at FROM worked ORDER BY n`,
  )
  await trx.raw(
    `UPDATE users SET completed_assignments = completed_assignments + done.assignments
     FROM (SELECT staff_id, count(*) AS assignments FROM worked WHERE status = 'completed' GROUP BY staff_id) AS done
     WHERE done.staff_id = users.id`,
  )
  await trx.raw('UPDATE worked SET assignment_id = ? + n', [assignmentsFrom])
  await trx.raw(
    `INSERT INTO assignment_events (assignment_id, from_status, to_status, actor_id, created_at)
     SELECT assignment_id, NULL, 'assigned', admin_id, assigned_at AS created_at FROM worked
     UNION ALL SELECT assignment_id, 'assigned', 'in_progress', staff_id, started_at FROM worked
     UNION ALL SELECT assignment_id, 'in_progress', 'completed', staff_id, completed_at FROM worked WHERE status = 'completed'
     ORDER BY created_at`,
  )
  await trx.raw(
    `INSERT INTO order_events (order_id, kind, from_value, to_value, actor_kind, actor_id, created_at)
     SELECT id, 'status', NULL, 'pending', 'customer', user_id, created_at FROM orders WHERE id > :ordersFrom
     UNION ALL SELECT id, 'payment_status', 'unpaid', 'paid', 'customer', user_id, paid_at FROM orders
       WHERE id > :ordersFrom AND payment_status <> 'unpaid'
     UNION ALL SELECT id, 'payment_status', 'paid', 'refunded', 'provider', NULL, created_at + interval '2 days' FROM orders
       WHERE id > :ordersFrom AND payment_status = 'refunded'
     UNION ALL SELECT id, 'status', 'pending', 'cancelled', 'system', NULL, created_at + interval '30 minutes' FROM orders
       WHERE id > :ordersFrom AND status = 'cancelled'
     UNION ALL SELECT order_id, 'status', 'pending', 'processing', 'staff', staff_id, started_at FROM worked
     UNION ALL SELECT order_id, 'status', 'processing', 'completed', 'admin', admin_id, completed_at FROM worked WHERE status = 'completed'
     ORDER BY created_at`,
    starts,
  )
  // Log entries for the changes above by admins and staff.
  // Computed like the generated column of orders: reading that from a million orders would take half of the total time.
  const invoice = `'INV-' || order_id`
  await trx.raw(
    `INSERT INTO audit_log (actor_id, action, subject, subject_id, subject_label, changes, created_at)
     SELECT actor_id, 'updated', 'order', order_id, ${invoice}, ${changed('status', 'from_value', 'to_value')}, created_at
       FROM order_events WHERE order_id > :ordersFrom AND kind = 'status' AND actor_kind IN ('admin', 'staff')
     UNION ALL SELECT admin_id, 'created', 'assignment', assignment_id, ${invoice}, ${changed('status', 'null::text', `'assigned'`)},
       assigned_at FROM worked
     UNION ALL SELECT actor_id, 'updated', 'assignment', assignment_id, ${invoice}, ${changed('status', 'from_status', 'to_status')},
       created_at FROM assignment_events JOIN worked USING (assignment_id) WHERE from_status IS NOT NULL
     UNION ALL SELECT (SELECT min(id) FROM users WHERE is_admin), 'created', 'package', id, name, ${changed('name', 'null::text', 'name')},
       created_at FROM packages WHERE id > :packagesFrom
     UNION ALL SELECT (SELECT min(id) FROM users WHERE is_admin), 'created', 'coupon', id, code, ${changed('code', 'null::text', 'code')},
       created_at FROM coupons WHERE id > :couponsFrom
     ORDER BY created_at`,
    starts,
  )
}
