import { FileText } from 'lucide-react'
import type { Dispute } from '../../../../api/contract/disputes.ts'
import { Badge } from '../../../ui/badge.tsx'
import { buttonClass } from '../../../ui/button.tsx'
import { columnsOf } from '../../../ui/data-table-columns.ts'
import { DownloadLink } from '../../../ui/download-link.tsx'
import { Nothing, TwoLines } from '../list/cells.tsx'
import { MomentCell } from '../list/moment-cell.tsx'
import { AdminOrderLink } from '../orders/admin-order-link.tsx'
import { formatAmount } from '../refunds/refund-labels.ts'
import { DISPUTE_STATES, describeCode, evidenceOf } from './dispute-labels.ts'

const column = columnsOf<Dispute>()

export function makeDisputeColumns() {
  return column.columns([
    column.accessor('reason', {
      header: 'Dispute',
      enableSorting: false,
      meta: { card: 'title', className: 'w-[26%] [overflow-wrap:anywhere] [td&]:align-top' },
      cell: ({ row: { original: dispute } }) => (
        <TwoLines below={`${describeCode(dispute.phase)} · ${dispute.providerDisputeId}`}>
          {describeCode(dispute.reason)}
        </TwoLines>
      ),
    }),
    column.accessor('amount', {
      header: 'Amount',
      enableSorting: false,
      meta: { align: 'end', className: '[td&]:align-top' },
      cell: ({ row: { original: dispute } }) => formatAmount(dispute.amount, dispute.currency),
    }),
    column.accessor('respondBy', {
      header: 'Answer by',
      meta: { className: '[td&]:align-top' },
      cell: ({ row: { original: dispute } }) => <AnswerBy dispute={dispute} />,
    }),
    column.accessor('status', {
      header: 'State',
      enableSorting: false,
      meta: { card: 'corner', className: '[td&]:align-top' },
      cell: ({ getValue }) => (
        <Badge tone={DISPUTE_STATES[getValue()].tone} dot>
          {DISPUTE_STATES[getValue()].label}
        </Badge>
      ),
    }),
    column.accessor('order', {
      header: 'Order',
      enableSorting: false,
      meta: { className: '[td&]:align-top' },
      cell: ({ getValue }) => {
        const order = getValue()
        return order ? <AdminOrderLink id={order.id}>{order.invoiceNumber}</AdminOrderLink> : <Nothing />
      },
    }),
    column.accessor('openedAt', {
      header: 'Opened',
      sortDescFirst: true,
      meta: { className: '[td&]:align-top' },
      cell: ({ getValue }) => <MomentCell iso={getValue()} />,
    }),
    column.display({
      id: 'actions',
      header: () => <span className="sr-only">Actions</span>,
      meta: { align: 'end', card: 'actions', className: '[td&]:align-top' },
      cell: ({ row: { original: dispute } }) => <EvidenceLink dispute={dispute} />,
    }),
  ])
}

/** The date counts only while there is something to answer. */
function AnswerBy({ dispute: { status, respondBy } }: { dispute: Dispute }) {
  if (!respondBy) return <Nothing />
  return (
    <span className={status === 'open' ? 'font-medium text-negative' : 'text-ink-quiet'}>
      <MomentCell iso={respondBy} />
    </span>
  )
}

export function EvidenceLink({ dispute }: { dispute: Dispute }) {
  return (
    <DownloadLink
      href={evidenceOf(dispute)}
      aria-label={`Download evidence for ${dispute.providerDisputeId}`}
      className={buttonClass({ variant: 'secondary', className: 'max-lg:w-full lg:px-3' })}
    >
      <FileText aria-hidden="true" className="size-4" />
      Evidence
    </DownloadLink>
  )
}
