import type { Knex } from 'knex'

/**
 * Runs a prepared statement, which each connection plans once. For the two most frequent statements of a customer's pages: their
 * tables have so many indexes that planning takes longer than running (docs/performance.md).
 * @param name must be unique for the text
 * @param text must name its columns: with `*` a new column would break connections that have prepared the statement
 */
export async function rawPrepared<Result>(
  db: Knex,
  name: string,
  text: string,
  values: Knex.RawBinding[],
): Promise<Result> {
  return db.raw(text, values).options(db.userParams.isPooled ? {} : { name })
}
