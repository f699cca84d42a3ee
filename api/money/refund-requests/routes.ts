import {
  AnswerRefundBody,
  AskRefundBody,
  DecideRefundBody,
  OrderRefundRequest,
  PostponeRefundBody,
} from '#api/contract/money/refund-requests.ts'
import { IdParams } from '#api/contract/platform/lists.ts'
import type { App, Services } from '#api/platform/app-type.ts'
import { call } from '#api/platform/http/call.ts'
import { createOnce } from '#api/platform/http/idempotency.ts'
import { HOUR_MS } from '#api/platform/http/limits.ts'
import { getActor, getUser } from '#api/platform/plugins/guards.ts'
import { answerDecision, askForRefund } from './ask.ts'
import { cancelInTime, decideRefundRequest, postponeDecision } from './decide.ts'
import { getOrderRefundRequest } from './read.ts'

const OF_CUSTOMER = {
  access: 'customer',
  tag: 'Buying',
  params: IdParams,
  response: OrderRefundRequest,
} as const
/** Limited because each of these calls may mail all admins. */
const LIMIT = { name: 'refund-request', by: 'user', max: 10, windowMs: HOUR_MS } as const

export function refundRequestRoutes(app: App, services: Services): void {
  const { db } = services

  call(app, 'GET /orders/:id/refund-request', {
    ...OF_CUSTOMER,
    operationId: 'getRefundRequest',
    summary: 'The refund policy for an order, and its refund request',
    description: 'For the order’s customer and admins.',
    handler: (request) => getOrderRefundRequest(db, request.params.id, getUser(request).id),
  })

  call(app, 'POST /orders/:id/cancellation', {
    ...OF_CUSTOMER,
    operationId: 'cancelOrder',
    summary: 'Cancel your order in time, without a review',
    description: 'Within 48 hours of payment and before work starts. You get everything back right away.',
    limits: [LIMIT],
    refusals: {
      409: 'Too late, or work has started (cancel_too_late); the bank reviews the payment (in_dispute); all is on its way back (already_refunded)',
    },
    handler: async (request) => {
      const orderId = request.params.id
      await cancelInTime(services, { orderId, actor: getActor(request) })
      return getOrderRefundRequest(db, orderId, getUser(request).id)
    },
  })

  call(app, 'POST /orders/:id/refund-request', {
    ...OF_CUSTOMER,
    operationId: 'requestRefund',
    summary: 'Request a refund for your order',
    description:
      'An admin decides within 7 business days. Until then work waits, unless you say that it goes on.',
    limits: [LIMIT],
    refusals: {
      409: 'It can still be cancelled without a review (cancel_instead), you have asked already (request_open), it is decided or nothing is left (not_refundable), or it is more than is left (exceeds_refundable)',
    },
    body: AskRefundBody,
    status: 201,
    repeat: 'first_response',
    handler: (request) =>
      createOnce(services, request, async (own) => {
        const orderId = request.params.id
        await askForRefund(own, { ...request.body, orderId, actor: getActor(request) })
        return getOrderRefundRequest(own.db, orderId, getUser(request).id)
      }),
  })

  call(app, 'POST /orders/:id/refund-request/answer', {
    ...OF_CUSTOMER,
    operationId: 'answerRefundDecision',
    summary: 'Accept or dispute the refund decision, or withdraw your request',
    description:
      'An amount that you agree to goes back. A decision can be disputed once, within 30 days (second_look): then another 7 business days count.',
    limits: [LIMIT],
    refusals: {
      409: 'It has changed since (request_changed), is no longer possible (not_open), the bank reviews the payment (in_dispute), or less is left (already_refunded, exceeds_refundable)',
    },
    body: AnswerRefundBody,
    handler: async (request) => {
      const orderId = request.params.id
      await answerDecision(services, { ...request.body, orderId, actor: getActor(request) })
      return getOrderRefundRequest(db, orderId, getUser(request).id)
    },
  })

  call(app, 'POST /admin/orders/:id/refund-request/date', {
    access: 'admin',
    operationId: 'postponeRefundDecision',
    summary: 'Name a later date of the decision on a refund, with its reason',
    description: 'The customer reads the reason, and gets it by mail.',
    refusals: { 409: 'It has changed since (request_changed), or it is your own (own_request)' },
    params: IdParams,
    body: PostponeRefundBody,
    response: OrderRefundRequest,
    handler: async (request) => {
      const orderId = request.params.id
      await postponeDecision(services, { ...request.body, orderId, actor: getActor(request) })
      return getOrderRefundRequest(db, orderId, getUser(request).id)
    },
  })

  call(app, 'POST /admin/orders/:id/refund-request/decision', {
    access: 'admin',
    proof: 'with_factor',
    operationId: 'decideRefundRequest',
    summary: 'Give back, offer less, or decline what a customer asks to have back',
    description: 'The amount requested is refunded immediately; less needs the customer’s agreement.',
    refusals: {
      409: 'It has changed since (request_changed), it is your own (own_request), the bank reviews the payment (in_dispute), or less is left (already_refunded, exceeds_refundable)',
    },
    params: IdParams,
    body: DecideRefundBody,
    response: OrderRefundRequest,
    handler: async (request) => {
      const orderId = request.params.id
      await decideRefundRequest(services, { ...request.body, orderId, actor: getActor(request) })
      return getOrderRefundRequest(db, orderId, getUser(request).id)
    },
  })
}
