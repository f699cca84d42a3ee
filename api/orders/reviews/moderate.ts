/** What admins do with reviews: look, show, hide for a reason, answer once. Nobody of the team edits one. */
import type { Knex } from 'knex'
import {
  AdminReview,
  type DecideReviewBody,
  type ReplyToReviewBody,
  type ReviewListQuery,
} from '#api/contract/orders/reviews.ts'
import { notifyOrder } from '#api/orders/order/notify-order.ts'
import type { Services } from '#api/platform/app-type.ts'
import { recordEdit } from '#api/platform/audit/record.ts'
import { Conflict, getFound } from '#api/platform/errors.ts'
import { toWire } from '#api/platform/http/to-wire.ts'
import { fetchPage, type Page, whereGiven } from '#api/platform/lists/list.ts'
import { holdsWord, whereWordsHeld } from '#api/platform/lists/search.ts'
import type { Actor } from '#api/platform/plugins/guards.ts'
import { findBadge } from '#api/rules/order-work/reviews.ts'
import { Review } from '#db/models/orders/review.ts'
import { User } from '#db/models/people/user.ts'

const SORTS = { createdAt: ['reviews.created_at', 'reviews.id'] }
const GRAPH = '[package, hiddenPackage, order]'
const HELD = holdsWord(`concat_ws(' ', '', customer_name, customer_company, comment, reply,
  (SELECT invoice_number FROM orders WHERE orders.id = reviews.order_id),
  (SELECT name FROM packages WHERE packages.id = coalesce(reviews.package_id, reviews.hidden_package_id)))`)

export async function listReviews(db: Knex, list: ReviewListQuery): Promise<Page<AdminReview>> {
  const query = Review.query(db).withGraphFetched(GRAPH)
  whereGiven(query, { state: list.state })
  whereWordsHeld(query, HELD, list.q)
  const { rows, total } = await fetchPage(query, list, SORTS)
  return { rows: rows.map(toAdminReview), total }
}

/** Counts the reviews that an admin should look at. */
export async function countWaitingReviews(db: Knex): Promise<number> {
  return await Review.query(db).where({ state: 'waiting' }).resultSize()
}

function toAdminReview(review: Review): AdminReview {
  return toWire(AdminReview, {
    ...review,
    packageName: (review.package ?? review.hiddenPackage)?.name ?? '',
    badge: findBadge(review),
    isRefunded: review.refundedAt !== null,
    order: review.order ?? null,
  })
}

/** Shows a review on its package's page. @param review locked */
export async function showReview(trx: Knex.Transaction, review: Review): Promise<void> {
  const packageId = review.packageId ?? review.hiddenPackageId
  await change(trx, review, {
    state: 'shown',
    appearsAt: null,
    hiddenReason: null,
    packageId,
    hiddenPackageId: null,
  })
}

async function change(trx: Knex.Transaction, review: Review, fields: Partial<Review>): Promise<void> {
  const { orderId, version } = review
  await review.$query(trx).patch({
    ...fields,
    version: version + 1,
    ...(fields.state && fields.state !== review.state && { stateSince: new Date() }),
  })
  if (orderId !== null) await notifyOrder(trx, { orderId, isTeamOnly: false })
}

interface OfAdmin {
  id: number
  actor: Actor
}

/** @throws NotFound; Conflict review_changed, own_review */
async function lockSeen(
  trx: Knex.Transaction,
  { id, version, actor }: OfAdmin & { version: number },
): Promise<Review> {
  await User.query(trx).findById(actor.id).forKeyShare().select('id')
  await actor.holdRight(trx)
  const review = await getFound(Review.query(trx).findById(id).forUpdate(), 'Review')
  await review.$fetchGraph(GRAPH, { transaction: trx })
  if (review.version !== version || review.state === 'withdrawn')
    throw new Conflict('review_changed', 'The review has changed meanwhile. Please look at it again.')
  if (review.order?.userId === actor.id)
    throw new Conflict('own_review', 'This is your own review, so another admin decides')
  return review
}

const about = ({ id }: Review, actor: Actor) =>
  ({ actorId: actor.id, subject: 'review', subjectId: id, label: `Review ${id}` }) as const

/** @throws NotFound; Conflict review_changed, own_review */
export async function decideReview(
  { db }: Services,
  { actor, id, ...body }: DecideReviewBody & OfAdmin,
): Promise<AdminReview> {
  return db.transaction(async (trx) => {
    const review = await lockSeen(trx, { id, actor, version: body.version })
    const before = { status: review.state, hiddenReason: review.hiddenReason }
    if (body.decision === 'show') await showReview(trx, review)
    else {
      await change(trx, review, {
        state: 'hidden',
        appearsAt: null,
        hiddenReason: body.reason,
        packageId: null,
        hiddenPackageId: review.packageId ?? review.hiddenPackageId,
      })
    }
    const after = { status: review.state, hiddenReason: review.hiddenReason }
    await recordEdit(trx, about(review, actor), before, after)
    return toAdminReview(review)
  })
}

/** Once, and of a review that is shown. @throws NotFound; Conflict review_changed, own_review, answered, not_shown */
export async function replyToReview(
  { db }: Services,
  { actor, id, version, text }: ReplyToReviewBody & OfAdmin,
): Promise<AdminReview> {
  return db.transaction(async (trx) => {
    const review = await lockSeen(trx, { id, actor, version })
    if (review.reply) throw new Conflict('answered', 'This review is answered already')
    if (review.state !== 'shown') throw new Conflict('not_shown', 'Only a review that is shown is answered')
    await change(trx, review, { reply: text, repliedAt: new Date() })
    await recordEdit(trx, about(review, actor), { answered: false }, { answered: true })
    return toAdminReview(review)
  })
}
