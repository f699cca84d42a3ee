/** Automatic steps of reviews: asks customers once, and publishes reviews that no admin has handled in time. */

import type { Knex } from 'knex'
import { announce } from '#api/orders/order/announce.ts'
import { CUSTOMER_HAS_EMAIL } from '#api/orders/order/mails.ts'
import type { Services } from '#api/platform/app-type.ts'
import { ASKED_AFTER_DAYS, REVIEW_STATE } from '#api/rules/order-work/reviews.ts'
import { ORDER_STATUS, PAYMENT_STATUS } from '#api/rules/orders.ts'
import { listStatuses } from '#api/rules/statuses.ts'
import { Order } from '#db/models/orders/order.ts'
import { Review } from '#db/models/orders/review.ts'
import { showReview } from './moderate.ts'

/** SQL: whether a row of `orders` qualifies for a review request. Orders from before `completed_at` was recorded never do. */
export const QUALIFIES_FOR_REVIEW = `(orders.status IN (${listStatuses(ORDER_STATUS, 'isDone')}) AND orders.payment_status IN (${listStatuses(PAYMENT_STATUS, 'isPaid')}) AND orders.amount_cents > 0
  AND orders.completed_at IS NOT NULL AND orders.user_id IS NOT NULL AND ${CUSTOMER_HAS_EMAIL}
  AND NOT EXISTS (SELECT FROM users WHERE users.id = orders.user_id AND (is_admin OR is_staff))
  AND NOT EXISTS (SELECT FROM reviews WHERE reviews.order_id = orders.id))`
const IS_DUE = `orders.review_asked_at IS NULL AND ${QUALIFIES_FOR_REVIEW}
  AND orders.completed_at <= now() - interval '${ASKED_AFTER_DAYS} days'`

/** Runs every minute. @param onError called for an order that failed; the next run tries it again */
export async function runReviewClock(
  services: Pick<Services, 'db' | 'jobs'>,
  onError: (error: unknown, orderId: number | null) => void,
): Promise<void> {
  const { db } = services
  const due = await Order.query(db).whereRaw(IS_DUE).select('id').orderBy('id')
  for (const { id } of due)
    await db.transaction((trx) => ask(services, trx, id)).catch((error) => onError(error, id))
  const over = await Review.query(db).where(isOver).select('id', 'orderId').orderBy('id')
  for (const { id, orderId } of over)
    await db.transaction((trx) => show(trx, id)).catch((error) => onError(error, orderId))
}

async function ask({ jobs }: Pick<Services, 'jobs'>, trx: Knex.Transaction, orderId: number): Promise<void> {
  await Order.query(trx).findById(orderId).forUpdate().select('id')
  // Checks again under the lock: another process may have been faster.
  const asked = Order.query(trx).findById(orderId).whereRaw(IS_DUE).patch({ reviewAskedAt: new Date() })
  if ((await asked) === 0) return
  const mails = [{ kind: 'review_request', payload: { orderId } }] as const
  await announce(trx, orderId, { type: 'review_asked', jobs, mails })
}

const isOver = (query: { whereRaw(sql: string): unknown }): void => {
  query.whereRaw(`state IN (${listStatuses(REVIEW_STATE, 'awaitsAdmin')}) AND appears_at <= now()`)
}

async function show(trx: Knex.Transaction, id: number): Promise<void> {
  const review = await Review.query(trx).findById(id).where(isOver).forUpdate()
  if (review) await showReview(trx, review)
}
