import { BanknoteArrowDown } from 'lucide-react'
import type { ListedOrder } from '../../../../api/contract/admin.ts'
import type { OrderAnswer } from '../../../../api/contract/answers.ts'
import { isOpen, mapStatuses } from '../../../../api/contract/order-statuses.ts'
import { formatUsd } from '../../../format/money.ts'
import { Button } from '../../../ui/button.tsx'
import { columnsOf } from '../../../ui/data-table-columns.ts'
import { DateCell, Nothing } from '../list/cells.tsx'
import { AdminOrderLink } from './admin-order-link.tsx'
import { AnswersButton } from './answers-button.tsx'
import { DueCell } from './due-cell.tsx'
import { describePayment, isErased, nameOrder } from './order-labels.ts'
import { SelectBox } from './select-box.tsx'
import { StatusSelect } from './status-select.tsx'

interface OrderActions {
  onSaved: (order: ListedOrder) => Promise<void>
  onShowAnswers: (order: ListedOrder, answers: OrderAnswer[]) => void
  onRefund: (order: ListedOrder) => void
}

const column = columnsOf<ListedOrder>()

/** Those of this table alone (docs/product/back-office.md, Admin area). */
const TONES = mapStatuses(({ adminTone }) => adminTone)

/** @param actions stable: the columns are made once */
export function makeOrderColumns({ onSaved, onShowAnswers, onRefund }: OrderActions) {
  return column.columns([
    column.display({
      id: 'select',
      header: ({ table }) => (
        <SelectBox
          ids={table.getRowModel().rows.map(({ original }) => original.id)}
          label="Select all on this page"
        />
      ),
      cell: ({ row: { original: order } }) => (
        <SelectBox ids={[order.id]} label={`Select ${nameOrder(order)}`} />
      ),
      meta: { card: 'title', className: 'w-11' },
    }),
    column.accessor('invoiceNumber', {
      header: 'Invoice',
      sortDescFirst: true,
      cell: ({ row: { original: order } }) => (
        <AdminOrderLink id={order.id}>{nameOrder(order)}</AdminOrderLink>
      ),
      meta: { card: 'title', className: 'w-[5.25rem] [td&]:font-medium', isCut: true },
    }),
    column.display({
      id: 'customer',
      header: 'Customer',
      cell: ({ row: { original: order } }) => <Customer order={order} />,
      meta: { isCut: true },
    }),
    column.accessor('packageName', {
      header: 'Package',
      cell: ({ getValue }) => <span title={getValue()}>{getValue()}</span>,
      meta: { className: 'w-28 min-[1400px]:w-36', isCut: true },
    }),
    column.accessor('amount', {
      header: 'Amount',
      sortDescFirst: true,
      cell: ({ row: { original: order } }) => (
        <span className="max-lg:flex max-lg:flex-col max-lg:items-end">
          <span className="font-medium">{formatUsd(order.amount)}</span>{' '}
          <span className="text-ink-quiet">{describePayment(order)}</span>
        </span>
      ),
      meta: { align: 'end', card: 'corner', className: 'w-[8.25rem]', isCut: true },
    }),
    column.accessor('status', {
      header: 'Status',
      cell: ({ row: { original: order } }) => <StatusSelect order={order} tones={TONES} onSaved={onSaved} />,
      meta: { className: 'w-[7.75rem]' },
    }),
    column.display({
      id: 'answers',
      header: 'Answers',
      cell: ({ row: { original: order } }) => (
        <AnswersButton order={order} onFound={(answers) => onShowAnswers(order, answers)} />
      ),
      meta: { className: 'w-[4.5rem]' },
    }),
    column.display({
      id: 'staff',
      header: 'Staff',
      cell: ({ row: { original: order } }) => <Staff order={order} />,
      meta: { className: 'w-24', isCut: true },
    }),
    column.accessor('promisedBy', {
      header: 'Due',
      cell: ({ row: { original: order } }) => <DueCell order={order} />,
      meta: { className: 'w-[9.5rem]', isCut: true },
    }),
    column.accessor('createdAt', {
      header: 'Date',
      sortDescFirst: true,
      cell: ({ row }) => <DateCell iso={row.original.createdAt} isShort />,
      meta: { align: 'end', className: 'w-[5.5rem] lg:max-[1400px]:hidden' },
    }),
    column.display({
      id: 'actions',
      header: () => <span className="sr-only">Actions</span>,
      cell: ({ row: { original: order } }) =>
        order.paymentId !== null && (
          <Button
            variant="ghost"
            aria-label={`Refund ${order.invoiceNumber}`}
            title="Refund"
            className="max-lg:flex-1 max-lg:border max-lg:border-line lg:px-2 lg:text-[13px]"
            onClick={() => onRefund(order)}
          >
            {/* The names need the room. */}
            <BanknoteArrowDown aria-hidden="true" className="hidden size-4 lg:max-[1400px]:block" />
            <span className="lg:max-[1400px]:hidden">Refund</span>
          </Button>
        ),
      meta: { align: 'end', card: 'actions', className: 'w-[5.25rem] lg:max-[1400px]:w-[3.75rem]' },
    }),
  ])
}

/** An order of a customer who was erased names nobody any more. */
function Customer({ order: { customer } }: { order: ListedOrder }) {
  const name = `${customer.firstName} ${customer.lastName}`
  return (
    <span title={`${name} ${customer.email}`} className="max-lg:flex max-lg:flex-col">
      <span className="font-medium">{name}</span>{' '}
      {/* A table that has no room for all of an address shows none of it. */}
      <span className="text-ink-quiet lg:max-[1700px]:hidden">
        {isErased(customer) ? 'Erased, so no invoice is shown' : customer.email}
      </span>
    </span>
  )
}

function Staff({ order: { staff, status, paymentStatus } }: { order: ListedOrder }) {
  const [first, ...others] = staff
  if (!first) {
    const isWaiting = paymentStatus === 'paid' && isOpen(status)
    return isWaiting ? <span className="text-caution">Unassigned</span> : <Nothing />
  }
  return (
    <span title={staff.map(({ firstName, lastName }) => `${firstName} ${lastName}`).join(', ')}>
      {first.firstName} {first.lastName.slice(0, 1)}.
      {others.length > 0 && <span className="text-ink-quiet"> +{others.length}</span>}
    </span>
  )
}
