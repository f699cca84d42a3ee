/** Columns for statements that are written out, because building them anew for each call takes longer than running them. */

/**
 * snake_case ends in db here too. Named one by one, and not by `*`, a prepared statement outlives a column that is added.
 * @example nameColumns('users', ['firstName']) // users.first_name AS "firstName"
 */
export function nameColumns(table: string, names: readonly string[]): string {
  return names
    .map((name) => `${table}.${name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)} AS "${name}"`)
    .join(', ')
}
