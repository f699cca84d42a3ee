import { History } from 'lucide-react'
import type { AuditEntry } from '../../../../api/contract/audit.ts'
import { Badge } from '../../../ui/primitives/badge.tsx'
import { EmptyState } from '../../../ui/primitives/empty-state.tsx'
import { labelsOf } from '../../../ui/primitives/status-badge.tsx'
import type { Columns } from '../../../ui/table/data-table-columns.tsx'
import { AdminOrderLink } from '../list/admin-order-link.tsx'
import { AdminTable } from '../list/admin-table.tsx'
import { MomentCell, TwoLines } from '../list/cells.tsx'
import { PlaceLink } from '../place-link.tsx'
import { ACTIONS, findOrderId, findSubjectPlace, SUBJECT_NAMES, SUBJECTS } from './audit-labels.ts'
import { ChangeList } from './change-list.tsx'

const OPTIONS = {
  path: '/api/admin/audit-log',
  defaultSort: '-createdAt',
  filters: [
    { name: 'subject', label: 'About', options: { all: 'Everything', ...SUBJECT_NAMES } },
    { name: 'action', label: 'How', options: { all: 'All actions', ...labelsOf(ACTIONS) } },
  ],
  prefix: 'audit-',
}

/** Who changed what, and when; sign-ins and exports, too. */
export function AuditLog() {
  return (
    <AdminTable
      title="Audit log"
      noun={['entry', 'entries']}
      options={OPTIONS}
      makeColumns={makeColumns}
      searchHint="Search by person, order, e-mail or name"
      empty={
        <EmptyState icon={History} title="Nothing has been changed yet">
          Every change to an order, user, package, coupon or assignment is kept here for good, with who made
          it and when. So are sign-ins, failed ones included, and exported lists.
        </EmptyState>
      }
    />
  )
}

const makeColumns = (): Columns<AuditEntry> => [
  { header: 'When', sort: 'createdAt', cell: ({ createdAt }) => <MomentCell iso={createdAt} /> },
  {
    header: 'Who',
    cell: (entry) => (
      <TwoLines isPlain below={entry.ipAddress}>
        {nameActor(entry)}
      </TwoLines>
    ),
  },
  { header: 'What', sort: 'subject', card: 'title', cell: (entry) => <Subject entry={entry} /> },
  {
    header: 'How',
    card: 'corner',
    cell: ({ action }) => <Badge tone={ACTIONS[action].tone}>{ACTIONS[action].label}</Badge>,
  },
  {
    header: 'From and to',
    className: 'w-[36%]',
    cell: ({ changes }) => changes.length > 0 && <ChangeList changes={changes} />,
  },
]

/** An entry without a person: the command line made an admin, the shop disabled a webhook, or a sign-in failed. */
function nameActor({ actor, action, apiKeyId }: AuditEntry): string {
  if (actor) return `${actor.firstName} ${actor.lastName}${apiKeyId ? `, by API key ${apiKeyId}` : ''}`
  if (action === 'created') return 'Command line'
  return action === 'updated' ? 'The shop' : 'Somebody'
}

function Subject({ entry }: { entry: AuditEntry }) {
  const orderId = findOrderId(entry)
  return (
    <>
      <p className="shrink-0 text-ink-quiet">{SUBJECTS[entry.subject].label}</p>
      {orderId !== undefined ? (
        <AdminOrderLink id={orderId}>{entry.subjectLabel}</AdminOrderLink>
      ) : (
        <PlaceLink to={findSubjectPlace(entry)} className="link -my-1 inline-block py-1">
          {entry.subjectLabel}
        </PlaceLink>
      )}
    </>
  )
}
