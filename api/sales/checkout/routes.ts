import { IdParams } from '#api/contract/platform/lists.ts'
import { CreateOrderBody, CreateOrderResponse, RetriedOrder } from '#api/contract/sales/checkout.ts'
import { FrameHeaders } from '#api/contract/sales/widget.ts'
import type { PaymentServices } from '#api/money/payments/gateway.ts'
import type { App } from '#api/platform/app-type.ts'
import { call } from '#api/platform/http/call.ts'
import { IdempotencyHeaders, respondOnce } from '#api/platform/http/idempotency.ts'
import { COUPON_LIMITS, MINUTE_MS, PASSWORD_LIMITS } from '#api/platform/http/limits.ts'
import { markBrowser, readBrowserHash } from '#api/platform/plugins/browser.ts'
import { getActor } from '#api/platform/plugins/guards.ts'
import { openNextInstalment } from './next-instalment.ts'
import { placeOrder } from './place-order.ts'
import { retryOrder } from './retry.ts'

function namesCoupon(body: unknown): boolean {
  const { couponCode, userData } = (body ?? {}) as {
    couponCode?: unknown
    userData?: { couponCode?: unknown }
  }
  return Boolean(userData?.couponCode ?? couponCode)
}

export function checkoutRoutes(app: App, services: PaymentServices): void {
  call(app, 'POST /create-order', {
    access: 'optional',
    tag: 'Buying',
    operationId: 'createOrder',
    summary: 'Order a package',
    description:
      'Takes the purchase form (userData) or the id of the signed-in caller (userId). The server computes the price. A total of zero places the order immediately.',
    limits: [
      { name: 'create-order', by: 'address', max: 30, windowMs: 10 * MINUTE_MS },
      { name: 'create-order', by: 'user', max: 30, windowMs: 10 * MINUTE_MS },
      ...COUPON_LIMITS.map((limit) => ({ ...limit, concerns: namesCoupon })),
      ...PASSWORD_LIMITS,
    ],
    refusals: {
      400: 'Invalid input, or a password that is too common',
      401: 'A checkout order while signed out',
      403: 'An order for somebody else, or from another origin',
      404: 'No such active package',
      409: 'price_changed (with finalAmount and currency), currency_unavailable (the provider takes none; with those of the default currency), coupon_invalid, email_taken, below_minimum or bought_before (asked for by again: false)',
      503: 'Overloaded, or the payment provider does not answer: Failed to create order',
    },
    headers: IdempotencyHeaders.extend(FrameHeaders.shape),
    body: CreateOrderBody,
    status: 201,
    repeat: 'first_response',
    response: CreateOrderResponse,
    handler: (request, reply) => {
      const { body, user, currentSession } = request
      const sessionRowId = currentSession?.id ?? null
      const browserHash = markBrowser(request, reply, services.env)
      return respondOnce<CreateOrderResponse>(services, request, (storeResponse) =>
        placeOrder(services, body, { user, sessionRowId, browserHash, ipAddress: request.ip }, storeResponse),
      )
    },
  })

  call(app, 'POST /orders/:id/retry', {
    access: 'optional',
    tag: 'Buying',
    operationId: 'retryOrder',
    summary: 'Pay an unpaid order of yours again',
    description:
      'For its customer, and for the browser that placed it, known by its cookie. The payment provider is asked first whether it has been paid.',
    // Each call asks the payment provider.
    limits: [{ name: 'retry', by: 'address', max: 30, windowMs: 10 * MINUTE_MS }],
    refusals: {
      404: 'Unknown, or placed by another browser and of another account',
      409: 'order_paid or order_given_up',
      503: 'Overloaded, or the payment provider does not answer',
    },
    params: IdParams,
    response: RetriedOrder,
    handler: (request) =>
      retryOrder(services, request.params.id, { user: request.user, browserHash: readBrowserHash(request) }),
  })

  call(app, 'POST /orders/:id/next-instalment', {
    access: 'customer',
    tag: 'Buying',
    operationId: 'payNextInstalment',
    summary: 'Pay the instalment of your order that is due',
    description:
      'The payment provider is asked first whether it has been paid. Opening it again gives the same payment.',
    // Each call asks the payment provider.
    limits: [{ name: 'next-instalment', by: 'user', max: 30, windowMs: 10 * MINUTE_MS }],
    refusals: {
      409: 'instalment_not_due, below_minimum or currency_unavailable',
      503: 'Overloaded, or the payment provider does not answer',
    },
    params: IdParams,
    response: RetriedOrder,
    handler: (request) =>
      openNextInstalment(services, { orderId: request.params.id, actor: getActor(request) }),
  })
}
