/** The rate limit of each call. */
import { describeLimit } from '#api/platform/http/describe-limit.ts'
import type { Route } from '#api/platform/plugins/route-table.ts'
import { writeTable } from './markdown.ts'

export function writeLimits(calls: readonly Route[]): string {
  const rows = calls
    .filter(({ limits }) => limits)
    .map(({ method, url, limits = [] }) => [`\`${method} ${url}\``, limits.map(describeLimit).join('<br>')])
  return writeTable(['call', 'limits'], rows)
}
