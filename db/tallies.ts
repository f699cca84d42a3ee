/**
 * What is counted of everything there is (migration 0017): `tallies` as of the last time they were added up, `tally_changes`
 * what has changed since, and the view `tallied` both. Summed, they are exact in every transaction.
 */
import type { Knex } from 'knex'

/** A table whose rows are counted; its keys are in the migration. */
export type CountedTable = 'users' | 'registrations' | 'orders' | 'staff_assignments' | 'audit_log'

/** What a tally is of, all of a table where neither is given. */
export interface TallyKey {
  /** An order's package, an assignment's staff member. */
  id?: number | undefined
  /** An order's or an assignment's status, an audit entry's subject. */
  name?: string | undefined
}

/** How many rows a table has. */
export async function countTallied(
  db: Knex,
  counted: CountedTable,
  { id, name }: TallyKey = {},
): Promise<number> {
  const query = db('tallied').where({ counted })
  if (id !== undefined) query.where({ byId: id })
  if (name !== undefined) query.where({ byName: name })
  const found = await query.sum({ n: 'n' }).first()
  return Number(found?.n ?? 0)
}

/**
 * Adds up what has changed, so that reading stays quick; what is counted stays the same. Two at once share the changes: one
 * that the other has taken is passed over, and both take the sums in the same order.
 */
export async function foldTallies(db: Knex): Promise<void> {
  await db.raw(`
    WITH gone AS (
      DELETE FROM tally_changes
      WHERE (counted, id) IN (SELECT counted, id FROM tally_changes FOR UPDATE SKIP LOCKED)
      RETURNING counted, by_id, by_name, n, cents)
    INSERT INTO tallies AS known (counted, by_id, by_name, n, cents)
    SELECT counted, by_id, by_name, sum(n), sum(cents) FROM gone
    GROUP BY counted, by_id, by_name ORDER BY counted, by_id, by_name
    ON CONFLICT (counted, by_id, by_name)
    DO UPDATE SET n = known.n + excluded.n, cents = known.cents + excluded.cents`)
}
