import type { AuditEntry, AuditValue } from '../../../../api/contract/audit.ts'
import { readOrderId } from '../../../../api/rules/orders.ts'
import { ASSIGNMENT_STATUS_LABELS, ORDER_STATUS_LABELS } from '../../../../api/rules/status-labels.ts'
import { formatMoment } from '../../../format/date.ts'
import type { StateLook } from '../../../ui/primitives/status-badge.tsx'

const STATUS_WORDS = new Map(
  Object.entries({ ...ORDER_STATUS_LABELS, ...ASSIGNMENT_STATUS_LABELS }).map(([status, label]) => [
    status,
    label.toLowerCase(),
  ]),
)
const TIME = /^\d{4}-\d\d-\d\dT[\d:.]+Z$/

interface SubjectLook {
  label: string
  /** The query of the list in which it is found. */
  list: { tab?: string; view?: string }
}

export const SUBJECTS: Readonly<Record<AuditEntry['subject'], SubjectLook>> = {
  order: { label: 'Order', list: { tab: 'orders' } },
  user: { label: 'User', list: { tab: 'users' } },
  package: { label: 'Package', list: { tab: 'packages' } },
  category: { label: 'Category', list: { tab: 'packages', view: 'categories' } },
  coupon: { label: 'Coupon', list: { tab: 'coupons' } },
  registration: { label: 'Registration', list: { tab: 'registrations' } },
  assignment: { label: 'Assignment', list: { tab: 'staff' } },
  payment: { label: 'Payment', list: { view: 'money' } },
  // Of a payment without an order. Any other refund leads to its order.
  refund: { label: 'Refund', list: { view: 'money' } },
  webhook: { label: 'Provider event', list: { view: 'events' } },
  webhook_endpoint: { label: 'Webhook', list: { view: 'webhooks' } },
  job: { label: 'Job', list: { view: 'jobs' } },
  mail: { label: 'Mail', list: { view: 'mail' } },
  recipient: { label: 'Notifications', list: { view: 'notifications' } },
  embed_origin: { label: 'Website', list: { view: 'widget' } },
  import: { label: 'Import', list: { view: 'import' } },
  offer: { label: 'Offer', list: { view: 'offers' } },
  saved_reply: { label: 'Saved reply', list: { view: 'replies' } },
  api_key: { label: 'API key', list: { view: 'keys' } },
  review: { label: 'Review', list: { view: 'reviews' } },
}

/** The names of the subjects in a filter: 'Orders', 'Categories'. */
export const SUBJECT_NAMES = Object.fromEntries(
  Object.entries(SUBJECTS).map(([subject, { label }]) => [
    subject,
    label.endsWith('s') ? label : `${label.replace(/y$/, 'ie')}s`,
  ]),
)

export const ACTIONS: Readonly<Record<AuditEntry['action'], StateLook>> = {
  created: { label: 'Created', tone: 'positive' },
  updated: { label: 'Changed', tone: 'neutral' },
  removed: { label: 'Removed', tone: 'negative' },
  signed_in: { label: 'Signed in', tone: 'neutral' },
  sign_in_failed: { label: 'Sign-in failed', tone: 'negative' },
  second_factor_failed: { label: 'Second factor failed', tone: 'negative' },
  signed_out: { label: 'Signed out', tone: 'neutral' },
  exported: { label: 'Exported', tone: 'neutral' },
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

/** @returns the query of the subject's list; a tab's list is searched for the one subject that has an id */
export function findSubjectPlace({ subject, subjectId, subjectLabel }: AuditEntry): Record<string, string> {
  const { list } = SUBJECTS[subject]
  return subjectId === null || list.view ? list : { ...list, q: subjectLabel.slice(0, 100) }
}

/** @returns the order that an entry is about. The label of a refund or an assignment is the order's invoice number. */
export function findOrderId({ subject, subjectId, subjectLabel }: AuditEntry): number | undefined {
  if (subject === 'order') return subjectId ?? undefined
  return subject === 'refund' || subject === 'assignment' ? readOrderId(subjectLabel) : undefined
}
