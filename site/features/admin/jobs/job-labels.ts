import type { Job, WebhookEvent } from '../../../../api/contract/jobs.ts'
import type { BadgeTone } from '../../../ui/badge.tsx'

export const QUEUE_LABELS: Readonly<Record<Job['queue'], string>> = {
  webhook: 'Provider events',
  mail: 'Mail',
  refund: 'Refunds',
  invoice: 'Invoices',
  delivery: 'Webhooks',
  'process-picture': 'Pictures',
  import: 'Imports',
  reconcile: 'Reconciliation',
  retention: 'Retention',
}

export const JOB_STATE_LABELS: Readonly<Record<Job['state'], string>> = {
  failed: 'Failed',
  retry: 'To be tried again',
  waiting: 'Waiting',
  active: 'Running',
}
export const JOB_STATE_TONES: Readonly<Record<Job['state'], BadgeTone>> = {
  failed: 'negative',
  retry: 'caution',
  waiting: 'neutral',
  active: 'accent',
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

export const WEBHOOK_STATE_LABELS: Readonly<Record<WebhookEvent['state'], string>> = {
  handled: 'Handled',
  waiting: 'Waiting',
  failing: 'Failing',
}
export const WEBHOOK_STATE_TONES: Readonly<Record<WebhookEvent['state'], BadgeTone>> = {
  handled: 'positive',
  waiting: 'neutral',
  failing: 'negative',
}
