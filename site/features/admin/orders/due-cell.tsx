import type { ListedOrder } from '../../../../api/contract/admin.ts'
import { isOpen } from '../../../../api/contract/order-statuses.ts'
import { AWAITS_ANSWERS_LABEL, READY_LABELS } from '../../../../api/contract/status-labels.ts'
import { formatPromise } from '../../../format/delivery.ts'
import { Nothing, omitThisYear } from '../list/cells.tsx'

/** Of work to come: when it is due, or what has to happen before that date counts. */
export function DueCell({ order }: { order: ListedOrder }) {
  const { promisedBy, status, paymentStatus, awaitsAnswers, readyTo } = order
  if (paymentStatus === 'unpaid') return <span className="text-ink-quiet">Unpaid attempt</span>
  if (!promisedBy || !isOpen(status) || paymentStatus !== 'paid') return <Nothing />
  const { text, tone } = findMark(order)
  const date = formatPromise(new Date(promisedBy))
  return (
    <span className="whitespace-nowrap" title={`Promised for ${date}`}>
      {!awaitsAnswers && readyTo !== 'close' && (
        <time dateTime={promisedBy} className={`tabular-nums ${order.due === 'overdue' ? tone : ''}`}>
          {omitThisYear(date)}{' '}
        </time>
      )}
      <span className={tone}>{text}</span>
    </span>
  )
}

function findMark({ due, readyTo, awaitsAnswers }: ListedOrder): { text: string; tone: string } {
  if (readyTo === 'close') return { text: READY_LABELS.close, tone: 'text-positive' }
  if (awaitsAnswers) return { text: AWAITS_ANSWERS_LABEL, tone: 'text-caution' }
  if (due === 'overdue') return { text: 'Overdue', tone: 'font-medium text-negative' }
  if (due === 'soon') return { text: 'Due soon', tone: 'text-caution' }
  return readyTo === 'start'
    ? { text: READY_LABELS.start, tone: 'text-accent-strong' }
    : { text: '', tone: '' }
}
