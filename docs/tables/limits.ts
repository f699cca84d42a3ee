/** The rate limits, each with the calls that it counts. */
import { describeLimit } from '#api/platform/http/describe-limit.ts'
import type { Route } from '#api/platform/plugins/route-table.ts'
import { writeTable } from './markdown.ts'

export function writeLimits(calls: readonly Route[]): string {
  const limits = calls.flatMap(({ method, url, limits = [] }) =>
    limits.map((limit) => ({ limit: describeLimit(limit), call: `\`${method} ${url}\`` })),
  )
  const rows = Map.groupBy(limits, ({ limit }) => limit)
  return writeTable(
    ['limit', 'calls'],
    [...rows].map(([limit, counted]) => [limit, counted.map(({ call }) => call).join('<br>')]),
  )
}
