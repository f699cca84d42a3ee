/** Which code does which job. */
import type { FastifyBaseLogger } from 'fastify'
import type { Services } from '../app-type.ts'
import { reconcileUnpaidOrders } from '../features/payments/reconcile.ts'
import { processWebhook } from '../features/payments/webhook.ts'
import type { JobHandlers } from './jobs.ts'

export function createJobHandlers(services: Services, log: FastifyBaseLogger): JobHandlers {
  return {
    webhook: ({ eventRowId }) => processWebhook(services, eventRowId),
    mail: async () => {},
    refund: async () => {},
    reconcile: async () => {
      await reconcileUnpaidOrders(services, (error, orderId) =>
        log.error({ err: error, orderId }, 'order not settled'),
      )
    },
  }
}
