/** Asks the tables of statuses, whose columns say what follows from each status. Without zod, so that pages can load it. */

/** The colours' meanings. Neutral: past. Accent: in progress. Positive: done. Caution: waiting. Negative: late, failed or cancelled. */
export type Tone = 'neutral' | 'accent' | 'positive' | 'caution' | 'negative'

/** What a status looks like on every screen and in every mail. */
export interface StatusLook {
  label: string
  tone: Tone
}

/** A table's statuses, in its order. */
export function namesOf<Status extends string>(table: Readonly<Record<Status, unknown>>): Status[] {
  return Object.keys(table) as Status[]
}

/** @returns the statuses of which the table says so */
export function statusesThat<Status extends string, Property extends string>(
  table: Readonly<Record<Status, Readonly<Record<Property, unknown>>>>,
  property: Property,
): Status[] {
  return namesOf(table).filter((status) => table[status][property])
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
