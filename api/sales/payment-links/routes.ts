import { CreateOrderResponse } from '#api/contract/sales/checkout.ts'
import { LinkedPayment, PayByLinkBody, PaymentLinkBody } from '#api/contract/sales/payment-links.ts'
import type { PaymentServices } from '#api/money/payments/gateway.ts'
import type { App } from '#api/platform/app-type.ts'
import { call } from '#api/platform/http/call.ts'
import { readCaller } from '#api/platform/http/caller.ts'
import { type Limit, MINUTE_MS } from '#api/platform/http/limits.ts'
import { markBrowser, readBrowserHash } from '#api/platform/plugins/browser.ts'
import { openPaymentLink, payByLink } from './payment-link.ts'

/** Tokens cannot be guessed; callers who try are limited anyway. */
const GUESSES: Limit = {
  name: 'payment-link',
  by: 'address',
  max: 20,
  windowMs: 10 * MINUTE_MS,
  counts: ['payment_link_invalid'],
}
const UNKNOWN = 'A link that is forged or has expired (payment_link_invalid)'
const CLOSED =
  'order_paid, order_given_up, instalment_not_due, offer_not_accepted, or an offer with a newer version (offer_replaced)'

export function paymentLinkRoutes(app: App, services: PaymentServices): void {
  call(app, 'POST /payment-links/open', {
    access: 'optional',
    tag: 'Buying',
    operationId: 'openPaymentLink',
    summary: 'Look up what an emailed link pays for',
    description:
      'By the link of the mail about a failed payment or about an instalment that is due, or by an accepted offer’s. Nothing is opened at the payment provider.',
    limits: [GUESSES],
    refusals: { 404: UNKNOWN, 409: CLOSED },
    body: PaymentLinkBody,
    response: LinkedPayment,
    handler: (request) =>
      openPaymentLink(services, request.body.token, {
        user: request.user,
        browserHash: readBrowserHash(request),
        caller: readCaller(request),
      }),
  })

  call(app, 'POST /payment-links/pay', {
    access: 'optional',
    tag: 'Buying',
    operationId: 'payByLink',
    summary: 'Pay by an emailed link',
    description:
      'The payment provider is asked first whether it has been paid. What the link asks for counts in the browser that pays alone; from it the account is made once it is paid.',
    limits: [GUESSES, { name: 'payment-link-payment', by: 'address', max: 30, windowMs: 10 * MINUTE_MS }],
    refusals: {
      400: 'Invalid input, details or a password that are missing, or a password that is too common',
      404: UNKNOWN,
      409: `${CLOSED}; below_minimum, or currency_unavailable (the provider takes none)`,
      503: 'Overloaded, or the payment provider does not answer',
    },
    body: PayByLinkBody,
    response: CreateOrderResponse,
    handler: (request, reply) =>
      payByLink(services, request.body, {
        user: request.user,
        browserHash: markBrowser(request, reply, services.env),
        caller: readCaller(request),
      }),
  })
}
