/** The call of the test checkout's buttons: a buyer's attempt to pay, with the outcome that the tester chose. */
import { createHmac, randomInt } from 'node:crypto'
import type { FastifyInstance } from 'fastify'
import * as z from 'zod'
import type { SandboxContext } from './context.ts'
import { nowSeconds, type OrderEntity, type PaymentEntity } from './entities.ts'
import { createId } from './ids.ts'
import { getOrder } from './orders.ts'
import { capture } from './payments.ts'
import { badRequest, type ErrorDetails, orderAlreadyPaid, RazorpayError } from './razorpay-error.ts'
import { Amount, parseInput } from './request-body.ts'
import { describeEvent } from './webhooks.ts'

const PayBody = z.object({
  order_id: z.string(),
  outcome: z.enum(['success', 'authorized', 'declined', 'network']),
  /** The figures that the page showed to the buyer. They are only compared with the order. */
  key_id: z.string().optional(),
  amount: Amount.optional(),
  currency: z.string().optional(),
  description: z.string().max(2_048).optional(),
  email: z.string().max(256).optional(),
  contact: z.string().max(64).optional(),
})
type PayBody = z.infer<typeof PayBody>

type Failure = Pick<ErrorDetails, 'code' | 'description' | 'source' | 'step' | 'reason'>

const FAILURES: Record<'declined' | 'network', Failure> = {
  declined: {
    code: 'BAD_REQUEST_ERROR',
    description: 'Your payment has been declined by the bank. Try another card or payment method.',
    source: 'issuer_bank',
    step: 'payment_authorization',
    reason: 'card_declined',
  },
  network: {
    code: 'GATEWAY_ERROR',
    description: 'Your payment could not be completed due to a temporary technical issue. Try again later.',
    source: 'gateway',
    step: 'payment_authorization',
    reason: 'gateway_technical_error',
  },
}

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
    // A failed attempt changes the state too, so its refusal is thrown after the update.
    const result = store.update((state): PaymentEntity | RazorpayError => {
      const { entity: order, isCapturedAutomatically } = getOrder(state, attempt.order_id)
      assertAgreed(attempt, order, keyId)
      if (order.status === 'paid') throw orderAlreadyPaid(order.id)

      const payment = createPayment(order, attempt)
      state.payments.set(payment.id, payment)
      order.attempts += 1
      order.status = 'attempted'

      if (attempt.outcome === 'declined' || attempt.outcome === 'network') {
        const failure = fail(payment, FAILURES[attempt.outcome])
        webhooks.enqueue(state, order.id, [describeEvent('payment.failed', { payment })])
        return failure
      }
      payment.status = 'authorized'
      payment.acquirer_data = { auth_code: String(randomInt(100_000, 1_000_000)) }
      const authorized = describeEvent('payment.authorized', { payment })
      const isCaptured = attempt.outcome === 'success' && isCapturedAutomatically
      webhooks.enqueue(state, order.id, [authorized, ...(isCaptured ? capture(state, payment) : [])])
      return payment
    })
    if (result instanceof RazorpayError) throw result
    return {
      razorpay_order_id: result.order_id,
      razorpay_payment_id: result.id,
      razorpay_signature: createHmac('sha256', keySecret)
        .update(`${result.order_id}|${result.id}`)
        .digest('hex'),
    }
  })
}

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
}

function createPayment(order: OrderEntity, attempt: PayBody): PaymentEntity {
  const cardId = createId('card')
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
    method: 'card',
    amount_refunded: 0,
    refund_status: null,
    captured: false,
    description: attempt.description ?? null,
    card_id: cardId,
    card: {
      id: cardId,
      entity: 'card',
      name: '',
      last4: '1111',
      network: 'Visa',
      type: 'debit',
      issuer: null,
      international: isInternational,
      emi: false,
      sub_type: 'consumer',
      token_iin: null,
    },
    bank: null,
    wallet: null,
    vpa: null,
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
    acquirer_data: { auth_code: null },
    created_at: nowSeconds(),
  }
}

function fail(payment: PaymentEntity, failure: Failure): RazorpayError {
  payment.status = 'failed'
  payment.error_code = failure.code
  payment.error_description = failure.description
  payment.error_source = failure.source
  payment.error_step = failure.step
  payment.error_reason = failure.reason
  return new RazorpayError(400, {
    ...failure,
    metadata: { order_id: payment.order_id, payment_id: payment.id },
  })
}
