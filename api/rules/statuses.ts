/** Asks the tables of statuses, whose columns say what follows from each status. Without zod, so that pages can load it. */

/** @returns the statuses of which the table says so */
export function statusesThat<Status extends string, Property extends string>(
  table: Readonly<Record<Status, Readonly<Record<Property, unknown>>>>,
  property: Property,
): Status[] {
  return (Object.keys(table) as Status[]).filter((status) => table[status][property])
}

/** SQL: these statuses, for an IN list. */
export function listStatuses<Status extends string, Property extends string>(
  table: Readonly<Record<Status, Readonly<Record<Property, unknown>>>>,
  property: Property,
): string {
  return statusesThat(table, property)
    .map((status) => `'${status}'`)
    .join(', ')
}
