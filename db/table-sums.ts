/** What a database holds, in a few figures a table: to compare a restored backup with what it was made of. */
import type { Knex } from 'knex'

/** By table, such as public.orders. */
export type TableSums = Record<string, { rows: number; checksum: string }>

/**
 * The same for the same rows, in whatever order they lie. Reads every row.
 * @param trx of one snapshot: else tables would be of different moments
 */
export async function sumTables(trx: Knex.Transaction): Promise<TableSums> {
  // Times are compared as text.
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

/** @returns the tables whose rows differ, or that only one of them has */
export function listDifferences(expected: TableSums, found: TableSums): string[] {
  const names = new Set([...Object.keys(expected), ...Object.keys(found)])
  return [...names].filter((name) => {
    const [one, other] = [expected[name], found[name]]
    return one?.rows !== other?.rows || one?.checksum !== other?.checksum
  })
}
