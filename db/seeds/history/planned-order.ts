import type { BuyerKey, StaffKey } from './people.ts'

/**
 * Days are working days ago: 0 is the last one that is over. So open work is equally late or due whenever the demo is started.
 */
export interface PlannedOrder {
  buyer: BuyerKey
  /** Of the package. */
  slug: string
  /** Ordered (and, unless it is an attempt, paid), answered, assigned, started, finished, closed. */
  days: readonly [ordered: number, ...(number | null)[]]
  /** Instead of an hour of that day, for orders of today. */
  minutesAgo?: number
  coupon?: string
  /** The payment failed, and nobody tried again. */
  isAttempt?: true
  /** To whom it is assigned. */
  staff?: StaffKey
  /** Its review waits for an admin. */
  isReviewNew?: true
  /** The mail about the answers is refused. */
  isMailboxFull?: true
  /** In the order of the questions; null or missing: left open. */
  answers?: readonly (string | null)[]
  /** What the admin wrote with the assignment. */
  brief?: string
  /** The team alone reads what is from `team`. */
  messages?: readonly [day: number, from: 'customer' | 'staff' | 'team', text: string, ...files: string[]][]
  /** A change beyond the included ones, which waits for the team. */
  request?: { day: number; text: string }
  /** Written with the finished work, for the customer. */
  delivery?: { note: string; link?: string; files?: readonly string[] }
  /** By the admin; without dollars all that was paid. */
  refund?: { day: number; reason: string; dollars?: number }
  /** Open until it is won. */
  dispute?: { day: number; reasonCode: string; won?: number }
}
