import type { Mail } from '../../../../api/contract/mail.ts'
import { Badge } from '../../../ui/badge.tsx'
import { columnsOf } from '../../../ui/data-table-columns.ts'
import { Email, Nothing, TwoLines } from '../list/cells.tsx'
import { MomentCell } from '../list/moment-cell.tsx'
import { AdminOrderLink } from '../orders/admin-order-link.tsx'
import { KIND_LABELS, STATE_LABELS, STATE_TONES } from './mail-labels.ts'
import { ResendButton } from './resend-button.tsx'

const column = columnsOf<Mail>()

/** @param onResent stable: the columns are made once */
export function makeMailColumns(onResent: () => void) {
  return column.columns([
    column.accessor('createdAt', {
      header: 'When',
      sortDescFirst: true,
      meta: { className: '[td&]:align-top' },
      cell: ({ getValue }) => <MomentCell iso={getValue()} />,
    }),
    column.accessor('kind', {
      header: 'Mail',
      meta: { card: 'title', className: 'w-[38%] [td&]:align-top' },
      cell: ({ row: { original: mail } }) => (
        <TwoLines below={mail.subject}>
          {KIND_LABELS[mail.kind]}
          {mail.orderId !== null && (
            <>
              <span className="font-normal text-ink-quiet"> · </span>
              <AdminOrderLink id={mail.orderId}>Order #{mail.orderId}</AdminOrderLink>
            </>
          )}
          {mail.resends !== null && (
            <span className="font-normal text-ink-quiet"> · again, for no. {mail.resends}</span>
          )}
        </TwoLines>
      ),
    }),
    column.accessor('toEmail', {
      header: 'To',
      enableSorting: false,
      meta: { className: '[td&]:align-top' },
      cell: ({ getValue }) => {
        const address = getValue()
        return address === null ? <Nothing /> : <Email address={address} />
      },
    }),
    column.accessor('state', {
      header: 'State',
      meta: { card: 'corner', className: '[td&]:align-top' },
      cell: ({ row: { original: mail } }) => (
        <Badge tone={STATE_TONES[mail.state]} dot>
          {STATE_LABELS[mail.state]}
        </Badge>
      ),
    }),
    column.accessor('reason', {
      header: 'Why',
      enableSorting: false,
      meta: { className: 'max-w-64 [overflow-wrap:anywhere] [td&]:align-top' },
      cell: ({ row: { original: mail } }) => <Reason mail={mail} />,
    }),
    column.display({
      id: 'actions',
      header: () => <span className="sr-only">Actions</span>,
      meta: { align: 'end', card: 'actions', className: '[td&]:align-top' },
      cell: ({ row: { original: mail } }) => <ResendButton mail={mail} onResent={onResent} />,
    }),
  ])
}

function Reason({ mail: { attempts, reason, state } }: { mail: Mail }) {
  const tries = attempts > 1 ? `${attempts} tries` : undefined
  if (reason === null) return tries ?? <Nothing />
  return (
    <TwoLines isPlain below={state === 'skipped' ? undefined : tries}>
      {reason}
    </TwoLines>
  )
}
