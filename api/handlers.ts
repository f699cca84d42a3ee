/** Job handlers of the API's processes, by queue. Those of the worker are in worker-handlers.ts. */
import type { FastifyBaseLogger } from 'fastify'
import { removeUnusedPictures } from './catalogue/pictures/picture.ts'
import { MAILS } from './mails.ts'
import { runInstalmentClock } from './money/instalments/jobs.ts'
import { issueDocuments, issueMissingInvoices } from './money/invoices/issue.ts'
import type { PaymentServices } from './money/payments/gateway.ts'
import { handleProviderEvent } from './money/provider-events/provider-event.ts'
import { reconcileUnpaidOrders } from './money/provider-events/reconcile.ts'
import { reconcileRefunds, sendRefund } from './money/refunds/jobs.ts'
import { refreshOverview } from './operations/overview/overview.ts'
import { eraseRowsAddedSince } from './operations/privacy/erasure.ts'
import { announceFileRemoval } from './operations/privacy/file-removal.ts'
import { applyRetention } from './operations/privacy/retention.ts'
import { removeCredentials, tidyCredentials } from './orders/credentials/remove.ts'
import { compareFiles, removeFiles, removeStrays } from './orders/files/remove.ts'
import { countLate, findLateReplies } from './orders/order/attention.ts'
import { runWaitClock } from './orders/reminders/jobs.ts'
import { runReviewClock } from './orders/reviews/jobs.ts'
import { notifyByClock } from './outbound/notifications/jobs.ts'
import { notifyOfFailedMail } from './outbound/notifications/notify.ts'
import { attemptWebhook } from './outbound/webhooks/attempts.ts'
import type { JobHandlers } from './platform/jobs/jobs.ts'
import type { WorkerQueueName } from './platform/jobs/queues.ts'
import { deliverMail } from './platform/mail/send.ts'
import type { Mailer } from './platform/mail/transport.ts'
import { openObjects, openStorage } from './platform/storage/open.ts'
import { runOfferClock } from './sales/offers/jobs.ts'

export function createJobHandlers(
  services: PaymentServices & { mailer: Mailer },
  log: FastifyBaseLogger,
): Omit<JobHandlers, WorkerQueueName> {
  return {
    'provider-event': ({ eventRowId }) => handleProviderEvent(services, eventRowId),
    mail: ({ outboxId }) =>
      deliverMail(
        {
          ...services,
          mails: MAILS,
          onRefused: (trx, mail) => notifyOfFailedMail(services.jobs, trx, mail),
        },
        outboxId,
      ),
    refund: ({ refundId }) => sendRefund(services, refundId),
    invoice: ({ orderId }) => issueDocuments(services.db, orderId),
    'webhook-attempt': (job) => attemptWebhook(services, job),
    'remove-credentials': ({ orderId }) => removeCredentials(services.db, orderId),
    reconcile: async () => {
      try {
        await reconcileUnpaidOrders(services, (error, orderId) =>
          log.error({ err: error, orderId }, 'order not settled'),
        )
        await reconcileRefunds(services, (error, refundId) =>
          log.error({ err: error, refundId }, 'refund status not updated'),
        )
        await issueMissingInvoices(services.db, (error, orderId) =>
          log.error({ err: error, orderId }, 'invoice not issued'),
        )
        await refreshOverview(services.db)
        await runWaitClock(services, (error, orderId) =>
          log.error({ err: error, orderId }, 'step of an order that waits not taken'),
        )
        await runInstalmentClock(services, (error, orderId) =>
          log.error({ err: error, orderId }, 'reminder of a payment not sent'),
        )
        await runReviewClock(services, (error, orderId) =>
          log.error({ err: error, orderId }, 'step of a review not taken'),
        )
        await runOfferClock(services, (error, offerId) =>
          log.error({ err: error, offerId }, 'step of an offer not taken'),
        )
      } finally {
        await tidyCredentials(services, (error, orderId) =>
          log.error({ err: error, orderId }, 'credentials not removed'),
        )
        await notifyByClock(services, { countLate, findLateReplies })
        // Last, because the file store may be unreachable.
        await removeFiles(services.db, await openStorage(services.env))
      }
    },
    retention: async () => {
      try {
        await eraseRowsAddedSince(services.db)
        await announceFileRemoval(services)
      } finally {
        await applyRetention(services.db)
        const objects = await openObjects(services.env)
        await removeUnusedPictures(services.db, objects)
        await removeStrays(services.db, objects)
        await compareFiles(services.db, await openStorage(services.env))
      }
    },
  }
}
