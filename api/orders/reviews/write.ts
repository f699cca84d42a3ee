/** A customer's review of their order: written once, editable for a limited time, withdrawn at any time. */

import type { Knex } from 'knex'
import { OrderReview, type ReviewBody } from '#api/contract/orders/reviews.ts'
import { lockOwnOrder } from '#api/orders/deliveries/acceptance.ts'
import { announce } from '#api/orders/order/announce.ts'
import type { Services } from '#api/platform/app-type.ts'
import { Conflict, findOrThrow, InvalidInput } from '#api/platform/errors.ts'
import { DAY_MS } from '#api/platform/http/limits.ts'
import { toWire } from '#api/platform/http/to-wire.ts'
import type { Actor } from '#api/platform/plugins/guards.ts'
import {
  endOfEditing,
  isReviewable,
  nameReviewer,
  REVIEW_STATE,
  REVIEWER_NAMINGS,
} from '#api/rules/order-work/reviews.ts'
import { ORDER_STATUS, PAYMENT_STATUS } from '#api/rules/orders.ts'
import { hasRights } from '#api/rules/rights.ts'
import { statusesThat } from '#api/rules/statuses.ts'
import { Order } from '#db/models/orders/order.ts'
import { Review } from '#db/models/orders/review.ts'
import { User } from '#db/models/people/user.ts'

interface OfCustomer {
  orderId: number
  actor: Actor
}

/** After this time, a review that no admin has handled is published. */
const UNSEEN_DAYS = 3
/** Values that replace the content of a withdrawn review, whose row stays. */
const EMPTY = { customerName: 'Withdrawn', customerRole: '', customerCompany: '', comment: '' }

/** @throws Conflict team_review for staff and admins; review_withdrawn, review_closed, not_reviewable */
function assertWritable(order: Order, review: Review | undefined, user: User): void {
  if (hasRights(user)) throw new Conflict('team_review', 'Team members cannot write reviews')
  if (review && REVIEW_STATE[review.state].isWithdrawn)
    throw new Conflict('review_withdrawn', 'You have withdrawn your review of this order')
  if (review && endOfEditing(review.createdAt) < new Date())
    throw new Conflict('review_closed', 'The time to edit this review is over. You can still withdraw it.')
  if (
    !review
      ? !isReviewable(order, new Date())
      : review.refundedAt !== null || !ORDER_STATUS[order.status].isDone
  )
    throw new Conflict('not_reviewable', 'This order cannot be reviewed')
}

/** @throws NotFound for anyone but the order's customer */
export async function getOrderReview(db: Knex, orderId: number, userId: number): Promise<OrderReview> {
  const own = Order.query(db)
    .findById(orderId)
    .where({ userId })
    .whereNotIn('paymentStatus', statusesThat(PAYMENT_STATUS, 'isUnpaid'))
  const order = await findOrThrow(own, 'Order')
  const user = await findOrThrow(User.query(db).findById(userId), 'User')
  const review = await Review.query(db).findOne({ orderId })
  return toWire(OrderReview, {
    canWrite: mayWrite(order, review, user),
    editableUntil: review ? endOfEditing(review.createdAt) : null,
    names: REVIEWER_NAMINGS.flatMap((naming) => {
      const names = Object.values(nameReviewer(naming, order.buyer) ?? {}).filter(Boolean)
      return names.length > 0 ? [{ naming, name: names.join(', ') }] : []
    }),
    review: review ?? null,
  })
}

function mayWrite(...about: Parameters<typeof assertWritable>): boolean {
  try {
    assertWritable(...about)
    return true
  } catch {
    return false
  }
}

/**
 * Writes or edits the review of an order. An edited review waits for an admin again, loses its reply and may get a new one. If it
 * was hidden before, it is not published automatically.
 * @throws NotFound; InvalidInput; Conflict team_review, not_reviewable, review_closed, review_withdrawn
 */
export async function writeReview(
  { db }: Services,
  { rating, comment, naming, ...own }: ReviewBody & OfCustomer,
): Promise<void> {
  await db.transaction(async (trx) => {
    const order = await lockOwnOrder(trx, own)
    const { id: orderId } = order
    const user = await findOrThrow(User.query(trx).findById(own.actor.id), 'User')
    const review = await Review.query(trx).findOne({ orderId }).forUpdate()
    assertWritable(order, review, user)
    const name = nameReviewer(naming, order.buyer)
    if (!name) throw new InvalidInput('naming', 'This name is not on your order')
    const wasHidden = review !== undefined && (review.hiddenReason !== null || isHeld(review))
    const fields: Partial<Review> = {
      rating,
      comment,
      naming,
      ...name,
      state: 'waiting',
      stateSince: new Date(),
      hiddenReason: null,
      reply: '',
      repliedAt: null,
      appearsAt: wasHidden ? null : new Date(Date.now() + UNSEEN_DAYS * DAY_MS),
    }
    if (review) await review.$query(trx).patch({ ...fields, version: review.version + 1 })
    else await Review.query(trx).insert({ ...fields, orderId, packageId: order.packageId })
    await announce(trx, orderId, { type: 'changed' })
  })
}

const isHeld = ({ state, appearsAt }: Review) => REVIEW_STATE[state].awaitsAdmin && appearsAt === null

/** Deletes a review's text and name, even if it is hidden. Idempotent. @throws NotFound */
export async function withdrawReview({ db }: Services, own: OfCustomer): Promise<void> {
  await db.transaction(async (trx) => {
    const { id: orderId } = await lockOwnOrder(trx, own)
    const review = await findOrThrow(Review.query(trx).findOne({ orderId }).forUpdate(), 'Review')
    if (REVIEW_STATE[review.state].isWithdrawn) return
    await review.$query(trx).patch({
      ...EMPTY,
      naming: null,
      reply: '',
      repliedAt: null,
      hiddenReason: null,
      appearsAt: null,
      state: 'withdrawn',
      stateSince: new Date(),
      version: review.version + 1,
    })
    await announce(trx, orderId, { type: 'changed' })
  })
}
