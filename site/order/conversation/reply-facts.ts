import type { ReplyFacts } from '#api/rules/order-work/saved-replies.ts'
import { formatPromise } from '#site/kit/format/promised-date.ts'

interface Promised {
  packageName: string
  promisedBy: string | null
}

/** The facts of an order for a saved reply. Leaves out a promised date that has passed: the writer must give a new one. */
export function listReplyFacts(
  { packageName, promisedBy }: Promised,
  firstName: string,
  now: Date,
): ReplyFacts {
  const date = promisedBy ? new Date(promisedBy) : now
  return { 'first name': firstName, package: packageName, date: date > now ? formatPromise(date) : undefined }
}
