/** Who may review an order, until when, under which name, and with which badge. */
import { type MoneyStatus, ORDER_STATUS, type OrderStatus, PAYMENT_STATUS } from '#api/rules/orders.ts'
import { omitPlaceholders } from '#api/rules/placeholders.ts'
import { namesOf } from '#api/rules/statuses.ts'

const DAY_MS = 86_400_000
/** How long after completion the customer is asked for a review, once. */
export const ASKED_AFTER_DAYS = 7
/** How long after completion a review can be written. */
const WRITTEN_WITHIN_DAYS = 365
/** How long after it was written a review can be edited. */
export const EDITED_WITHIN_DAYS = 14
export const LONGEST_REVIEW = 2000

interface ReviewRules {
  /** Whether an admin has yet to look at it. */
  awaitsAdmin: boolean
  /** Whether its package's page shows it: it can be answered and hidden. */
  isShown: boolean
  /** Whether its customer has taken it back: its words are gone, and nothing more is done with it. */
  isWithdrawn: boolean
  /** Whether nobody will see it any more: it is deleted after a while. */
  isOutOfSight: boolean
}
export const REVIEW_STATE = {
  waiting: { awaitsAdmin: true, isShown: false, isWithdrawn: false, isOutOfSight: false },
  shown: { awaitsAdmin: false, isShown: true, isWithdrawn: false, isOutOfSight: false },
  hidden: { awaitsAdmin: false, isShown: false, isWithdrawn: false, isOutOfSight: true },
  withdrawn: { awaitsAdmin: false, isShown: false, isWithdrawn: true, isOutOfSight: true },
} as const satisfies Record<string, ReviewRules>
export type ReviewState = keyof typeof REVIEW_STATE
export const REVIEW_STATES = namesOf(REVIEW_STATE)

export const REVIEWER_NAMINGS = ['full', 'initial', 'company'] as const
export type ReviewerNaming = (typeof REVIEWER_NAMINGS)[number]

/** The only reasons for hiding a review. A low rating is not one. */
export const HIDING_REASONS = {
  insult: 'It insults or threatens someone',
  personal_data: 'It gives away personal data',
  off_topic: 'It is not about this package',
  advertising: 'It advertises something',
  unlawful: 'It breaks the law',
} as const
export type HidingReason = keyof typeof HIDING_REASONS

interface ReviewedOrder {
  status: OrderStatus
  paymentStatus: MoneyStatus
  amountCents: number
  completedAt: Date | null
}

export function isReviewable(
  { status, paymentStatus, amountCents, completedAt }: ReviewedOrder,
  now: Date,
): boolean {
  if (
    !ORDER_STATUS[status].isDone ||
    !PAYMENT_STATUS[paymentStatus].isPaid ||
    amountCents <= 0 ||
    !completedAt
  )
    return false
  return now.getTime() <= completedAt.getTime() + WRITTEN_WITHIN_DAYS * DAY_MS
}

export const endOfEditing = (writtenAt: Date) => new Date(writtenAt.getTime() + EDITED_WITHIN_DAYS * DAY_MS)

interface Reviewer {
  firstName: string
  lastName: string
  company: string
  jobTitle: string
}

interface ReviewerName {
  customerName: string
  customerRole: string
  customerCompany: string
}

/** @returns undefined if the buyer has not given the name that this naming shows */
export function nameReviewer(naming: ReviewerNaming, buyer: Reviewer): ReviewerName | undefined {
  const { firstName, lastName, company, jobTitle } = omitPlaceholders(buyer)
  const [initial = ''] = lastName.trim()
  const customerName = {
    full: `${firstName} ${lastName}`.trim(),
    initial: initial && `${firstName} ${initial}.`.trim(),
    company: company.trim(),
  }[naming]
  if (!customerName) return undefined
  const isFull = naming === 'full'
  return { customerName, customerRole: isFull ? jobTitle : '', customerCompany: isFull ? company : '' }
}

/** 'verified': the review belongs to a paid, completed order that was not refunded in full. */
export function findBadge({
  orderId,
  refundedAt,
}: {
  orderId: number | null
  refundedAt: Date | null
}): 'verified' | 'imported' | null {
  if (orderId === null) return 'imported'
  return refundedAt ? null : 'verified'
}
