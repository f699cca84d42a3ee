import type { App, Services } from '../../app-type.ts'
import { IdParams } from '../../contract/ids.ts'
import { OrderRefunds, Refund, RefundBody } from '../../contract/refunds.ts'
import { IdempotencyHeaders, respondOnce } from '../../http/idempotency.ts'
import { getUser } from '../../plugins/guards.ts'
import { askForRefund, getOrderRefunds } from './refund-list.ts'

export function refundRoutes(app: App, services: Services): void {
  app.get(
    '/admin/orders/:id/refunds',
    {
      config: { access: 'admin' },
      schema: {
        operationId: 'getOrderRefunds',
        summary: "What of an order's payment was refunded, and what is left",
        description: 'With the advice of the refund policy for this order.',
        params: IdParams,
        response: { 200: OrderRefunds },
      },
    },
    (request) => getOrderRefunds(services.db, request.params.id),
  )

  app.post(
    '/admin/orders/:id/refunds',
    {
      config: { access: 'admin', proof: 'with_factor' },
      schema: {
        operationId: 'createOrderRefund',
        summary: 'Refund an order, wholly or in part',
        description:
          'The refund is queued; the provider is asked by a job. Repeated under the same Idempotency-Key it gives money back once.',
        params: IdParams,
        headers: IdempotencyHeaders,
        body: RefundBody,
        response: { 201: Refund },
      },
    },
    async (request, reply) => {
      const { body, params } = request
      const adminId = getUser(request).id
      const refund = await respondOnce<Refund>(services, request, (storeResponse) =>
        askForRefund(services, { orderId: params.id }, { body, adminId, storeResponse }),
      )
      return reply.status(201).send(refund)
    },
  )

  app.post(
    '/admin/money-without-order/:id/refunds',
    {
      config: { access: 'admin', proof: 'with_factor' },
      schema: {
        operationId: 'createPaymentRefund',
        summary: 'Refund a payment, whether or not it has an order',
        description:
          'The refund is queued; the provider is asked by a job. Repeated under the same Idempotency-Key it gives money back once.',
        params: IdParams,
        headers: IdempotencyHeaders,
        body: RefundBody,
        response: { 201: Refund },
      },
    },
    async (request, reply) => {
      const { body, params } = request
      const adminId = getUser(request).id
      const refund = await respondOnce<Refund>(services, request, (storeResponse) =>
        askForRefund(services, { paymentId: params.id }, { body, adminId, storeResponse }),
      )
      return reply.status(201).send(refund)
    },
  )
}
