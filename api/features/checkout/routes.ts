import type { App, Services } from '../../app-type.ts'
import { FrameHeaders } from '../../contract/embedding.ts'
import { IdParams } from '../../contract/ids.ts'
import { CreateOrderBody, CreateOrderResponse } from '../../contract/orders.ts'
import { ResumedOrder, ResumeOrderBody, RetriedOrder } from '../../contract/resume-order.ts'
import { readCaller } from '../../http/caller.ts'
import { IdempotencyHeaders, respondOnce } from '../../http/idempotency.ts'
import { markBrowser, readBrowserHash } from '../../plugins/browser.ts'
import { placeOrder } from './place-order.ts'
import { resumeOrder, retryOrder } from './resume.ts'

export function checkoutRoutes(app: App, services: Services): void {
  app.post(
    '/create-order',
    {
      config: { access: 'optional' },
      schema: {
        operationId: 'createOrder',
        summary: 'Order a package',
        description:
          'Takes the purchase form (userData) or, of somebody signed in, their own id (userId). The server computes the price and opens an order at the payment provider, which the checkout then pays. A total of zero places the order at once.',
        headers: IdempotencyHeaders.extend(FrameHeaders.shape),
        body: CreateOrderBody,
        response: { 201: CreateOrderResponse },
      },
    },
    async (request, reply) => {
      const { body, user } = request
      const browserHash = markBrowser(request, reply, services.env)
      const response = await respondOnce<CreateOrderResponse>(services, request, (storeResponse) =>
        placeOrder(services, body, { user, browserHash, ipAddress: request.ip }, storeResponse),
      )
      return reply.status(201).send(response)
    },
  )

  app.post(
    '/orders/resume',
    {
      config: { access: 'optional' },
      schema: {
        operationId: 'resumeOrder',
        summary: 'An unpaid order, by the link of the mail about its failed payment',
        description: 'At the price it was placed with. The token comes from the link.',
        body: ResumeOrderBody,
        response: { 200: ResumedOrder },
      },
    },
    (request) =>
      resumeOrder(services, request.body, {
        user: request.user,
        browserHash: readBrowserHash(request),
        caller: readCaller(request),
      }),
  )

  app.post(
    '/orders/:id/retry',
    {
      config: { access: 'optional' },
      schema: {
        operationId: 'retryOrder',
        summary: 'An unpaid order of one’s own, to be paid again',
        description:
          'For the browser that placed it, known by its cookie, and for its customer; nobody else learns that it exists. The payment provider is asked first whether it has been paid.',
        params: IdParams,
        response: { 200: RetriedOrder },
      },
    },
    (request) =>
      retryOrder(services, request.params.id, { user: request.user, browserHash: readBrowserHash(request) }),
  )
}
