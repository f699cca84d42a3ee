import type { Knex } from 'knex'

/**
 * Runs a statement that each connection plans once: for the two that a customer's pages send most. Orders and users have
 * many indexes, so planning takes longer than the statement itself (docs/performance.md).
 * @param name for the driver, the same for the same text
 * @param text names its columns: with `*` a release that adds one would break it
 */
export async function rawPrepared<Result>(
  db: Knex,
  name: string,
  text: string,
  values: Knex.RawBinding[],
): Promise<Result> {
  return db.raw(text, values).options(db.userParams.isPooled ? {} : { name })
}
