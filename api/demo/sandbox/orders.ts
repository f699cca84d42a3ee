import type { FastifyInstance } from 'fastify'
import * as z from 'zod'
import type { SandboxContext } from './context.ts'
import { nowSeconds, type OrderEntity, type PaymentEntity, toCollection } from './entities.ts'
import { createId, isIdOf } from './ids.ts'
import { invalidInput, malformedId, unknownId } from './razorpay-error.ts'
import { Amount, Notes, parseInput } from './request-body.ts'
import type { SandboxState, StoredOrder } from './state.ts'

const SMALLEST_AMOUNT = 100
const MAX_RECEIPT_LENGTH = 40
const CURRENCIES = new Set(Intl.supportedValuesOf('currency'))

const OrderBody = z.strictObject({
  amount: Amount.refine(
    (amount) => amount >= SMALLEST_AMOUNT,
    'Order amount less than minimum amount allowed',
  ),
  // Like at Razorpay, an order without a currency is in rupees.
  currency: z
    .string()
    .refine((currency) => CURRENCIES.has(currency), 'Currency is not supported')
    .default('INR'),
  receipt: z
    .string()
    .max(MAX_RECEIPT_LENGTH, `The receipt may not be greater than ${MAX_RECEIPT_LENGTH} characters.`)
    .nullish(),
  notes: Notes.default([]),
  partial_payment: z.literal(false, 'Partial payments are not part of the sandbox.').optional(),
  payment_capture: z.union([z.boolean(), z.literal(0), z.literal(1)]).optional(),
  payment: z.looseObject({ capture: z.enum(['automatic', 'manual']) }).optional(),
})

const listNumber = (fallback: number, min: number, max: number) =>
  z
    .string()
    .regex(/^\d{1,10}$/)
    .transform(Number)
    .pipe(z.number().min(min).max(max))
    .default(fallback)

const OrderQuery = z.object({
  receipt: z.string().optional(),
  from: listNumber(0, 0, Number.MAX_SAFE_INTEGER),
  to: listNumber(Number.MAX_SAFE_INTEGER, 0, Number.MAX_SAFE_INTEGER),
  count: listNumber(10, 1, 100),
  skip: listNumber(0, 0, Number.MAX_SAFE_INTEGER),
})

/** @see https://razorpay.com/docs/api/orders */
export function orderRoutes(rest: FastifyInstance, { store }: SandboxContext): void {
  rest.post('/orders', (request) => {
    const { amount, currency, receipt, notes, payment, payment_capture } = parseInput(OrderBody, request.body)
    const entity: OrderEntity = {
      id: createId('order'),
      entity: 'order',
      amount,
      amount_paid: 0,
      amount_due: amount,
      currency,
      receipt: receipt ?? null,
      offer_id: null,
      status: 'created',
      attempts: 0,
      notes,
      created_at: nowSeconds(),
    }
    const isCapturedAutomatically = payment
      ? payment.capture === 'automatic'
      : Boolean(payment_capture ?? true)
    return store.update((state) => {
      if (state.faults.refusedCurrencies.includes(currency))
        throw invalidInput('Currency is not supported', 'currency')
      state.orders.set(entity.id, { entity, isCapturedAutomatically })
      return entity
    })
  })

  rest.get('/orders', (request) => {
    const { receipt, from, to, count, skip } = parseInput(OrderQuery, request.query)
    const newestFirst = [...store.state.orders.values()].map(({ entity }) => entity).reverse()
    const matching = newestFirst.filter(
      (order) =>
        (receipt === undefined || order.receipt === receipt) &&
        order.created_at >= from &&
        order.created_at <= to,
    )
    return toCollection(matching.slice(skip, skip + count))
  })

  rest.get<{ Params: { id: string } }>('/orders/:id', ({ params }) => getOrder(store.state, params.id).entity)

  rest.get<{ Params: { id: string } }>('/orders/:id/payments', ({ params }) => {
    const { entity } = getOrder(store.state, params.id)
    return toCollection(listPayments(store.state, entity.id))
  })
}

/** @throws RazorpayError 400 */
export function getOrder(state: SandboxState, id: string): StoredOrder {
  if (!isIdOf('order', id)) throw malformedId(id)
  const order = state.orders.get(id)
  if (!order) throw unknownId()
  return order
}

/** Newest first. */
function listPayments(state: SandboxState, orderId: string): PaymentEntity[] {
  return [...state.payments.values()].filter((payment) => payment.order_id === orderId).reverse()
}
