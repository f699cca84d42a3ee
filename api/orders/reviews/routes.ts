import {
  AdminReview,
  DecideReviewBody,
  OrderReview,
  ReplyToReviewBody,
  ReviewBody,
} from '#api/contract/orders/reviews.ts'
import { IdParams } from '#api/contract/platform/lists.ts'
import type { App, Services } from '#api/platform/app-type.ts'
import { call } from '#api/platform/http/call.ts'
import { HOUR_MS } from '#api/platform/http/limits.ts'
import { listCall } from '#api/platform/lists/list-call.ts'
import { getActor, getUser } from '#api/platform/plugins/guards.ts'
import { decideReview, replyToReview } from './moderate.ts'
import { reviewList } from './queries.ts'
import { getOrderReview, withdrawReview, writeReview } from './write.ts'

const OF_CUSTOMER = {
  access: 'customer',
  tag: 'Buying',
  params: IdParams,
  response: OrderReview,
} as const
const LIMIT = { name: 'review', by: 'user', max: 10, windowMs: HOUR_MS } as const

export function reviewRoutes(app: App, services: Services): void {
  const { db } = services

  call(app, 'GET /orders/:id/review', {
    ...OF_CUSTOMER,
    operationId: 'getOrderReview',
    summary: 'Your review of your order, and whether you may write one',
    handler: (request) => getOrderReview(db, request.params.id, getUser(request).id),
  })

  call(app, 'PUT /orders/:id/review', {
    ...OF_CUSTOMER,
    operationId: 'writeReview',
    summary: 'Review your completed order, or edit your review',
    description:
      'One per order. It appears when an admin has looked at it, or by itself after some days. An edit, within 14 days, sends it back to review and removes its reply.',
    limits: [LIMIT],
    refusals: {
      409: 'The order is not completed, was free or is refunded (not_reviewable), the time to edit is over (review_closed), it was withdrawn (review_withdrawn), or you work here (team_review)',
    },
    body: ReviewBody,
    handler: async (request) => {
      const orderId = request.params.id
      await writeReview(services, { ...request.body, orderId, actor: getActor(request) })
      return getOrderReview(db, orderId, getUser(request).id)
    },
  })

  call(app, 'DELETE /orders/:id/review', {
    ...OF_CUSTOMER,
    operationId: 'withdrawReview',
    summary: 'Withdraw your review',
    description: 'Its text and name are deleted for good, and the order cannot be reviewed again.',
    handler: async (request) => {
      const orderId = request.params.id
      await withdrawReview(services, { orderId, actor: getActor(request) })
      return getOrderReview(db, orderId, getUser(request).id)
    },
  })
}

const REFUSED = 'It has changed since, or was withdrawn (review_changed), or it is your own (own_review)'

export function reviewAdminRoutes(app: App, services: Services): void {
  const access = 'admin'

  listCall(app, services.db, 'GET /admin/reviews', reviewList, {
    operationId: 'listAllReviews',
    summary: 'Reviews of customers and those that were imported',
    description: 'Waiting, hidden and withdrawn ones too.',
  })

  call(app, 'POST /admin/reviews/:id/decision', {
    access,
    operationId: 'decideReview',
    summary: 'Show a review, or hide it for a reason from a list',
    description: 'Its customer sees the reason.',
    refusals: { 409: REFUSED },
    params: IdParams,
    body: DecideReviewBody,
    response: AdminReview,
    handler: (request) =>
      decideReview(services, { ...request.body, id: request.params.id, actor: getActor(request) }),
  })

  call(app, 'POST /admin/reviews/:id/reply', {
    access,
    operationId: 'replyToReview',
    summary: 'Answer a review that is shown, once',
    refusals: { 409: `${REFUSED}, is answered (answered), or is not shown (not_shown)` },
    params: IdParams,
    body: ReplyToReviewBody,
    response: AdminReview,
    handler: (request) =>
      replyToReview(services, { ...request.body, id: request.params.id, actor: getActor(request) }),
  })
}
