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

/** @returns undefined if there is no value */
export function describeValue(value: Exclude<AuditValue, string[]>): string | undefined {
  if (value === null || value === '') return undefined
  if (typeof value === 'boolean') return value ? 'Yes' : 'No'
  if (typeof value === 'string' && TIME.test(value)) return formatMoment(value)
  return STATUS_WORDS.get(String(value)) ?? String(value)
}

/** What was added to a list and removed from it. If both are empty, only the order of the lines has changed. */
export function compareLists(from: readonly string[], to: readonly string[]) {
  return {
    added: to.filter((line) => !from.includes(line)),
    removed: from.filter((line) => !to.includes(line)),
  }
}

/** How many characters before their first difference two long texts are shown from. */
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

/** The list in which each kind of subject is found. A refund without an order belongs to money without one. */
const LISTS: Readonly<Record<AuditEntry['subject'], { tab?: string; view?: string }>> = {
  order: { tab: 'orders' },
  user: { tab: 'users' },
  package: { tab: 'packages' },
  category: { tab: 'packages', view: 'categories' },
  coupon: { tab: 'coupons' },
  registration: { tab: 'registrations' },
  assignment: { tab: 'staff' },
  payment: { view: 'money' },
  refund: { view: 'money' },
  webhook: { view: 'events' },
  webhook_endpoint: { view: 'webhooks' },
  job: { view: 'jobs' },
  mail: { view: 'mail' },
  recipient: { view: 'notifications' },
  embed_origin: { view: 'widget' },
  import: { view: 'import' },
}

/** @returns the query of the subject's list; a tab's list is searched for the one subject that has an id */
export function findSubjectPlace({ subject, subjectId, subjectLabel }: AuditEntry): Record<string, string> {
  const list = LISTS[subject]
  return subjectId === null || list.view ? list : { ...list, q: subjectLabel.slice(0, 100) }
}

/** @returns the order that an entry is about. The label of a refund or an assignment is the order's invoice number. */
export function findOrderId({ subject, subjectId, subjectLabel }: AuditEntry): number | undefined {
  if (subject === 'order') return subjectId ?? undefined
  return subject === 'refund' || subject === 'assignment' ? readOrderId(subjectLabel) : undefined
}
