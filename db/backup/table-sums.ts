/** Sums of all tables, to compare a restored backup with the original. */
import type { Knex } from 'knex'

/** By table name, such as public.orders. */
export type TableSums = Record<string, { rows: number; checksum: string }>

/**
 * The sums do not depend on the order of rows. Reads every row.
 * @param trx must read one snapshot, so that all tables are of the same moment
 */
export async function sumTables(trx: Knex.Transaction): Promise<TableSums> {
  // The rows are compared as text, which contains times.
  await trx.raw(`SET LOCAL TIME ZONE 'UTC'`)
  const { rows: tables } = await trx.raw<{ rows: { name: string }[] }>(
    `SELECT format('%I.%I', nspname, relname) AS name FROM pg_class
     JOIN pg_namespace ON pg_namespace.oid = relnamespace
     WHERE relkind = 'r' AND nspname NOT LIKE 'pg\\_%' AND nspname <> 'information_schema'
     ORDER BY 1`,
  )
  const sums: TableSums = {}
  for (const { name } of tables) {
    const { rows } = await trx.raw<{ rows: [TableSums[string]] }>(
      `SELECT count(*) AS rows, coalesce(sum(hashtextextended(t::text, 0)::numeric), 0)::text AS checksum
       FROM ${name} AS t`,
    )
    sums[name] = rows[0]
  }
  return sums
}

/** @returns the tables that differ or exist on one side only */
export function listDifferences(expected: TableSums, found: TableSums): string[] {
  const names = new Set([...Object.keys(expected), ...Object.keys(found)])
  return [...names].filter((name) => {
    const [one, other] = [expected[name], found[name]]
    return one?.rows !== other?.rows || one?.checksum !== other?.checksum
  })
}
