/** Filters lists and files by days of the company's time zone. */
import type { Model, QueryBuilder } from 'objection'
import { calendar } from '#api/content/content.ts'

/** Keeps rows of these days, both included. */
export function wherePeriod<M extends Model>(
  query: QueryBuilder<M, M[]>,
  column: string,
  { from, to }: { from?: string | undefined; to?: string | undefined },
): void {
  const { timeZone } = calendar
  if (from) query.whereRaw(`${column} >= ?::date::timestamp AT TIME ZONE ?`, [from, timeZone])
  if (to) query.whereRaw(`${column} < (?::date + 1)::timestamp AT TIME ZONE ?`, [to, timeZone])
}
