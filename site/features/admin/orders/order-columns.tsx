import { BanknoteArrowDown } from 'lucide-react'
import type { ListedOrder } from '../../../../api/contract/admin-orders.ts'
import type { OrderAnswer } from '../../../../api/contract/orders.ts'
import { isOpenStatus, mapStatuses } from '../../../../api/rules/orders.ts'
import { READY_LABELS, WAIT_LABELS } from '../../../../api/rules/status-labels.ts'
import { useAction } from '../../../client/use-action.ts'
import { formatPromise } from '../../../format/delivery.ts'
import { formatUsd } from '../../../format/money.ts'
import { UnreadBadge } from '../../../order-page/unread-badge.tsx'
import { callAdminApi } from '../../../stores/admin.ts'
import { showError, showNote } from '../../../stores/toast.ts'
import { Button } from '../../../ui/primitives/button.tsx'
import { PromisedDate } from '../../../ui/primitives/promised-by.tsx'
import { StatusBadge } from '../../../ui/primitives/status-badge.tsx'
import { actionsColumn, type Columns } from '../../../ui/table/data-table-columns.tsx'
import { AdminOrderLink } from '../list/admin-order-link.tsx'
import type { RowTools } from '../list/admin-table.tsx'
import { DateCell, Nothing, omitThisYear } from '../list/cells.tsx'
import { refreshAttention } from '../list/use-attention.ts'
import { OrderRefundDialog } from '../refunds/order-refund-dialog.tsx'
import { AnswersDialog } from './answers-dialog.tsx'
import { describePayment, isErased, nameOrder } from './order-labels.ts'
import { selectColumn } from './selection.tsx'
import { StatusSelect } from './status-select.tsx'

/** The colours of a status in this table (docs/product/back-office.md, Admin area). */
const TONES = mapStatuses(({ adminTone }) => adminTone)

export const makeOrderColumns = ({
  open,
  close,
  finish,
  replaceRow,
}: Omit<RowTools<ListedOrder>, 'refresh'>): Columns<ListedOrder> => [
  selectColumn(nameOrder),
  {
    header: 'Invoice',
    sort: '-invoiceNumber',
    card: 'title',
    className: 'w-[5.25rem] [td&]:font-medium',
    isCut: true,
    cell: (order) => <AdminOrderLink id={order.id}>{nameOrder(order)}</AdminOrderLink>,
  },
  { header: 'Customer', isCut: true, cell: (order) => <Customer order={order} /> },
  {
    header: 'Package',
    sort: 'packageName',
    className: 'w-28 min-[1400px]:w-36',
    isCut: true,
    cell: ({ packageName }) => <span title={packageName}>{packageName}</span>,
  },
  {
    header: 'Amount',
    sort: '-amount',
    align: 'end',
    card: 'corner',
    className: 'w-[8.25rem]',
    isCut: true,
    cell: (order) => (
      <span className="max-lg:flex max-lg:flex-col max-lg:items-end">
        <span className="font-medium">{formatUsd(order.amount)}</span>{' '}
        <span className="text-ink-quiet">{describePayment(order)}</span>
      </span>
    ),
  },
  {
    header: 'Status',
    sort: 'status',
    className: 'w-[7.75rem]',
    cell: (order) => (
      <StatusSelect
        order={order}
        tones={TONES}
        onSaved={async (saved) => {
          await replaceRow(saved)
          refreshAttention()
        }}
      />
    ),
  },
  {
    header: 'Answers',
    className: 'w-[4.5rem]',
    cell: (order) => (
      <AnswersButton
        order={order}
        onFound={(answers) => open(<AnswersDialog order={order} answers={answers} onClose={close} />)}
      />
    ),
  },
  { header: 'Staff', className: 'w-24', isCut: true, cell: (order) => <Staff order={order} /> },
  {
    header: 'Due',
    sort: 'promisedBy',
    className: 'w-[9.5rem]',
    isCut: true,
    cell: (order) => <DueCell order={order} />,
  },
  {
    header: 'Date',
    sort: '-createdAt',
    align: 'end',
    className: 'w-[5.5rem] lg:max-[1400px]:hidden',
    cell: ({ createdAt }) => <DateCell iso={createdAt} isShort />,
  },
  actionsColumn(
    (order) =>
      order.paymentId !== null && (
        <Button
          variant="ghost"
          aria-label={`Refund ${order.invoiceNumber}`}
          title="Refund"
          className="max-lg:flex-1 max-lg:border max-lg:border-line lg:px-2 lg:text-[13px]"
          onClick={() => open(<OrderRefundDialog order={order} onClose={finish} />)}
        >
          {/* An icon takes the place of the label where the columns with names need the room. */}
          <BanknoteArrowDown aria-hidden="true" className="hidden size-4 lg:max-[1400px]:block" />
          <span className="lg:max-[1400px]:hidden">Refund</span>
        </Button>
      ),
    'w-[5.25rem] lg:max-[1400px]:w-[3.75rem]',
  ),
]

