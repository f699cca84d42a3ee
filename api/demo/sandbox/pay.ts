/** The call behind the test checkout's buttons: an attempt to pay, with the outcome that the tester chose. */
import { createHmac } from 'node:crypto'
import type { FastifyInstance } from 'fastify'
import * as z from 'zod'
import type { SandboxContext } from './context.ts'
import { nowSeconds, type OrderEntity, type PaymentEntity } from './entities.ts'
import { createId } from './ids.ts'
import {
  describeBase,
  describeConsent,
  describeMethod,
  type Failure,
  failureOf,
  METHODS,
  TIMED_OUT,
} from './methods.ts'
import { getOrder } from './orders.ts'
import { capture, getPayment } from './payments.ts'
import { badRequest, orderAlreadyPaid, RazorpayError } from './razorpay-error.ts'
import { Amount, parseInput } from './request-body.ts'
import type { SandboxState } from './state.ts'
import { describeEvent, type SandboxEvent } from './webhooks.ts'

const PayBody = z.object({
  order_id: z.string(),
  outcome: z.enum(['success', 'authorized', 'declined', 'network', 'timed_out']),
  method: z.enum(METHODS).default('card'),
  /** The values that the page showed to the buyer. They are only compared with the order. */
  key_id: z.string().optional(),
  amount: Amount.optional(),
  currency: z.string().optional(),
  description: z.string().max(2_048).optional(),
  email: z.string().max(256).optional(),
  contact: z.string().max(64).optional(),
})
type PayBody = z.infer<typeof PayBody>

/** Razorpay marks a payment as failed if the bank has not answered for ten minutes, but keeps asking for three days. */
const FAILED_AFTER_MS = 10 * 60_000
const ASKED_FOR_SECONDS = 3 * 24 * 60 * 60

export function payRoutes(app: FastifyInstance, { store, webhooks, keyId, keySecret }: SandboxContext): void {
  app.addHook('onRequest', async (_request, reply) => {
    reply.headers({
      'access-control-allow-origin': '*',
      'access-control-allow-headers': 'content-type',
      'access-control-allow-methods': 'POST',
    })
  })
  app.options('/pay', (_request, reply) => reply.status(204).send())

  app.post('/pay', (request) => {
    const attempt = parseInput(PayBody, request.body)
    // A failed attempt also changes the state, so its error is thrown after the update.
    const result = store.update((state): PaymentEntity | RazorpayError => {
      const { entity: order, isCapturedAutomatically } = getOrder(state, attempt.order_id)
      assertAgreed(attempt, order, keyId)
      if (order.status === 'paid') throw orderAlreadyPaid(order.id)

      const payment = createPayment(order, attempt)
      state.payments.set(payment.id, payment)
      order.attempts += 1
      order.status = 'attempted'

      const { outcome, method } = attempt
      // The checkout stops waiting, but the bank may still answer.
      if (outcome === 'timed_out') return refusalOf(payment, TIMED_OUT)
      if (outcome === 'declined' || outcome === 'network') {
        const failure = failureOf(outcome, method)
        webhooks.enqueue(state, order.id, fail(payment, failure))
        return refusalOf(payment, failure)
      }
      const isCaptured = outcome === 'success' && isCapturedAutomatically
      webhooks.enqueue(state, order.id, authorize(state, payment, isCaptured))
      return payment
    })
    if (result instanceof RazorpayError) {
      const paymentId = result.details.metadata.payment_id ?? ''
      if (attempt.outcome === 'timed_out') setTimeout(giveUp, FAILED_AFTER_MS, paymentId).unref()
      throw result
    }
    return {
      razorpay_order_id: result.order_id,
      razorpay_payment_id: result.id,
      razorpay_signature: createHmac('sha256', keySecret)
        .update(`${result.order_id}|${result.id}`)
        .digest('hex'),
    }
  })

  function giveUp(paymentId: string): void {
    store.update((state) => {
      const payment = state.payments.get(paymentId)
      if (payment?.status === 'created') webhooks.enqueue(state, payment.order_id, fail(payment, TIMED_OUT))
    })
  }

  /** For testers: the bank's late answer about a payment that the checkout no longer waits for, or that it never answers. */
  app.post('/bank-answer', (request) => {
    const { payment_id, outcome } = parseInput(AnswerBody, request.body)
    return store.update((state) => {
      const payment = getPayment(state, payment_id)
      const isLate = payment.error_reason === TIMED_OUT.reason
      if (payment.status !== 'created' && !(isLate && outcome === 'authorized'))
        throw badRequest('No answer of the bank is awaited')
      if (outcome === 'authorized' && nowSeconds() - payment.created_at > ASKED_FOR_SECONDS)
        throw badRequest('The bank is no longer asked')
      const { entity: order, isCapturedAutomatically } = getOrder(state, payment.order_id)
      const isCaptured = isCapturedAutomatically && order.status !== 'paid'
      const events = outcome === 'failed' ? fail(payment, TIMED_OUT) : authorize(state, payment, isCaptured)
      webhooks.enqueue(state, payment.order_id, events)
      return payment
    })
  })
}

