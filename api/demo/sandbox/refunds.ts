import type { FastifyInstance } from 'fastify'
import * as z from 'zod'
import type { SandboxContext } from './context.ts'
import { nowSeconds, type PaymentEntity, type RefundEntity, toCollection } from './entities.ts'
import { createId, isIdOf } from './ids.ts'
import { createPayment } from './pay.ts'
import { getPayment } from './payments.ts'
import { badRequest, invalidInput, malformedId, unknownId } from './razorpay-error.ts'
import { Amount, Notes, parseInput } from './request-body.ts'
import type { SandboxState } from './state.ts'
import { describeEvent } from './webhooks.ts'

const SMALLEST_AMOUNT = 100
const SHORTEST_KEY = 10

const RefundBody = z.strictObject({
  amount: Amount.optional(),
  speed: z.enum(['normal', 'optimum'], 'The speed must be normal or optimum.').default('normal'),
  notes: Notes.default([]),
  receipt: z.string().nullish(),
})
type RefundBody = z.infer<typeof RefundBody>

/** @see https://razorpay.com/docs/api/refunds https://razorpay.com/docs/api/refunds/normal-refunds-idempotent */
export function refundRoutes(rest: FastifyInstance, { store, webhooks }: SandboxContext): void {
  rest.post<{ Params: { id: string } }>('/payments/:id/refund', ({ params, body, headers }) => {
    const wanted = parseInput(RefundBody, body)
    const key = parseKey(headers['x-refund-idempotency'])
    return store.update((state) => {
      const { id } = params
      // The demo's past payments were not made here. The shop knows how much is left of them.
      if (id.startsWith('pay_demo') && !state.payments.has(id)) {
        const made = createPayment({ id: 'order_demo', amount: 1e9, currency: 'USD' }, { method: 'card' })
        state.payments.set(id, { ...made, id, status: 'captured', captured: true })
      }
      const payment = getPayment(state, id)
      const earlier = key === undefined ? undefined : findEarlier(state, key, payment.id, wanted)
      if (earlier) return earlier
      const refund = refundPayment(state, payment, wanted)
      if (key !== undefined) {
        state.refundRequests.set(key, {
          paymentId: payment.id,
          body: JSON.stringify(wanted),
          refundId: refund.id,
        })
      }
      const created = describeEvent('refund.created', { refund, payment })
      const processed = describeEvent('refund.processed', { refund, payment })
      webhooks.enqueue(
        state,
        payment.order_id,
        refund.status === 'processed' ? [created, processed] : [created],
      )
      return refund
    })
  })

  rest.get<{ Params: { id: string } }>('/payments/:id/refunds', ({ params }) => {
    const payment = getPayment(store.state, params.id)
    const refunds = [...store.state.refunds.values()].filter(({ payment_id }) => payment_id === payment.id)
    return toCollection(refunds.reverse())
  })

  rest.get<{ Params: { id: string } }>('/refunds/:id', ({ params }) =>
    trace(getRefund(store.state, params.id)),
  )
}

/** Like at the provider, the bank's reference is missing at first: it follows after the money is sent. */
const trace = (refund: RefundEntity): RefundEntity => ({
  ...refund,
  acquirer_data: { arn: refund.status === 'processed' ? toDigits(refund.id).padEnd(23, '0') : null },
})

const toDigits = (id: string) => [...id].map((sign) => sign.charCodeAt(0) % 10).join('')

const OutcomeBody = z.strictObject({ refund_id: z.string(), outcome: z.enum(['processed', 'failed']) })

/** For testers: decides a pending refund in place of the bank. */
export function refundOutcomeRoutes(app: FastifyInstance, { store, webhooks }: SandboxContext): void {
  app.post('/refund-outcome', (request) => {
    const { refund_id, outcome } = parseInput(OutcomeBody, request.body)
    return store.update((state) => {
      const refund = getRefund(state, refund_id)
      if (refund.status !== 'pending') throw badRequest('The refund is not on its way')
      const payment = getPayment(state, refund.payment_id)
      refund.status = outcome
      if (outcome === 'failed') takeBack(payment, refund)
      webhooks.enqueue(state, payment.order_id, [describeEvent(`refund.${outcome}`, { refund, payment })])
      return refund
    })
  })
}

/** Undoes a failed refund: the money is back with the shop. */
function takeBack(payment: PaymentEntity, { amount }: RefundEntity): void {
  payment.amount_refunded -= amount
  payment.refund_status = payment.amount_refunded > 0 ? 'partial' : null
  payment.status = 'captured'
}

function parseKey(header: string | string[] | undefined): string | undefined {
  if (header === undefined) return undefined
  const key = String(header)
  if (key.length < SHORTEST_KEY) {
    throw badRequest(`The idempotency key must be at least ${SHORTEST_KEY} characters long.`)
  }
  if (!/^[\w-]+$/.test(key)) {
    throw badRequest(
      'The idempotency key must only contain alphanumeric characters, underscores, and hyphens',
    )
  }
  return key
}

/** @returns the refund that the same request created before @throws RazorpayError 409 if the key was used for another request */
function findEarlier(
  state: SandboxState,
  key: string,
  paymentId: string,
  wanted: RefundBody,
): RefundEntity | undefined {
  const earlier = state.refundRequests.get(key)
  if (!earlier) return undefined
  if (earlier.paymentId !== paymentId || earlier.body !== JSON.stringify(wanted)) {
    throw badRequest('Different request with the same idempotency key has already been processed.', 409)
  }
  return getRefund(state, earlier.refundId)
}

function refundPayment(state: SandboxState, payment: PaymentEntity, wanted: RefundBody): RefundEntity {
  if (payment.status === 'refunded') throw badRequest('The payment has been fully refunded already')
  if (payment.status !== 'captured') {
    throw badRequest('The payment status should be captured for action to be taken')
  }
  const refundable = payment.amount - payment.amount_refunded
  const amount = wanted.amount ?? refundable
  if (amount < SMALLEST_AMOUNT) {
    throw invalidInput(`The amount must be at least ${payment.currency} 1.00`, 'amount')
  }
  if (amount > refundable) {
    throw badRequest('The refund amount provided is greater than amount captured')
  }

  const refund: RefundEntity = {
    id: createId('rfnd'),
    entity: 'refund',
    amount,
    currency: payment.currency,
    payment_id: payment.id,
    notes: wanted.notes,
    receipt: wanted.receipt ?? null,
    acquirer_data: { arn: null },
    created_at: nowSeconds(),
    batch_id: null,
    status: state.faults.pendingRefunds ? 'pending' : 'processed',
    speed_processed: 'normal',
    speed_requested: wanted.speed,
  }
  state.refunds.set(refund.id, refund)
  payment.amount_refunded += amount
  const isFull = payment.amount_refunded === payment.amount
  payment.refund_status = isFull ? 'full' : 'partial'
  if (isFull) payment.status = 'refunded'
  return refund
}

function getRefund(state: SandboxState, id: string): RefundEntity {
  if (!isIdOf('rfnd', id)) throw malformedId(id)
  const refund = state.refunds.get(id)
  if (!refund) throw unknownId()
  return refund
}
