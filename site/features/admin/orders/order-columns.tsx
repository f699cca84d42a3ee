import { Undo2 } from 'lucide-react'
import type { ListedOrder } from '../../../../api/contract/admin.ts'
import type { OrderAnswer } from '../../../../api/contract/answers.ts'
import { isOpen, mapStatuses } from '../../../../api/contract/order-statuses.ts'
import { formatPromise } from '../../../format/delivery.ts'
import { formatUsd } from '../../../format/money.ts'
import { Button } from '../../../ui/button.tsx'
import { columnsOf } from '../../../ui/data-table-columns.ts'
import { StatusBadge } from '../../../ui/status-badge.tsx'
import { DateCell, Email, TwoLines } from '../list/cells.tsx'
import { AdminOrderLink } from './admin-order-link.tsx'
import { AnswersButton } from './answers-button.tsx'
import { describePayment, isErased, nameOrder } from './order-labels.ts'
import { StatusSelect } from './status-select.tsx'

interface OrderActions {
  onSaved: (order: ListedOrder) => Promise<void>
  onShowAnswers: (order: ListedOrder, answers: OrderAnswer[]) => void
  onRefund: (order: ListedOrder) => void
}

const column = columnsOf<ListedOrder>()

/** Those of this table alone (docs/product.md, Admin area). */
const TONES = mapStatuses(({ adminTone }) => adminTone)

/** @param actions stable: the columns are made once */
export function makeOrderColumns(actions: OrderActions) {
  const { onSaved, onShowAnswers, onRefund } = actions
  return column.columns([
    column.accessor('invoiceNumber', {
      header: 'Invoice',
      sortDescFirst: true,
      cell: ({ row: { original: order } }) =>
        order.paymentStatus === 'unpaid' ? (
          <TwoLines below={<AdminOrderLink id={order.id}>{nameOrder(order)}</AdminOrderLink>}>
            Unpaid attempt
          </TwoLines>
        ) : (
          <AdminOrderLink id={order.id}>{order.invoiceNumber}</AdminOrderLink>
        ),
      meta: { card: 'title' },
    }),
    column.display({
      id: 'customer',
      header: 'Customer',
      cell: ({ row: { original: order } }) => (
        <TwoLines
          below={
            isErased(order.customer) ? (
              'Erased, so no invoice is shown'
            ) : (
              <Email address={order.customer.email} />
            )
          }
        >
          {order.customer.firstName} {order.customer.lastName}
        </TwoLines>
      ),
      meta: { className: 'xl:min-w-52' },
    }),
    column.accessor('packageName', { header: 'Package', meta: { className: 'xl:min-w-36' } }),
    column.accessor('amount', {
      header: 'Amount',
      sortDescFirst: true,
      cell: ({ row: { original: order } }) => (
        <TwoLines below={describePayment(order)}>{formatUsd(order.amount)}</TwoLines>
      ),
      meta: { align: 'end', card: 'corner' },
    }),
    column.accessor('status', {
      header: 'Status',
      cell: ({ row: { original: order } }) => (
        <span className="flex flex-wrap items-center gap-x-2 max-lg:justify-end">
          <StatusSelect order={order} tones={TONES} onSaved={onSaved} />
          {order.readyTo && <StatusBadge kind="ready" status={order.readyTo} />}
          {order.awaitsAnswers && <StatusBadge kind="answers" status="awaited" />}
        </span>
      ),
      meta: { className: 'w-36' },
    }),
    column.accessor('createdAt', {
      header: 'Date',
      sortDescFirst: true,
      cell: ({ row: { original: order } }) => (
        <TwoLines
          isPlain
          below={
            isOpen(order.status) &&
            order.promisedBy && (
              <span className="whitespace-nowrap">by {formatPromise(new Date(order.promisedBy))}</span>
            )
          }
        >
          <DateCell iso={order.createdAt} />
        </TwoLines>
      ),
      meta: { align: 'end' },
    }),
    column.display({
      id: 'actions',
      header: () => <span className="sr-only">Actions</span>,
      cell: ({ row: { original: order } }) => (
        <span className="flex gap-2 max-lg:w-full lg:max-xl:flex-wrap lg:justify-end lg:gap-1 lg:max-xl:w-32">
          <AnswersButton order={order} onFound={(answers) => onShowAnswers(order, answers)} />
          {order.paymentId !== null && (
            <Button
              variant="ghost"
              aria-label={`Refund ${order.invoiceNumber}`}
              title="Refund"
              className="px-0"
              onClick={() => onRefund(order)}
            >
              <Undo2 aria-hidden="true" className="size-4" />
            </Button>
          )}
        </span>
      ),
      meta: { align: 'end', card: 'actions' },
    }),
  ])
}
