/** The cells of an order's row, in the table and on a phone. */
import { ClipboardList } from 'lucide-react'
import type { ListedOrder } from '#api/contract/orders/admin-orders.ts'
import type { OrderAnswer } from '#api/contract/orders/orders.ts'
import { isInWork, mapStatuses, PAYMENT_STATUS } from '#api/rules/orders.ts'
import { READY_LABELS, STATUSES, WAIT_LABELS } from '#api/rules/status-labels.ts'
import type { RowTools } from '#site/areas/admin/list/admin-table.tsx'
import { omitThisYear } from '#site/areas/admin/list/cells.tsx'
import { isErased, nameOrder } from '#site/areas/admin/list/row-labels.ts'
import { refreshAttention } from '#site/areas/admin/list/use-figure.ts'
import { formatPromise } from '#site/kit/format/promised-date.ts'
import { callAdminApi } from '#site/kit/stores/admin.ts'
import { showError, showNote } from '#site/kit/stores/toast.ts'
import { useAction } from '#site/kit/stores/use-action.ts'
import { Dialog, DialogDone } from '#site/kit/ui/dialog/dialog.tsx'
import type { BadgeTone } from '#site/kit/ui/primitives/badge.tsx'
import { Button } from '#site/kit/ui/primitives/button.tsx'
import { PromisedDate } from '#site/kit/ui/primitives/promised-by.tsx'
import { UnreadBadge } from '#site/order/conversation/unread.tsx'
import { StatusSelect } from './status-select.tsx'

/** The colour of each status in this table (docs/product/back-office.md, Admin area). */
const TONES = mapStatuses(({ adminTone }) => adminTone)

const TEXT_TONES: Readonly<Record<BadgeTone, string>> = {
  neutral: 'text-ink-quiet',
  accent: 'text-accent-strong',
  positive: 'text-positive',
  caution: 'text-caution',
  negative: 'text-negative',
}

export type Tools = Omit<RowTools<ListedOrder>, 'refresh'>

/** Below 1280 px the table has fewer columns: date, package and e-mail move under other cells, or are on the order's page only. */
export const WIDE = 'max-xl:hidden'
const NARROW = 'block truncate text-xs leading-4 text-ink-quiet xl:hidden'
export const SECOND_LINE = 'block text-xs leading-4 text-ink-quiet'

export const nameCustomer = ({ customer }: ListedOrder) => `${customer.firstName} ${customer.lastName}`

export function Customer({ order }: { order: ListedOrder }) {
  const { customer, packageName } = order
  return (
    <>
      <span className="block truncate font-medium" title={nameCustomer(order)}>
        <UnreadBadge orderId={order.id} className="mr-1.5 align-top [&]:h-4" />
        {nameCustomer(order)}
      </span>
      <span className={`${SECOND_LINE} truncate ${WIDE}`} title={customer.email}>
        {isErased(customer) ? 'Erased, no invoice available' : customer.email}
      </span>
      <span className={NARROW}>{packageName}</span>
    </>
  )
}

export function Status({ order, replaceRow }: { order: ListedOrder } & Pick<Tools, 'replaceRow'>) {
  return (
    <StatusSelect
      order={order}
      tones={TONES}
      onSaved={async (saved) => {
        await replaceRow(saved)
        refreshAttention()
      }}
    />
  )
}

export function Staff({ order }: { order: ListedOrder }) {
  const { staff } = order
  const [first, ...others] = staff
  if (!first) {
    return isInWork(order) && <span className="text-caution">Unassigned</span>
  }
  return (
    <span title={staff.map(({ firstName, lastName }) => `${firstName} ${lastName}`).join(', ')}>
      {first.firstName} {first.lastName.slice(0, 1)}.
      {others.length > 0 && <span className="text-ink-quiet"> +{others.length}</span>}
    </span>
  )
}

/** A button that says how many questions are answered; it fetches the answers and opens them. */
export function Answers({
  order,
  open,
  close,
  isShort = false,
}: { order: ListedOrder; isShort?: boolean } & Pick<Tools, 'open' | 'close'>) {
  const { run, isBusy } = useAction(
    async () => {
      const answers = await callAdminApi<OrderAnswer[]>(`/api/orders/${order.id}/answers`)
      if (answers.length > 0) open(<AnswersDialog order={order} answers={answers} onClose={close} />)
      else showNote('No Answers Found', 'No questionnaire responses found for this order.')
    },
    () => showError('Error', 'Failed to fetch customer answers.'),
  )
  const { answered, asked } = order.answers
  return (
    <Button
      variant="ghost"
      busy={isBusy}
      aria-label={`View Answers of ${nameOrder(order)}: ${answered} of ${asked}`}
      className={`flex-wrap gap-x-1.5 gap-y-0 text-xs [&]:-mx-1 [&]:px-1 leading-4 tabular-nums ${isShort ? '' : '[&]:justify-start [&]:text-left'}`}
      onClick={run}
    >
      {isShort ? (
        <ClipboardList aria-hidden="true" className="size-4" />
      ) : (
        <span className="underline decoration-line-strong decoration-1 underline-offset-4">View Answers</span>
      )}
      {asked > 0 && (
        <span className={order.awaitsAnswers ? 'text-caution' : ''}>
          {isShort ? `${answered}/${asked}` : `${answered} of ${asked}`}
        </span>
      )}
    </Button>
  )
}

/** When the work is due, what it waits for, or where the latest delivery stands. */
export function DueCell({ order }: { order: ListedOrder }) {
  const { promisedBy, paymentStatus, waitsFor, readyTo, workState, refundDueBy } = order
  if (PAYMENT_STATUS[paymentStatus].isUnpaid) return <span className="text-ink-quiet">Unpaid attempt</span>
  if (refundDueBy) {
    const by = formatPromise(new Date(refundDueBy))
    return (
      <span className="text-negative" title={`Refund requested: decide by ${by}`}>
        Refund by {omitThisYear(by)}
      </span>
    )
  }
  if (workState) {
    const { label, tone } = STATUSES.work[workState]
    return <span className={TEXT_TONES[tone]}>{label}</span>
  }
  if (!promisedBy || !isInWork(order)) return null
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

interface AnswersDialogProps {
  order: ListedOrder
  answers: OrderAnswer[]
  onClose: () => void
}

function AnswersDialog({ order, answers, onClose }: AnswersDialogProps) {
  return (
    <Dialog
      onClose={onClose}
      title="Customer Answers"
      description={`${order.invoiceNumber} · ${order.packageName} · ${order.customer.firstName} ${order.customer.lastName}`}
      footer={<DialogDone onClose={onClose} />}
    >
      <dl className="flex flex-col divide-y divide-line">
        {answers.map(({ questionId, question, answer }) => (
          <div key={questionId} className="py-4 first:pt-0 last:pb-0">
            <dt className="text-sm text-ink-quiet [overflow-wrap:anywhere]">{question}</dt>
            <dd className="mt-1.5 max-w-text whitespace-pre-line text-ink [overflow-wrap:anywhere]">
              {answer || <span className="text-ink-quiet">Not answered</span>}
            </dd>
          </div>
        ))}
      </dl>
    </Dialog>
  )
}
