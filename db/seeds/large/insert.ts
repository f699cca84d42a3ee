import type { Knex } from 'knex'

/** SQL: the moment when this share of the three years had passed. In hours, because months and days vary in length. */
export const momentOf = (share: string) =>
  `now() - interval '1 hour' - interval '26280 hours' * (1 - (${share})::float8)`

interface Counted {
  table: string
  columns: string
  /** Returns a row for each `n` from 1, in the order of n. */
  select: string
  bindings?: Record<string, number | string>
}

/**
 * Inserts rows with consecutive ids: row n has the id `from + n`.
 * @returns `from`
 * @throws Error if another connection took an id meanwhile, so the table must be locked
 */
export async function insertCounted(
  trx: Knex.Transaction,
  { table, columns, select, bindings = {} }: Counted,
): Promise<number> {
  const { rows } = await trx.raw<{ rows: { first: number; last: number; count: number }[] }>(
    `WITH made AS (INSERT INTO ${table} (${columns}) ${select} RETURNING id)
     SELECT min(id) AS first, max(id) AS last, count(*) AS count FROM made`,
    bindings,
  )
  const [made] = rows
  if (!made || made.last - made.first + 1 !== made.count) throw new Error(`The ids of ${table} have gaps`)
  return made.first - 1
}

/** SQL: picks a text by `number`, an SQL expression. */
export function pickText(texts: readonly string[], number: string): string {
  // Escaped, because Knex takes a question mark as a placeholder.
  const quoted = texts.map((text) => `'${text.replaceAll("'", "''").replaceAll('?', '\\?')}'`)
  const list = quoted.join(', ')
  return `(ARRAY[${list}])[1 + (${number})::bigint % ${texts.length}]`
}