function Customer({ order: { id, customer } }: { order: ListedOrder }) {
  const name = `${customer.firstName} ${customer.lastName}`
  return (
    <span title={`${name} ${customer.email}`} className="max-lg:flex max-lg:flex-col">
      <span className="font-medium">
        <UnreadBadge orderId={id} className="mr-1.5" />
        {name}
      </span>{' '}
      {/* Shown where the table is wide enough for a whole address. */}
      <span className="text-ink-quiet lg:max-[1700px]:hidden">
        {isErased(customer) ? 'Erased, so no invoice is shown' : customer.email}
      </span>
    </span>
  )
}

function Staff({ order: { staff, status, paymentStatus } }: { order: ListedOrder }) {
  const [first, ...others] = staff
  if (!first) {
    const isWaiting = paymentStatus === 'paid' && isOpenStatus(status)
    return isWaiting ? <span className="text-caution">Unassigned</span> : <Nothing />
  }
  return (
    <span title={staff.map(({ firstName, lastName }) => `${firstName} ${lastName}`).join(', ')}>
      {first.firstName} {first.lastName.slice(0, 1)}.
      {others.length > 0 && <span className="text-ink-quiet"> +{others.length}</span>}
    </span>
  )
}

/** Shows how many questions are answered. A click fetches the answers. */
function AnswersButton({
  order,
  onFound,
}: {
  order: ListedOrder
  onFound: (answers: OrderAnswer[]) => void
}) {
  const { run, isBusy } = useAction(
    async () => {
      const answers = await callAdminApi<OrderAnswer[]>(`/api/orders/${order.id}/answers`)
      if (answers.length > 0) onFound(answers)
      else showNote('No Answers Found', 'No questionnaire responses found for this order.')
    },
    () => showError('Error', 'Failed to fetch customer answers.'),
  )
  const { answered, asked } = order.answers
  const count = asked === 0 ? 'None' : `${answered} of ${asked}`
  return (
    <Button
      variant="ghost"
      busy={isBusy}
      aria-label={`View Answers of ${nameOrder(order)}: ${count} answered`}
      title="View Answers"
      className={`-mx-2 px-2 tabular-nums underline decoration-line-strong decoration-1 underline-offset-4 lg:text-[13px] ${order.awaitsAnswers ? 'text-caution' : ''}`}
      onClick={run}
    >
      {count}
    </Button>
  )
}

/** When the work is due, what it waits for, or where what was delivered stands. */
function DueCell({ order }: { order: ListedOrder }) {
  const { promisedBy, status, paymentStatus, waitsFor, readyTo, workState, refundDueBy } = order
  if (paymentStatus === 'unpaid') return <span className="text-ink-quiet">Unpaid attempt</span>
  if (refundDueBy) {
    const by = formatPromise(new Date(refundDueBy))
    return (
      <span className="text-negative" title={`Refund asked for: decide by ${by}`}>
        Refund: decide by {omitThisYear(by)}
      </span>
    )
  }
  if (workState) return <StatusBadge kind="work" status={workState} />
  if (!promisedBy || !isOpenStatus(status) || paymentStatus !== 'paid') return <Nothing />
  const { text, tone } = findMark(order)
  const date = formatPromise(new Date(promisedBy))
  return (
    <span className="whitespace-nowrap" title={`Promised for ${date}`}>
      {!waitsFor && readyTo !== 'close' && (
        <span className={`tabular-nums ${order.due === 'overdue' ? tone : ''}`}>
          <PromisedDate order={order} format={(at) => omitThisYear(formatPromise(at))} />{' '}
        </span>
      )}
      <span className={tone}>{text}</span>
    </span>
  )
}

function findMark({ due, readyTo, waitsFor }: ListedOrder): { text: string; tone: string } {
  if (readyTo === 'close') return { text: READY_LABELS.close, tone: 'text-positive' }
  if (waitsFor) return { text: WAIT_LABELS[waitsFor], tone: 'text-caution' }
  if (due === 'overdue') return { text: 'Overdue', tone: 'font-medium text-negative' }
  if (due === 'soon') return { text: 'Due soon', tone: 'text-caution' }
  return readyTo ? { text: READY_LABELS[readyTo], tone: 'text-accent-strong' } : { text: '', tone: '' }
}