const AnswerBody = z.strictObject({ payment_id: z.string(), outcome: z.enum(['failed', 'authorized']) })

function assertAgreed(attempt: PayBody, order: OrderEntity, keyId: string): void {
  if (attempt.key_id !== undefined && attempt.key_id !== keyId)
    throw badRequest('The api key provided is invalid')
  const isSameMoney =
    (attempt.amount ?? order.amount) === order.amount &&
    (attempt.currency ?? order.currency) === order.currency
  if (!isSameMoney) {
    throw badRequest(
      'Your payment amount is different from your order amount. To pay successfully, please try using right amount.',
    )
  }
  if (attempt.method !== 'card' && order.currency !== 'INR')
    throw badRequest('The method is offered in rupees alone')
}

export function createPayment(
  order: Pick<OrderEntity, 'id' | 'amount' | 'currency'>,
  attempt: Pick<PayBody, 'method' | 'description' | 'email' | 'contact'>,
): PaymentEntity {
  const isInternational = order.currency !== 'INR'
  return {
    id: createId('pay'),
    entity: 'payment',
    amount: order.amount,
    currency: order.currency,
    status: 'created',
    order_id: order.id,
    invoice_id: null,
    international: isInternational,
    amount_refunded: 0,
    refund_status: null,
    captured: false,
    description: attempt.description ?? null,
    wallet: null,
    ...describeMethod(attempt.method, isInternational),
    ...describeBase(order.amount, order.currency),
    email: attempt.email ?? null,
    contact: attempt.contact ?? null,
    notes: [],
    fee: null,
    tax: null,
    error_code: null,
    error_description: null,
    error_source: null,
    error_step: null,
    error_reason: null,
    created_at: nowSeconds(),
  }
}

/** @returns the events to enqueue */
function authorize(state: SandboxState, payment: PaymentEntity, isCaptured: boolean): SandboxEvent[] {
  const error = { code: null, description: null, source: null, step: null, reason: null }
  Object.assign(payment, toFields(error), {
    status: 'authorized',
    acquirer_data: describeConsent(payment.method),
  })
  const authorized = describeEvent('payment.authorized', { payment })
  return [authorized, ...(isCaptured ? capture(state, payment) : [])]
}

/** @returns the events to enqueue */
function fail(payment: PaymentEntity, failure: Failure): SandboxEvent[] {
  Object.assign(payment, toFields(failure), { status: 'failed' })
  return [describeEvent('payment.failed', { payment })]
}

const toFields = (error: Record<keyof Failure, string | null>) => ({
  error_code: error.code,
  error_description: error.description,
  error_source: error.source,
  error_step: error.step,
  error_reason: error.reason,
})

const refusalOf = (payment: PaymentEntity, failure: Failure): RazorpayError =>
  new RazorpayError(400, { ...failure, metadata: { order_id: payment.order_id, payment_id: payment.id } })
