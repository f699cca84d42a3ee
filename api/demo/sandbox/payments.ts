/** Payments as the shop's server sees them. Buyers make them in `pay.ts`. */
import type { FastifyInstance } from 'fastify'
import * as z from 'zod'
import type { SandboxContext } from './context.ts'
import type { PaymentEntity } from './entities.ts'
import { isIdOf } from './ids.ts'
import { getOrder } from './orders.ts'
import { badRequest, malformedId, orderAlreadyPaid, unknownId } from './razorpay-error.ts'
import { Amount, parseInput } from './request-body.ts'
import type { SandboxState } from './state.ts'
import { describeEvent, type SandboxEvent } from './webhooks.ts'

const FEE_PERCENT = 2
const TAX_PERCENT_OF_FEE = 18

// Like at Razorpay, a capture without a currency is in rupees.
const CaptureBody = z.strictObject({ amount: Amount, currency: z.string().default('INR') })

/** @see https://razorpay.com/docs/api/payments */
export function paymentRoutes(rest: FastifyInstance, { store, webhooks }: SandboxContext): void {
  rest.get<{ Params: { id: string } }>('/payments/:id', ({ params }) => getPayment(store.state, params.id))

  rest.post<{ Params: { id: string } }>('/payments/:id/capture', ({ params, body }) => {
    const { amount, currency } = parseInput(CaptureBody, body)
    return store.update((state) => {
      const payment = getPayment(state, params.id)
      if (payment.captured) throw badRequest('This payment has already been captured')
      if (payment.status !== 'authorized') {
        throw badRequest('Only payments which have been authorized and not yet captured can be captured')
      }
      if (amount !== payment.amount) {
        throw badRequest('Capture amount must be equal to the amount authorized')
      }
      if (currency !== payment.currency) {
        throw badRequest('Capture currency must be equal to the currency of the payment')
      }
      const events = capture(state, payment)
      webhooks.enqueue(state, payment.order_id, events)
      return payment
    })
  })
}

/** @throws RazorpayError 400 */
export function getPayment(state: SandboxState, id: string): PaymentEntity {
  if (!isIdOf('pay', id)) throw malformedId(id)
  const payment = state.payments.get(id)
  if (!payment) throw unknownId()
  return payment
}

/**
 * Captures an authorised payment, which pays its order.
 * @returns the events to enqueue
 * @throws RazorpayError 400 if another payment has paid the order
 */
export function capture(state: SandboxState, payment: PaymentEntity): SandboxEvent[] {
  const order = getOrder(state, payment.order_id).entity
  if (order.status === 'paid') throw orderAlreadyPaid(order.id)
  const fee = Math.round((payment.amount * FEE_PERCENT) / 100)
  const tax = Math.round((fee * TAX_PERCENT_OF_FEE) / 100)
  Object.assign(payment, { status: 'captured', captured: true, fee: fee + tax, tax })
  Object.assign(order, { status: 'paid', amount_paid: payment.amount, amount_due: 0 })
  return [describeEvent('payment.captured', { payment }), describeEvent('order.paid', { payment, order })]
}
