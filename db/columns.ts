/** Columns for statements that are written out, because building them anew for each call takes longer than running them. */

const toSnakeCase = (name: string) => name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)

/** @example listColumns(['firstName']) // first_name */
export const listColumns = (names: readonly string[]): string => names.map(toSnakeCase).join(', ')

/**
 * snake_case ends in db here too. Named one by one, and not by `*`, a prepared statement outlives a column that is added.
 * @example nameColumns('users', ['firstName']) // users.first_name AS "firstName"
 */
export function nameColumns(table: string, names: readonly string[]): string {
  return names.map((name) => `${table}.${toSnakeCase(name)} AS "${name}"`).join(', ')
}
