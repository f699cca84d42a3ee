import type { ReplyFacts } from '#api/rules/order-work/saved-replies.ts'
import { formatPromise } from '#site/kit/format/delivery.ts'

interface Promised {
  packageName: string
  promisedBy: string | null
}

/** What a saved reply says of an order. A date that has passed is no promise any more: the writer gives another. */
export function listReplyFacts(
  { packageName, promisedBy }: Promised,
  firstName: string,
  now: Date,
): ReplyFacts {
  const date = promisedBy ? new Date(promisedBy) : now
  return { 'first name': firstName, package: packageName, date: date > now ? formatPromise(date) : undefined }
}
