/** Disputes: a tester opens one on a captured payment, and decides it in place of the bank. */
import type { FastifyInstance } from 'fastify'
import * as z from 'zod'
import type { SandboxContext } from './context.ts'
import { type DisputeEntity, nowSeconds } from './entities.ts'
import { createId, isIdOf } from './ids.ts'
import { getPayment } from './payments.ts'
import { badRequest, malformedId, unknownId } from './razorpay-error.ts'
import { Amount, parseInput } from './request-body.ts'
import type { SandboxState } from './state.ts'
import { describeEvent } from './webhooks.ts'

const DAY_SECONDS = 24 * 60 * 60

/** @see https://razorpay.com/docs/api/disputes */
export function disputeRoutes(rest: FastifyInstance, { store }: SandboxContext): void {
  rest.get<{ Params: { id: string } }>('/disputes/:id', ({ params }) => getDispute(store.state, params.id))
}

const DisputeBody = z.strictObject({
  payment_id: z.string(),
  amount: Amount.optional(),
  reason_code: z.string().max(100).default('goods_or_services_not_received'),
  days: z.int().min(1).max(60).default(7),
})

const OutcomeBody = z.strictObject({
  dispute_id: z.string(),
  outcome: z.enum(['under_review', 'action_required', 'won', 'lost', 'closed']),
})

export function disputeOutcomeRoutes(app: FastifyInstance, { store, webhooks }: SandboxContext): void {
  app.post('/dispute', (request) => {
    const { payment_id, amount, reason_code, days } = parseInput(DisputeBody, request.body)
    return store.update((state) => {
      const payment = getPayment(state, payment_id)
      if (!payment.captured) throw badRequest('Only captured payments can be disputed')
      const now = nowSeconds()
      const dispute: DisputeEntity = {
        id: createId('disp'),
        entity: 'dispute',
        payment_id: payment.id,
        amount: amount ?? payment.amount,
        currency: payment.currency,
        amount_deducted: 0,
        reason_code,
        respond_by: now + days * DAY_SECONDS,
        status: 'open',
        phase: 'chargeback',
        created_at: now,
      }
      state.disputes.set(dispute.id, dispute)
      webhooks.enqueue(state, payment.order_id, [
        describeEvent('payment.dispute.created', { payment, dispute }),
      ])
      return dispute
    })
  })

  app.post('/dispute-outcome', (request) => {
    const { dispute_id, outcome } = parseInput(OutcomeBody, request.body)
    return store.update((state) => {
      const dispute = getDispute(state, dispute_id)
      if (!['open', 'under_review'].includes(dispute.status)) throw badRequest('The dispute has ended')
      const payment = getPayment(state, dispute.payment_id)
      // The bank asks again, with a new deadline.
      if (outcome === 'action_required') dispute.respond_by += 7 * DAY_SECONDS
      dispute.status = outcome === 'action_required' ? 'open' : outcome
      if (outcome === 'lost') dispute.amount_deducted = dispute.amount
      webhooks.enqueue(state, payment.order_id, [
        describeEvent(`payment.dispute.${outcome}`, { payment, dispute }),
      ])
      return dispute
    })
  })
}

function getDispute(state: SandboxState, id: string): DisputeEntity {
  if (!isIdOf('disp', id)) throw malformedId(id)
  const dispute = state.disputes.get(id)
  if (!dispute) throw unknownId()
  return dispute
}
