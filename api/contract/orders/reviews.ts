/** Reviews, as customers write them and admins moderate them (docs/product/order.md, Reviews). */
import * as z from 'zod'
import { Review } from '#api/contract/catalogue/catalogue.ts'
import { listParameters, oneOf } from '#api/contract/platform/lists.ts'
import { boundedText } from '#api/contract/platform/text.ts'
import {
  HIDING_REASONS,
  type HidingReason,
  LONGEST_REVIEW,
  REVIEW_STATES,
  REVIEWER_NAMINGS,
} from '#api/rules/order-work/reviews.ts'

const Reason = z.enum(Object.keys(HIDING_REASONS) as [HidingReason, ...HidingReason[]], 'Choose a reason')

const STARS = 'Please give 1 to 5 stars'
export const ReviewBody = z.object({
  rating: z.int(STARS).min(1, STARS).max(5, STARS),
  comment: boundedText({
    min: 1,
    max: LONGEST_REVIEW,
    label: 'Review',
    isLong: true,
    message: 'Please write a few words',
  }),
  naming: oneOf('naming', REVIEWER_NAMINGS).describe(
    'full: name, job title and company; initial: first name and initial; company: the company alone',
  ),
})
export type ReviewBody = z.infer<typeof ReviewBody>

const OwnReview = Review.omit({ id: true, badge: true, isCompany: true }).extend({
  naming: z.enum(REVIEWER_NAMINGS).nullable(),
  state: z.enum(REVIEW_STATES),
  appearsAt: z.string().nullable().describe('when it is shown by itself, while it waits'),
  hiddenReason: Reason.nullable(),
})

export const OrderReview = z.object({
  canWrite: z.boolean().describe('a new one, or an edit of the one that is there'),
  editableUntil: z.string().nullable(),
  names: z
    .array(z.object({ naming: z.enum(REVIEWER_NAMINGS), name: z.string() }))
    .describe('how its customer can be named, and what is then shown'),
  review: OwnReview.nullable(),
})
export type OrderReview = z.infer<typeof OrderReview>

export const ReviewListQuery = z.object({
  ...listParameters(['createdAt'], '-createdAt'),
  state: oneOf('state', REVIEW_STATES).optional().describe('only reviews in this state'),
})
export type ReviewListQuery = z.infer<typeof ReviewListQuery>

export const AdminReview = OwnReview.omit({ naming: true }).extend({
  id: z.int(),
  version: z.int().describe('counts its changes: a decision names the one that was seen'),
  badge: Review.shape.badge,
  isRefunded: z.boolean().describe('all that was paid for its order went back'),
  packageName: z.string(),
  order: z.object({ id: z.int(), invoiceNumber: z.string() }).nullable().describe('null: it is imported'),
})
export type AdminReview = z.infer<typeof AdminReview>

const Version = z.int().min(1)

export const DecideReviewBody = z.discriminatedUnion('decision', [
  z.object({ version: Version, decision: z.literal('show') }),
  z.object({ version: Version, decision: z.literal('hide'), reason: Reason }),
])
export type DecideReviewBody = z.infer<typeof DecideReviewBody>

export const ReplyToReviewBody = z.object({
  version: Version,
  text: boundedText({
    min: 1,
    max: LONGEST_REVIEW,
    label: 'Reply',
    isLong: true,
    message: 'Please write a reply',
  }),
})
export type ReplyToReviewBody = z.infer<typeof ReplyToReviewBody>
