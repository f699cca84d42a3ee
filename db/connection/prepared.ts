import type { Knex } from 'knex'

/**
 * Runs a prepared statement, which each connection plans once. Used for the two most frequent statements of a customer's pages: their
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
  return db.raw(text, values).options({ name })
}

const toSnakeCase = (name: string) => name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)

/** @example listColumns(['firstName']) // first_name */
export const listColumns = (names: readonly string[]): string => names.map(toSnakeCase).join(', ')

/**
 * Selects columns under their camelCase names.
 * @example nameColumns('users', ['firstName']) // users.first_name AS "firstName"
 */
export function nameColumns(table: string, names: readonly string[]): string {
  return names.map((name) => `${table}.${toSnakeCase(name)} AS "${name}"`).join(', ')
}
