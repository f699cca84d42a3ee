import { VerifyPaymentBody, VerifyPaymentResponse } from '#api/contract/sales/checkout.ts'
import { FrameHeaders } from '#api/contract/sales/widget.ts'
import type { App } from '#api/platform/app-type.ts'
import { call } from '#api/platform/http/call.ts'
import { readCaller } from '#api/platform/http/caller.ts'
import { MINUTE_MS } from '#api/platform/http/limits.ts'
import { readBrowserHash } from '#api/platform/plugins/browser.ts'
import type { PaymentServices } from './gateway.ts'
import { verifyPayment } from './verify.ts'

export function paymentRoutes(app: App, services: PaymentServices): void {
  call(app, 'POST /verify-payment', {
    access: 'optional',
    isOpenWithoutFactor: true,
    tag: 'Buying',
    operationId: 'verifyPayment',
    summary: 'Confirm a payment',
    description:
      'Repeating it changes nothing. The sessionId comes once, and only where it may sign the buyer in.',
    // Twice the limit of create-order, because the buyer's page may retry.
    limits: [{ name: 'verify-payment', by: 'address', max: 60, windowMs: 10 * MINUTE_MS }],
    refusals: { 400: 'Invalid input, or Payment verification failed (verification_failed)' },
    headers: FrameHeaders,
    body: VerifyPaymentBody,
    response: VerifyPaymentResponse,
    handler: (request) => {
      const { orderId, razorpayOrderId, razorpayPaymentId, razorpaySignature } = request.body
      return verifyPayment(services, {
        orderId,
        providerOrderId: razorpayOrderId,
        paymentId: razorpayPaymentId,
        signature: razorpaySignature,
        browserHash: readBrowserHash(request),
        caller: readCaller(request),
        user: request.user,
      })
    },
  })
}
