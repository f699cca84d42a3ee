/** Admin actions on reviews: show, hide with a reason, reply once. The team never edits a review. */
import type { Knex } from 'knex'
import type { AdminReview, DecideReviewBody, ReplyToReviewBody } from '#api/contract/orders/reviews.ts'
import { announce } from '#api/orders/order/announce.ts'
import type { Services } from '#api/platform/app-type.ts'
import { recordEdit } from '#api/platform/audit/record.ts'
import { Conflict, findOrThrow } from '#api/platform/errors.ts'
import type { Actor } from '#api/platform/plugins/guards.ts'
import { REVIEW_STATE } from '#api/rules/order-work/reviews.ts'
import { Review } from '#db/models/orders/review.ts'
import { User } from '#db/models/people/user.ts'
import { REVIEW_GRAPH, toAdminReview } from './queries.ts'

/** Shows a review on its package's page. @param review locked */
export async function showReview(trx: Knex.Transaction, review: Review): Promise<void> {
  await change(trx, review, { state: 'shown', appearsAt: null, hiddenReason: null })
}

async function change(trx: Knex.Transaction, review: Review, fields: Partial<Review>): Promise<void> {
  const { orderId, version } = review
  await review.$query(trx).patch({
    ...fields,
    version: version + 1,
    ...(fields.state && fields.state !== review.state && { stateSince: new Date() }),
  })
  if (orderId !== null) await announce(trx, orderId, { type: 'changed' })
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
  const review = await findOrThrow(Review.query(trx).findById(id).forUpdate(), 'Review')
  await review.$fetchGraph(REVIEW_GRAPH, { transaction: trx })
  if (review.version !== version || REVIEW_STATE[review.state].isWithdrawn)
    throw new Conflict('review_changed', 'The review has changed. Please check it again.')
  if (review.order?.userId === actor.id)
    throw new Conflict('own_review', 'This is your own review, so another admin must decide')
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
      await change(trx, review, { state: 'hidden', appearsAt: null, hiddenReason: body.reason })
    }
    const after = { status: review.state, hiddenReason: review.hiddenReason }
    await recordEdit(trx, about(review, actor), before, after)
    return toAdminReview(review)
  })
}

/** Replies once to a shown review. @throws NotFound; Conflict review_changed, own_review, answered, not_shown */
export async function replyToReview(
  { db }: Services,
  { actor, id, version, text }: ReplyToReviewBody & OfAdmin,
): Promise<AdminReview> {
  return db.transaction(async (trx) => {
    const review = await lockSeen(trx, { id, actor, version })
    if (review.reply) throw new Conflict('answered', 'This review already has a reply')
    if (!REVIEW_STATE[review.state].isShown)
      throw new Conflict('not_shown', 'You can only reply to a review that is shown')
    await change(trx, review, { reply: text, repliedAt: new Date() })
    await recordEdit(trx, about(review, actor), { answered: false }, { answered: true })
    return toAdminReview(review)
  })
}
