import type { Knex } from 'knex'
import { AdminReview, ReviewListQuery } from '#api/contract/orders/reviews.ts'
import { toWire } from '#api/platform/http/to-wire.ts'
import { defineList } from '#api/platform/lists/define-list.ts'
import { whereGiven } from '#api/platform/lists/list.ts'
import { containsWord } from '#api/platform/lists/search.ts'
import { findBadge, REVIEW_STATE } from '#api/rules/order-work/reviews.ts'
import { statusesThat } from '#api/rules/statuses.ts'
import { Review } from '#db/models/orders/review.ts'

/** Relations that {@link toAdminReview} needs. */
export const REVIEW_GRAPH = '[package, order]'

export const reviewList = defineList({
  query: ReviewListQuery,
  row: AdminReview,
  select: (db) => Review.query(db).withGraphFetched(REVIEW_GRAPH),
  sorts: { createdAt: ['reviews.created_at', 'reviews.id'] },
  filter: (query, { state }) => whereGiven(query, { state }),
  search: containsWord(`concat_ws(' ', '', customer_name, customer_company, comment, reply,
  (SELECT invoice_number FROM orders WHERE orders.id = reviews.order_id),
  (SELECT name FROM packages WHERE packages.id = reviews.package_id))`),
  toRow: toAdminReview,
})

export async function countWaitingReviews(db: Knex): Promise<number> {
  return await Review.query(db).whereIn('state', statusesThat(REVIEW_STATE, 'awaitsAdmin')).resultSize()
}

export function toAdminReview(review: Review): AdminReview {
  return toWire(AdminReview, {
    ...review,
    packageName: review.package?.name ?? '',
    badge: findBadge(review),
    isRefunded: review.refundedAt !== null,
    order: review.order ?? null,
  })
}
