import { Check, Undo2 } from 'lucide-react'
import type { StrayMoney } from '../../../../api/contract/money.ts'
import { REFUND_STATUS_LABELS } from '../../../../api/contract/status-labels.ts'
import { Button } from '../../../ui/button.tsx'
import { columnsOf } from '../../../ui/data-table-columns.ts'
import { Nothing, TwoLines } from '../list/cells.tsx'
import { MomentCell } from '../list/moment-cell.tsx'
import { AdminOrderLink } from '../orders/admin-order-link.tsx'
import { formatAmount } from '../refunds/refund-labels.ts'
import { describeFlag } from './money-labels.ts'

interface MoneyActions {
  onLookedAt: (money: StrayMoney) => void
  onRefund: (money: StrayMoney) => void
}

const column = columnsOf<StrayMoney>()
const nameOf = ({ id, providerPaymentId }: StrayMoney) => providerPaymentId ?? `payment ${id}`

/** @param actions stable: the columns are made once */
export function makeMoneyColumns({ onLookedAt, onRefund }: MoneyActions) {
  return column.columns([
    column.accessor('flag', {
      header: 'Why',
      enableSorting: false,
      meta: { card: 'title', className: 'w-[30%] [td&]:align-top' },
      cell: ({ getValue }) => {
        const { title, text } = describeFlag(getValue())
        return <TwoLines below={<span className="font-normal">{text}</span>}>{title}</TwoLines>
      },
    }),
    column.accessor('amount', {
      header: 'Amount',
      sortDescFirst: true,
      meta: { align: 'end', card: 'corner', className: '[td&]:align-top' },
      cell: ({ row: { original: money } }) => (
        <TwoLines below={describeRefunds(money)}>{formatAmount(money.amount, money.currency)}</TwoLines>
      ),
    }),
    column.accessor('providerPaymentId', {
      header: 'Payment',
      enableSorting: false,
      meta: { className: '[overflow-wrap:anywhere] [td&]:align-top' },
      cell: ({ getValue }) => getValue() ?? <Nothing />,
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
    column.accessor('createdAt', {
      header: 'When',
      sortDescFirst: true,
      meta: { className: '[td&]:align-top' },
      cell: ({ getValue }) => <MomentCell iso={getValue()} />,
    }),
    column.display({
      id: 'actions',
      header: () => <span className="sr-only">Actions</span>,
      meta: { align: 'end', card: 'actions', className: '[td&]:align-top' },
      cell: ({ row: { original: money } }) => (
        <span className="flex flex-wrap gap-2 max-lg:w-full lg:justify-end">
          {money.looked ? (
            <Looked looked={money.looked} />
          ) : (
            <Button
              variant="secondary"
              aria-label={`Mark ${nameOf(money)} as looked at`}
              className="px-3 max-lg:grow"
              onClick={() => onLookedAt(money)}
            >
              <Check aria-hidden="true" className="size-4 shrink-0" />
              Mark as looked at
            </Button>
          )}
          {(Number(money.left) > 0 || money.refunds.length > 0) && (
            <Button
              variant="secondary"
              aria-label={`Refund ${nameOf(money)}`}
              className="px-3 max-lg:grow"
              onClick={() => onRefund(money)}
            >
              <Undo2 aria-hidden="true" className="size-4 shrink-0" />
              {Number(money.left) > 0 ? 'Refund' : 'Refunds'}
            </Button>
          )}
        </span>
      ),
    }),
  ])
}

function describeRefunds({ refunds }: StrayMoney): string | undefined {
  const last = refunds.at(-1)
  return last && `${REFUND_STATUS_LABELS[last.status]} ${formatAmount(last.amount, last.currency)}`
}

function Looked({ looked: { at, by, note } }: { looked: NonNullable<StrayMoney['looked']> }) {
  return (
    <span className="block text-left text-sm text-ink-quiet">
      {note && <span className="block text-ink [overflow-wrap:anywhere]">{note}</span>}
      Looked at{by && ` by ${by.firstName} ${by.lastName}`}, <MomentCell iso={at} />
    </span>
  )
}
