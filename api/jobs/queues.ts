/** What is done apart from the call that causes it, and how often it is tried. */
import type { Queue } from 'pg-boss'

/** What a job of each queue carries: ids alone, so that it reads what is true when it runs. */
export interface JobData {
  /** An event of the payment provider, by its row in webhook_events. */
  webhook: { eventRowId: number }
  /** A mail, by its row in the outbox. */
  mail: { outboxId: number }
  /** Money that goes back, by its row in refunds. */
  refund: { refundId: number }
  /** Unpaid orders are looked up at the provider. */
  reconcile: Record<string, never>
}
export type QueueName = keyof JobData

interface QueueSettings extends Omit<Queue, 'name'> {
  /**
   * How many of them one process takes at once. Of a queue that notifies, a full batch is followed by the next one without
   * a pause.
   */
  batchSize: number
  /** How often a process looks for more. */
  lookEverySeconds: number
  /** A cron line, for what is not caused by a call. */
  schedule?: string
}

const DAY_SECONDS = 24 * 60 * 60

/** A process that dies in a job says nothing any more: after this the job is another's. */
const DEAD_AFTER_SECONDS = 10

/** Tried again after 2, 4, 8 … seconds and then every ten minutes, for about a day. */
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

export const QUEUES: { [Name in QueueName]: QueueSettings } = {
  webhook: { ...PERSISTENT, batchSize: 8, lookEverySeconds: 2 },
  // Sixteen a second of each process and no more: in a rush, whoever is paying comes before the mails of those who have.
  mail: { ...PERSISTENT, notify: false, batchSize: 8, lookEverySeconds: 0.5 },
  refund: { ...PERSISTENT, batchSize: 2, lookEverySeconds: 2 },
  reconcile: {
    // The next minute brings the next one; two at once would ask the provider twice.
    policy: 'exclusive',
    retryLimit: 0,
    heartbeatSeconds: DEAD_AFTER_SECONDS,
    expireInSeconds: 300,
    deleteAfterSeconds: DAY_SECONDS,
    batchSize: 1,
    lookEverySeconds: 2,
    schedule: '* * * * *',
  },
}

export const QUEUE_NAMES = Object.keys(QUEUES) as QueueName[]
