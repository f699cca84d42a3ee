import { History } from 'lucide-react'
import type { ReactNode } from 'react'
import type { AuditEntry } from '#api/contract/platform/audit.ts'
import { readOrderId } from '#api/rules/orders.ts'
import { EmptyValue } from '#site/areas/admin/list/cells.tsx'
import { AdminOrderLink, PlaceLink } from '#site/areas/admin/list/place-link.tsx'
import { labelsOf, type StateLook } from '#site/kit/ui/primitives/status-badge.tsx'
import { ChangeList } from './change-list.tsx'
import { makeActivity } from './make-activity.tsx'

interface SubjectLook {
  label: string
  /** The query of the list that shows the subject. undefined if none does. */
  list?: { tab?: string; view?: string }
}

const SUBJECTS: Readonly<Record<AuditEntry['subject'], SubjectLook>> = {
  order: { label: 'Order', list: { tab: 'orders' } },
  user: { label: 'User', list: { tab: 'users' } },
  package: { label: 'Package', list: { tab: 'packages' } },
  category: { label: 'Category', list: { tab: 'packages', view: 'categories' } },
  coupon: { label: 'Coupon', list: { tab: 'coupons' } },
  registration: { label: 'Registration', list: { tab: 'registrations' } },
  assignment: { label: 'Assignment', list: { tab: 'staff' } },
  payment: { label: 'Payment', list: { view: 'money' } },
  // For the refund of a payment without an order. Other refunds link to their order.
  refund: { label: 'Refund', list: { view: 'money' } },
  webhook: { label: 'Provider event', list: { view: 'events' } },
  webhook_endpoint: { label: 'Webhook', list: { view: 'webhooks' } },
  job: { label: 'Job', list: { view: 'jobs' } },
  mail: { label: 'Email', list: { view: 'mail' } },
  recipient: { label: 'Notifications', list: { view: 'notifications' } },
  embed_origin: { label: 'Website', list: { view: 'widget' } },
  import: { label: 'Import' },
  offer: { label: 'Offer', list: { view: 'offers' } },
  saved_reply: { label: 'Saved reply', list: { view: 'replies' } },
  api_key: { label: 'API key', list: { view: 'keys' } },
  review: { label: 'Review', list: { view: 'reviews' } },
}

/** The plural of each subject for the filter: 'Orders', 'Categories'. */
export const SUBJECT_NAMES = Object.fromEntries(
  Object.entries(SUBJECTS).map(([subject, { label }]) => [
    subject,
    label.endsWith('s') ? label : `${label.replace(/(?<=[^aeiou])y$/, 'ie')}s`,
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

export const Panel = makeActivity<AuditEntry>({
  title: 'Audit log',
  noun: ['entry', 'entries'],
  path: '/api/admin/audit-log',
  defaultSort: '-createdAt',
  filters: [
    { name: 'subject', label: 'About', options: { all: 'Everything', ...SUBJECT_NAMES } },
    { name: 'action', label: 'Action', options: { all: 'All actions', ...labelsOf(ACTIONS) } },
  ],
  searchHint: 'Person, order or email',
  empty: {
    icon: History,
    title: 'No changes yet',
    children:
      'Every change to an order, user, package, coupon or assignment is recorded here with its author and time. Sign-ins and exports are recorded too.',
  },
  sorts: { what: 'subject' },
  when: ({ createdAt }) => createdAt,
  what: (entry) => ({
    children: SUBJECTS[entry.subject].label,
    below: [nameActor(entry), entry.ipAddress].filter(Boolean).join(', '),
  }),
  about: (entry) => ({ main: nameSubject(entry) }),
  state: ({ action }) => ACTIONS[action],
  details: ({ changes }) => (changes.length > 0 ? <ChangeList changes={changes} /> : <EmptyValue />),
})

/** Names who acted. Without a person: the command line made an admin, the shop disabled a webhook, or a sign-in failed. */
export function nameActor({ actor, action, apiKeyId, subject, subjectId }: AuditEntry): string {
  const by = subject === 'user' && actor?.id === subjectId ? '' : 'by '
  if (actor) return `${by}${actor.firstName} ${actor.lastName}${apiKeyId ? `, by API key ${apiKeyId}` : ''}`
  if (action === 'created') return 'Command line'
  return action === 'updated' ? 'System' : 'Unknown'
}

function nameSubject(entry: AuditEntry): ReactNode {
  const orderId = findOrderId(entry)
  const place = findSubjectPlace(entry)
  if (orderId !== undefined) return <AdminOrderLink id={orderId}>{entry.subjectLabel}</AdminOrderLink>
  if (!place) return entry.subjectLabel
  return (
    <PlaceLink to={place} className="link -my-1 inline-block py-1">
      {entry.subjectLabel}
    </PlaceLink>
  )
}

/** @returns the query of the subject's list. If the list is a tab and the subject has an id, the query also searches for it. */
export function findSubjectPlace({
  subject,
  subjectId,
  subjectLabel,
}: AuditEntry): Record<string, string> | undefined {
  const { list } = SUBJECTS[subject]
  return subjectId === null || !list || list.view ? list : { ...list, q: subjectLabel.slice(0, 100) }
}

/** @returns the id of the order that an entry is about. Refunds and assignments have the order's invoice number as their label. */
export function findOrderId({ subject, subjectId, subjectLabel }: AuditEntry): number | undefined {
  if (subject === 'order') return subjectId ?? undefined
  return subject === 'refund' || subject === 'assignment' ? readOrderId(subjectLabel) : undefined
}
