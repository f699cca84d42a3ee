/** Lists of columns for handwritten SQL. */

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
