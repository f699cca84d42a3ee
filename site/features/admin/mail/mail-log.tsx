import { Mail as MailIcon } from 'lucide-react'
import type { Mail } from '../../../../api/contract/operation.ts'
import { EmptyState } from '../../../ui/primitives/empty-state.tsx'
import { labelsOf, StateBadge } from '../../../ui/primitives/status-badge.tsx'
import { actionsColumn, type Columns } from '../../../ui/table/data-table-columns.tsx'
import { AdminOrderLink } from '../list/admin-order-link.tsx'
import { AdminTable } from '../list/admin-table.tsx'
import { Email, MomentCell, Nothing, TwoLines } from '../list/cells.tsx'
import { KIND_LABELS, MAIL_STATES } from './mail-labels.ts'
import { ResendButton } from './resend-button.tsx'

const STATES = { all: 'All states', ...labelsOf(MAIL_STATES), unresolved: 'Refused, not sent again' }
const OPTIONS = {
  path: '/api/admin/mails',
  defaultSort: '-createdAt',
  filters: [
    { name: 'kind', label: 'Kind', options: { all: 'All kinds', ...KIND_LABELS } },
    { name: 'state', label: 'State', options: STATES },
  ],
  prefix: 'mail-',
}

export function MailLog() {
  return (
    <AdminTable
      title="Mail log"
      noun={['mail', 'mails']}
      options={OPTIONS}
      makeColumns={makeColumns}
      searchHint="Search by address or subject"
      empty={
        <EmptyState icon={MailIcon} title="No mail has been sent yet">
          Confirmations, receipts and all other mails of the shop are listed here, with what became of them.
        </EmptyState>
      }
    />
  )
}

const makeColumns = ({ refresh }: { refresh: () => void }): Columns<Mail> => [
  { header: 'When', sort: '-createdAt', cell: ({ createdAt }) => <MomentCell iso={createdAt} /> },
  {
    header: 'Mail',
    sort: 'kind',
    card: 'title',
    className: 'w-[38%]',
    cell: (mail) => (
      <TwoLines below={mail.subject}>
        {KIND_LABELS[mail.kind]}
        {mail.orderId !== null && (
          <>
            <span className="font-normal text-ink-quiet"> · </span>
            <AdminOrderLink id={mail.orderId}>INV-{mail.orderId}</AdminOrderLink>
          </>
        )}
        {mail.resends !== null && (
          <span className="font-normal text-ink-quiet"> · again, for no. {mail.resends}</span>
        )}
      </TwoLines>
    ),
  },
  { header: 'To', cell: ({ toEmail }) => (toEmail === null ? <Nothing /> : <Email address={toEmail} />) },
  {
    header: 'State',
    sort: 'state',
    card: 'corner',
    cell: ({ state }) => <StateBadge look={MAIL_STATES[state]} />,
  },
  { header: 'Why', className: 'max-w-64', cell: (mail) => <Reason mail={mail} /> },
  actionsColumn((mail) => <ResendButton mail={mail} onResent={refresh} />),
]

function Reason({ mail: { attempts, reason, state } }: { mail: Mail }) {
  const tries = attempts > 1 && `${attempts} tries`
  if (reason === null) return tries || <Nothing />
  return (
    <TwoLines isPlain below={state !== 'skipped' && tries}>
      {reason}
    </TwoLines>
  )
}
