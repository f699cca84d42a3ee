import type { AuditEntry } from '../../../../api/contract/audit.ts'
import { setQuery } from '../../../stores/address.ts'
import { Badge, type BadgeTone } from '../../../ui/badge.tsx'
import { columnsOf } from '../../../ui/data-table-columns.ts'
import { QueryLink } from '../../../ui/query-link.tsx'
import { MomentCell } from '../list/moment-cell.tsx'
import { AdminOrderLink } from '../orders/admin-order-link.tsx'
import { ACTION_LABELS, addressOf, findOrderId, SUBJECT_LABELS } from './audit-labels.ts'
import { ChangeList } from './change-list.tsx'

const TONES: Readonly<Record<AuditEntry['action'], BadgeTone>> = {
  created: 'positive',
  updated: 'neutral',
  removed: 'negative',
  signed_in: 'neutral',
  sign_in_failed: 'negative',
  second_factor_failed: 'negative',
  signed_out: 'neutral',
  exported: 'neutral',
}

const column = columnsOf<AuditEntry>()

/** Nobody was signed in where an admin was made at the command line, the shop disabled a webhook, or signing in failed. */
function nameActor({ actor, action }: AuditEntry): string {
  if (actor) return `${actor.firstName} ${actor.lastName}`
  if (action === 'created') return 'Command line'
  return action === 'updated' ? 'The shop' : 'Somebody'
}

export const AUDIT_COLUMNS = column.columns([
  column.accessor('createdAt', {
    header: 'When',
    meta: { className: '[td&]:align-top' },
    cell: ({ getValue }) => <MomentCell iso={getValue()} />,
  }),
  column.accessor(nameActor, {
    id: 'actor',
    header: 'Who',
    enableSorting: false,
    meta: { className: '[td&]:align-top' },
    cell: ({ getValue, row: { original: entry } }) => (
      <>
        {getValue()}
        {entry.ipAddress && <p className="text-sm text-ink-quiet">{entry.ipAddress}</p>}
      </>
    ),
  }),
  column.accessor('subject', {
    header: 'What',
    meta: { card: 'title', className: '[td&]:align-top' },
    cell: ({ row: { original: entry } }) => <Subject entry={entry} />,
  }),
  column.accessor('action', {
    header: 'How',
    enableSorting: false,
    meta: { card: 'corner', className: '[td&]:align-top' },
    cell: ({ row: { original: entry } }) => (
      <Badge tone={TONES[entry.action]}>{ACTION_LABELS[entry.action]}</Badge>
    ),
  }),
  column.display({
    id: 'changes',
    header: 'From and to',
    meta: { card: 'actions', className: 'w-[36%] [td&]:align-top' },
    cell: ({ row: { original: entry } }) => <ChangeList changes={entry.changes} />,
  }),
])

function Subject({ entry }: { entry: AuditEntry }) {
  const orderId = findOrderId(entry)
  const address = addressOf(entry)
  return (
    <>
      <p className="text-ink-quiet">{SUBJECT_LABELS[entry.subject]}</p>
      {orderId !== undefined ? (
        <AdminOrderLink id={orderId}>{entry.subjectLabel}</AdminOrderLink>
      ) : (
        <QueryLink
          href={`?${address}`}
          onGo={() => setQuery(address)}
          className="link -my-1 inline-block py-1"
        >
          {entry.subjectLabel}
        </QueryLink>
      )}
    </>
  )
}
