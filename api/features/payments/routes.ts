import * as z from 'zod'
import type { App, Services } from '../../app-type.ts'
import { FrameHeaders } from '../../contract/embedding.ts'
import { VerifyPaymentBody, VerifyPaymentResponse } from '../../contract/orders.ts'
import { readBrowserHash } from '../../plugins/browser.ts'
import { BadSignature } from './gateway-errors.ts'
import { createRefusalNote } from './refusal-note.ts'
import { verifyPayment } from './verify.ts'
import { receiveWebhook } from './webhook.ts'

export function paymentRoutes(app: App, services: Services): void {
  app.post(
    '/verify-payment',
    {
      config: { access: 'public' },
      schema: {
        operationId: 'verifyPayment',
        summary: 'Confirm a payment',
        description:
          'With what the provider’s checkout handed to the page. Repeating it changes nothing; the sessionId comes once, where it may sign the buyer in.',
        headers: FrameHeaders,
        body: VerifyPaymentBody,
        response: { 200: VerifyPaymentResponse },
      },
    },
    (request) => {
      const { orderId, razorpayOrderId, razorpayPaymentId, razorpaySignature } = request.body
      return verifyPayment(services, {
        orderId,
        providerOrderId: razorpayOrderId,
        paymentId: razorpayPaymentId,
        signature: razorpaySignature,
        browserHash: readBrowserHash(request),
      })
    },
  )
}

/** Registered apart from the other calls, because the signature covers the raw body. */
export function webhookRoutes(app: App, services: Services): void {
  const noteRefusal = createRefusalNote(services.db)
  app.removeAllContentTypeParsers()
  app.addContentTypeParser('application/json', { parseAs: 'buffer' }, (_request, body, done) =>
    done(null, body),
  )
  app.post(
    services.gateway.webhookPath,
    {
      config: { access: 'public' },
      schema: {
        operationId: 'receiveProviderEvent',
        summary: 'Events of the payment provider',
        description:
          'Each event id is stored once, together with the job that handles it; the response does not wait for the handling.',
        response: { 200: z.object({ received: z.literal(true) }) },
      },
    },
    async (request) => {
      const rawBody = Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0)
      try {
        await receiveWebhook(services, rawBody, request.headers)
      } catch (error) {
        if (error instanceof BadSignature) await noteRefusal()
        throw error
      }
      return { received: true as const }
    },
  )
}
