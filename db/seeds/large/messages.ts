/** Fills conversations: most orders have few messages, one has 2,000. Used only for the measurement in docs/performance.md. */
import type { Knex } from 'knex'
import { loadInBulk } from './sql.ts'

/** How many messages the order with the longest conversation has. */
export const LONGEST_CONVERSATION = 2_000

/**
 * Inserts messages of the customer and of a staff member for those orders that are paid and have an account. The customer has read
 * all but the last one, so that every conversation has something unread.
 * @param orderIds SQL: the ids of the orders
 * @param total how many messages to insert, roughly
 */
export async function insertMessages(
  db: Knex,
  { orderIds, total }: { orderIds: string; total: number },
): Promise<void> {
  await db.transaction((trx) =>
    loadInBulk(trx, ['order_messages', 'message_reads'], async () => {
      await trx.raw(
        `WITH chosen AS (SELECT o.id, o.user_id, coalesce((SELECT min(staff_id) FROM staff_assignments s WHERE s.order_id = o.id),
          (SELECT min(id) FROM users WHERE is_staff)) AS staff_id, row_number() OVER (ORDER BY o.id) AS n
        FROM orders o WHERE o.user_id IS NOT NULL AND o.payment_status <> 'unpaid' AND o.id IN (${orderIds})
      ), counted AS (SELECT *, :total::float8 / count(*) OVER () AS average FROM chosen)
      INSERT INTO order_messages (order_id, author_id, author_role, is_team_only, text, key, created_at)
      -- From 0.4 to 2.8 times the average: few have many.
      SELECT id, CASE WHEN i % 3 = 0 THEN staff_id ELSE user_id END, CASE WHEN i % 3 = 0 THEN 'staff' ELSE 'customer' END,
        i % 3 = 0 AND i % 9 = 0, repeat('We have looked at the page, and it is as you asked. ', 1 + i % 4),
        gen_random_uuid(), now() - make_interval(hours => 20000 - i)
      FROM counted, generate_series(1, greatest(1, (average * CASE WHEN n % 5 < 3 THEN 0.4 WHEN n % 5 = 3 THEN 1 ELSE 2.8 END)::int)) AS i`,
        { total },
      )
      await trx.raw(`INSERT INTO message_reads (order_id, user_id, message_id)
    SELECT m.order_id, o.user_id, max(m.id) - 1 FROM order_messages m JOIN orders o ON o.id = m.order_id
    WHERE o.id IN (${orderIds}) GROUP BY 1, 2 ON CONFLICT DO NOTHING`)
    }),
  )
  await db.raw('VACUUM (ANALYZE) order_messages, message_reads')
  // Otherwise the next measurement would share the disk with pending writes.
  await db.raw('CHECKPOINT')
}
