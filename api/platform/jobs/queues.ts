/** Queues of the background jobs, with their retry rules. */
import type { Queue } from 'pg-boss'

/** Job data per queue. Only ids, so that a job reads the current state when it runs. */
export interface JobData {
  /** Processes an event of the payment provider, by its row in provider_events. */
  'provider-event': { eventRowId: number }
  /** Sends a mail, by its row in outbox. */
  mail: { outboxId: number }
  /** Makes a refund, by its row in refunds. */
  refund: { refundId: number }
  /** Issues the invoice and credit notes that an order lacks. */
  invoice: { orderId: number }
  /** Makes one attempt to send a webhook message, by its row in webhook_messages. `attempts`: earlier attempts. */
  'webhook-attempt': { webhookMessageId: number; attempts: number }
  /** Processes an uploaded picture, by its row in pictures. */
  'process-picture': { pictureId: number }
  /** Checks an uploaded file of an order, by its row in order_files. */
  'check-file': { fileId: string }
  /** Draws the preview of a checked file. */
  'draw-preview': { fileId: string }
  /** Removes the credentials of a closed order. */
  'remove-credentials': { orderId: number }
  /** Fetches incoming mails from the mailbox. */
  'incoming-mail': Record<string, never>
  /** Looks unpaid orders up at the payment provider. */
  reconcile: Record<string, never>
  /** Removes personal data whose retention period has ended. */
  retention: Record<string, never>
}
export type QueueName = keyof JobData
/** Queues that only the worker works on (api/worker.ts): API processes do not load their dependencies. */
export type WorkerQueueName = 'process-picture' | 'check-file' | 'draw-preview' | 'incoming-mail'

interface QueueSettings extends Omit<Queue, 'name'> {
  /** Jobs that a process takes at once. In a queue with `notify` a full batch is followed by the next one without a pause. */
  batchSize: number
  pollIntervalSeconds: number
  /** Cron expression of a scheduled job. */
  schedule?: string
}

const DAY_SECONDS = 24 * 60 * 60

/** Without a heartbeat for this long, another process takes the job over. */
const DEAD_AFTER_SECONDS = 10

/** Retried after 2, 4, 8 … seconds, then every ten minutes, for about a day. */
const PERSISTENT = {
  retryLimit: 150,
  retryDelay: 2,
  retryBackoff: true,
  retryDelayMax: 600,
  heartbeatSeconds: DEAD_AFTER_SECONDS,
  expireInSeconds: 60,
  retentionSeconds: 30 * DAY_SECONDS,
  deleteAfterSeconds: 30 * DAY_SECONDS,
  notify: true,
} satisfies Partial<Queue>

/** Scheduled jobs. No retries, because the next run follows anyway. Never two at once, which would do the same work twice. */
const BY_CLOCK = {
  policy: 'exclusive',
  retryLimit: 0,
  heartbeatSeconds: DEAD_AFTER_SECONDS,
  batchSize: 1,
} satisfies Partial<QueueSettings>

export const QUEUES: { [Name in QueueName]: QueueSettings } = {
  'provider-event': { ...PERSISTENT, batchSize: 8, pollIntervalSeconds: 2 },
  // At most sixteen a second per process, so that a rush of mails does not slow payments down.
  mail: { ...PERSISTENT, notify: false, batchSize: 8, pollIntervalSeconds: 0.5 },
  refund: { ...PERSISTENT, batchSize: 2, pollIntervalSeconds: 2 },
  // At most eight a second per process, for the same reason. An invoice that is requested earlier is issued at once.
  invoice: { ...PERSISTENT, notify: false, batchSize: 4, pollIntervalSeconds: 0.5 },
  // Each job is one attempt. The next attempt after a failure is a new job (docs/webhooks.md).
  'webhook-attempt': { ...PERSISTENT, batchSize: 8, pollIntervalSeconds: 2 },
  'remove-credentials': { ...PERSISTENT, batchSize: 2, pollIntervalSeconds: 2 },
  'process-picture': {
    ...PERSISTENT,
    // One at a time, because each uses a whole CPU core and some hundred megabytes.
    batchSize: 1,
    pollIntervalSeconds: 2,
    expireInSeconds: 120,
  },
  'check-file': {
    ...PERSISTENT,
    // One at a time, because a scanner uses a whole CPU core.
    batchSize: 1,
    pollIntervalSeconds: 2,
    expireInSeconds: 300,
  },
  'draw-preview': { ...PERSISTENT, batchSize: 1, pollIntervalSeconds: 2, expireInSeconds: 120 },
  reconcile: {
    ...BY_CLOCK,
    expireInSeconds: 300,
    deleteAfterSeconds: DAY_SECONDS,
    pollIntervalSeconds: 2,
    schedule: '* * * * *',
  },
  'incoming-mail': {
    ...BY_CLOCK,
    expireInSeconds: 300,
    deleteAfterSeconds: DAY_SECONDS,
    pollIntervalSeconds: 2,
    schedule: '* * * * *',
  },
  retention: {
    ...BY_CLOCK,
    expireInSeconds: 3_600,
    deleteAfterSeconds: 30 * DAY_SECONDS,
    pollIntervalSeconds: 10,
    schedule: '30 3 * * *',
  },
}

export const QUEUE_NAMES = Object.keys(QUEUES) as QueueName[]
