/** The tallies beside a full count of what they count. */
import type { Knex } from 'knex'

const KEPT = `payments.fulfils_order AND payments.status = 'captured'`
const DAY = `coalesce(to_char(payments.captured_at AT TIME ZONE 'UTC', 'YYYY-MM-DD'), '')`

const COUNTS = [
  `SELECT 'users' AS counted, 0 AS by_id, CASE WHEN is_admin THEN 'admin' ELSE 'customer' END AS by_name,
     count(*) AS n, 0 AS cents FROM users GROUP BY 3`,
  `SELECT 'registrations', 0, '', count(*), 0 FROM registrations HAVING count(*) > 0`,
  `SELECT 'orders', package_id, status, count(*), 0 FROM orders GROUP BY package_id, status`,
  `SELECT 'staff_assignments', staff_id, status, count(*), 0 FROM staff_assignments GROUP BY staff_id, status`,
  `SELECT 'audit_log', 0, subject, count(*), 0 FROM audit_log GROUP BY subject`,
  `SELECT 'payments', 0, ${DAY}, count(*), sum(amount_cents) FROM payments WHERE ${KEPT} GROUP BY 3`,
  `SELECT 'refunds', 0, ${DAY}, count(*), sum(refunds.amount_cents)
   FROM refunds JOIN payments ON payments.id = refunds.payment_id
   WHERE refunds.status = 'processed' AND ${KEPT} GROUP BY 3`,
]

const FAULTS = `
  SELECT concat_ws(' ', 'tally of', counted, by_id, by_name, 'is', coalesce(told.n, 0), 'of', coalesce(told.cents, 0),
    'cents, not', coalesce(found.n, 0), 'of', coalesce(found.cents, 0)) AS fault
  FROM (${COUNTS.join(' UNION ALL ')}) AS found
  FULL JOIN (SELECT counted, by_id, by_name, sum(n) AS n, sum(cents) AS cents FROM tallied
    GROUP BY counted, by_id, by_name) AS told USING (counted, by_id, by_name)
  WHERE coalesce(found.n, 0) <> coalesce(told.n, 0) OR coalesce(found.cents, 0) <> coalesce(told.cents, 0)
  ORDER BY counted, by_id, by_name`

/** In words, one for each that is wrong. One statement, so that it may run beside those who write. */
export async function findTallyFaults(db: Knex): Promise<string[]> {
  const { rows } = await db.raw<{ rows: { fault: string }[] }>(FAULTS)
  return rows.map(({ fault }) => fault)
}
