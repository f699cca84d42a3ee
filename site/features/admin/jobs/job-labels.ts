import type { Job } from '../../../../api/contract/operation.ts'
import type { WebhookEvent } from '../../../../api/contract/payments.ts'
import type { StateLook } from '../../../ui/primitives/status-badge.tsx'

export const QUEUE_LABELS: Readonly<Record<Job['queue'], string>> = {
  webhook: 'Provider events',
  mail: 'Mail',
  refund: 'Refunds',
  invoice: 'Invoices',
  delivery: 'Webhooks',
  'process-picture': 'Pictures',
  'check-file': 'Files of orders',
  access: 'Access data of closed orders',
  import: 'Imports',
  reconcile: 'Reconciliation',
  retention: 'Retention',
}

export const JOB_STATES: Readonly<Record<Job['state'], StateLook>> = {
  failed: { label: 'Failed', tone: 'negative' },
  retry: { label: 'To be tried again', tone: 'caution' },
  waiting: { label: 'Waiting', tone: 'neutral' },
  active: { label: 'Running', tone: 'accent' },
}

const SUBJECTS = {
  webhook: 'Event',
  mail: 'Mail',
  refund: 'Refund',
  order: 'Order',
  delivery: 'Webhook',
  picture: 'Picture',
  import: 'Import',
} as const

/** @example describeJob(job) // 'Refund 12' */
export function describeJob({ queue, subject }: Pick<Job, 'queue' | 'subject'>): string {
  return subject ? `${SUBJECTS[subject.kind]} ${subject.id}` : QUEUE_LABELS[queue]
}

export const WEBHOOK_STATES: Readonly<Record<WebhookEvent['state'], StateLook>> = {
  handled: { label: 'Handled', tone: 'positive' },
  waiting: { label: 'Waiting', tone: 'neutral' },
  failing: { label: 'Failing', tone: 'negative' },
}

export const countTries = (tries: number) => (tries === 1 ? 'One try' : `${tries} tries`)
