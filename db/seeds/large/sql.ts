/** What the large seed's statements are made of. */
import type { Knex } from 'knex'

/** SQL: the moment when this share of the three years had passed. In hours, because months and days vary in length. */
export const momentOf = (share: string) =>
  `now() - interval '1 hour' - interval '26280 hours' * (1 - (${share})::float8)`

/** SQL: when order n was placed. Orders are spread evenly over the three years, up to the last hour. */
export const orderedAt = (n: string) => momentOf(`(${n}) / :orders::float8`)

/** SQL: picks a text by `number`, an SQL expression. */
export function pickText(texts: readonly string[], number: string): string {
  // Escaped, because Knex takes a question mark as a placeholder.
  const quoted = texts.map((text) => `'${text.replaceAll("'", "''").replaceAll('?', '\\?')}'`)
  return `(ARRAY[${quoted.join(', ')}])[1 + (${number})::bigint % ${texts.length}]`
}

/**
 * Inserts rows with consecutive ids: row n has the id `from + n`.
 * @param select returns a row for each `n` from 1, in the order of n
 * @returns `from`
 * @throws Error if another connection took an id meanwhile, so the table must be locked
 */
export async function insertCounted(
  trx: Knex.Transaction,
  into: string,
  select: string,
  bindings: Record<string, number | string> = {},
): Promise<number> {
  const { rows } = await trx.raw<{ rows: { first: number; last: number; count: number }[] }>(
    `WITH made AS (INSERT INTO ${into} ${select} RETURNING id)
     SELECT min(id) AS first, max(id) AS last, count(*) AS count FROM made`,
    bindings,
  )
  const [made] = rows
  if (!made || made.last - made.first + 1 !== made.count) throw new Error(`The ids of ${into} have gaps`)
  return made.first - 1
}

/** Indexes, and constraints other than primary keys, to which foreign keys of other tables refer. */
const DROPPED = `
  SELECT format('DROP INDEX %s', indexrelid::regclass) AS drop, pg_get_indexdef(indexrelid) AS make
  FROM pg_index WHERE indrelid = ANY (:tables::text[]::regclass[])
    AND NOT EXISTS (SELECT FROM pg_constraint WHERE conindid = indexrelid)
  UNION ALL SELECT format('ALTER TABLE %s DROP CONSTRAINT %I', conrelid::regclass, conname),
    format('ALTER TABLE %s ADD CONSTRAINT %I %s', conrelid::regclass, conname, pg_get_constraintdef(oid))
  FROM pg_constraint WHERE contype IN ('f', 'u') AND conrelid = ANY (:tables::text[]::regclass[])`

/**
 * Drops the tables' indexes, unique constraints and foreign keys before filling them, and creates them again for all rows at once,
 * which takes a fraction of the time.
 */
export async function loadInBulk(
  trx: Knex.Transaction,
  tables: readonly string[],
  load: () => Promise<void>,
): Promise<void> {
  await trx.raw(`SET LOCAL maintenance_work_mem = '256MB'; SET LOCAL work_mem = '64MB'`)
  const { rows } = await trx.raw<{ rows: { drop: string; make: string }[] }>(DROPPED, { tables: [...tables] })
  for (const { drop } of rows) await trx.raw(drop)
  await load()
  for (const { make } of rows) await trx.raw(make)
}
