/** The paths of calls that the last release had under other names. They go with the next release. */
const FORMER: readonly (readonly [former: RegExp, path: string])[] = [
  [/^\/api\/admin\/webhook-deliveries\b/, '/api/admin/webhook-messages'],
  [/^\/api\/admin\/webhook-events\b/, '/api/admin/provider-events'],
  [/^\/api\/orders\/(\d+)\/access\b/, '/api/orders/$1/credentials'],
  [/^\/api\/access\//, '/api/credentials/'],
  [/^\/api\/replies\//, '/api/incoming-mails/'],
]

/** @returns the path of today of a call, with its query */
export function findPath(url: string): string {
  const found = FORMER.find(([former]) => former.test(url))
  return found ? url.replace(...found) : url
}
