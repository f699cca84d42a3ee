/** The queues of background jobs, and how often a job is tried. */
import type { Queue } from 'pg-boss'

/** The data of each queue's jobs. Only ids, so that a job reads the current state when it runs. */
export interface JobData {
  /** An event of the payment provider, by its row in webhook_events. */
  webhook: { eventRowId: number }
  /** A mail, by its row in the outbox. */
  mail: { outboxId: number }
  /** A refund, by its row in refunds. */
  refund: { refundId: number }
  /** The invoice and the credit notes that an order lacks. */
  invoice: { orderId: number }
  /** The delivery of an outgoing webhook, by its row in webhook_deliveries, and the number of earlier tries. */
  delivery: { deliveryId: number; attempts: number }
  /** A picture that was uploaded, by its row in pictures. */
  'process-picture': { pictureId: number }
  /** A file of an order that was uploaded, by its row in order_files. */
  'check-file': { fileId: string }
  /** The small picture of a file that was checked. */
  'draw-preview': { fileId: string }
  /** The access data of an order that was closed. */
  access: { orderId: number }
  /** Takes replies from the mailbox. */
  replies: Record<string, never>
  /** Looks up unpaid orders at the provider. */
  reconcile: Record<string, never>
  /** Removes personal data at the end of its retention period. */
  retention: Record<string, never>
}
export type QueueName = keyof JobData
/** Queues whose jobs only the publisher does (api/worker.ts): the API's processes do not load what they need. */
export type PublisherQueueName = 'process-picture' | 'check-file' | 'draw-preview' | 'replies'

interface QueueSettings extends Omit<Queue, 'name'> {
  /**
   * How many jobs a process takes at once. In a queue that notifies, the next batch follows a full batch without a pause.
   */
  batchSize: number
  pollIntervalSeconds: number
  /** A cron line, for jobs that run by the clock. */
  schedule?: string
}

const DAY_SECONDS = 24 * 60 * 60

/** After this long without a heartbeat another process takes the job. */
const DEAD_AFTER_SECONDS = 10

/** Retried after 2, 4, 8 … seconds and then every ten minutes, for about a day. */
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

/** For jobs that run by the clock. No retries, because the next run comes anyway; and never two at once, which would do the same work. */
const BY_CLOCK = {
  policy: 'exclusive',
  retryLimit: 0,
  heartbeatSeconds: DEAD_AFTER_SECONDS,
  batchSize: 1,
} satisfies Partial<QueueSettings>

export const QUEUES: { [Name in QueueName]: QueueSettings } = {
  webhook: { ...PERSISTENT, batchSize: 8, pollIntervalSeconds: 2 },
  // At most sixteen a second in each process, so that mails do not slow payments down in a rush.
  mail: { ...PERSISTENT, notify: false, batchSize: 8, pollIntervalSeconds: 0.5 },
  refund: { ...PERSISTENT, batchSize: 2, pollIntervalSeconds: 2 },
  // At most eight a second in each process, for the same reason. One that is asked for earlier is issued at once.
  invoice: { ...PERSISTENT, notify: false, batchSize: 4, pollIntervalSeconds: 0.5 },
  // Each job is one try of a delivery. After a failed try the next one is a job of its own (docs/webhooks.md).
  delivery: { ...PERSISTENT, batchSize: 8, pollIntervalSeconds: 2 },
  access: { ...PERSISTENT, batchSize: 2, pollIntervalSeconds: 2 },
  'process-picture': {
    ...PERSISTENT,
    // One after the other, because each uses a whole processor and some hundred megabytes.
    batchSize: 1,
    pollIntervalSeconds: 2,
    expireInSeconds: 120,
  },
  'check-file': {
    ...PERSISTENT,
    // One after the other, because a scanner uses a whole processor.
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
  replies: {
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
