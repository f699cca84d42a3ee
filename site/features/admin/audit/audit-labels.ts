import type { AuditEntry, AuditValue } from '../../../../api/contract/audit.ts'
import { readOrderId } from '../../../../api/contract/invoice-number.ts'
import { ASSIGNMENT_STATUS_LABELS, ORDER_STATUS_LABELS } from '../../../../api/contract/status-labels.ts'
import { formatMoment } from '../../../format/date.ts'

const STATUS_WORDS = new Map(
  Object.entries({ ...ORDER_STATUS_LABELS, ...ASSIGNMENT_STATUS_LABELS }).map(([status, label]) => [
    status,
    label.toLowerCase(),
  ]),
)
const TIME = /^\d{4}-\d\d-\d\dT[\d:.]+Z$/

export const SUBJECT_LABELS: Readonly<Record<AuditEntry['subject'], string>> = {
  order: 'Order',
  user: 'User',
  package: 'Package',
  category: 'Category',
  coupon: 'Coupon',
  registration: 'Registration',
  assignment: 'Assignment',
  payment: 'Payment',
  refund: 'Refund',
  webhook: 'Provider event',
  webhook_endpoint: 'Webhook',
  job: 'Job',
  mail: 'Mail',
  recipient: 'Notifications',
  embed_origin: 'Website',
  import: 'Import',
}

export const ACTION_LABELS: Readonly<Record<AuditEntry['action'], string>> = {
  created: 'Created',
  updated: 'Changed',
  removed: 'Removed',
  signed_in: 'Signed in',
  sign_in_failed: 'Sign-in failed',
  second_factor_failed: 'Second factor failed',
  signed_out: 'Signed out',
  exported: 'Exported',
}

/** @example describeField('deliveryDays') // 'Delivery days' */
export function describeField(field: string): string {
  const words = field.replaceAll(/([a-z])([A-Z])/g, '$1 $2').toLowerCase()
  return words.charAt(0).toUpperCase() + words.slice(1)
}

/** @returns undefined for nothing */
export function describeValue(value: Exclude<AuditValue, string[]>): string | undefined {
  if (value === null || value === '') return undefined
  if (typeof value === 'boolean') return value ? 'Yes' : 'No'
  if (typeof value === 'string' && TIME.test(value)) return formatMoment(value)
  return STATUS_WORDS.get(String(value)) ?? String(value)
}

/** What was added to a list and removed from it. Both empty: only the order changed. */
export function compareLists(from: readonly string[], to: readonly string[]) {
  return {
    added: to.filter((line) => !from.includes(line)),
    removed: from.filter((line) => !to.includes(line)),
  }
}

/** Longer texts are shown from this many characters before their first difference. */
const LEAD = 24

/**
 * The position from which to show two long texts: the start of a word a little before their first difference.
 * @returns 0 for the beginning
 */
export function findDifference(from: string, to: string): number {
  let at = 0
  while (at < from.length && at < to.length && from[at] === to[at]) at += 1
  return at <= LEAD ? 0 : from.lastIndexOf(' ', at - LEAD) + 1
}

const TABS: Readonly<Record<AuditEntry['subject'], string>> = {
  order: 'orders',
  user: 'users',
  package: 'packages',
  category: 'packages',
  coupon: 'coupons',
  registration: 'registrations',
  assignment: 'staff',
  payment: 'staff',
  refund: 'orders',
  webhook: 'staff',
  webhook_endpoint: 'staff',
  job: 'staff',
  mail: 'staff',
  recipient: 'staff',
  embed_origin: 'staff',
  import: 'staff',
}
/** Lists beside the audit log, and the names of their searches. */
const VIEWS: Partial<Record<AuditEntry['subject'], string>> = {
  category: 'categories',
  payment: 'money',
  webhook: 'events',
  webhook_endpoint: 'webhooks',
  job: 'jobs',
  mail: 'mail',
  recipient: 'notifications',
  embed_origin: 'widget',
  import: 'import',
}

/** Where a subject without an order is found in the area, by its name; where it has no id, its whole list. */
export function addressOf({ subject, subjectId, subjectLabel }: AuditEntry): URLSearchParams {
  if (subjectId === null) return new URLSearchParams({ tab: TABS[subject] })
  const view = VIEWS[subject]
  if (view) return new URLSearchParams({ tab: TABS[subject], view })
  // Of money without an order.
  if (subject === 'refund') return new URLSearchParams({ view: 'money' })
  return new URLSearchParams({ tab: TABS[subject], q: subjectLabel.slice(0, 100) })
}

/** @returns the order that an entry is about; refunds and assignments are named by its number */
export function findOrderId({ subject, subjectId, subjectLabel }: AuditEntry): number | undefined {
  if (subject === 'order') return subjectId ?? undefined
  return subject === 'refund' || subject === 'assignment' ? readOrderId(subjectLabel) : undefined
}
