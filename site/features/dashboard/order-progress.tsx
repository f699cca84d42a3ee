import type { CustomerOrder } from '../../../api/contract/orders.ts'
import { formatDate } from '../../format/date.ts'
import { formatPromise } from '../../format/delivery.ts'
import { describeAnswers } from './order-work.ts'
import { expectDelivery } from './promise.ts'

type State = 'done' | 'current' | 'ahead'

const BARS: Record<State, string> = { done: 'bg-accent-strong', current: 'bg-accent/50', ahead: 'bg-line' }

/** How far an order is whose work is to come: what is paid, answered, worked on and promised. */
export function OrderProgress({ order }: { order: CustomerOrder }) {
  const { questions, status } = order
  const readyAt = expectDelivery(order, new Date())
  const isAnswered = questions.requiredOpen === 0
  const steps: { label: string; text: string; state: State; note?: string | undefined }[] = [
    { label: 'Paid', text: formatDate(order.paidAt ?? order.createdAt), state: 'done' },
    {
      label: 'Your answers',
      text: describeAnswers(order),
      state: questions.answered === questions.asked ? 'done' : 'current',
    },
    {
      label: 'Work',
      text: status === 'processing' ? 'In process' : isAnswered ? 'Starts next' : 'Not started',
      state: status === 'processing' ? 'current' : 'ahead',
    },
    {
      label: 'Ready by',
      text: readyAt ? formatPromise(readyAt) : '',
      note: order.awaitsAnswers ? 'If you answer today' : undefined,
      state: 'ahead',
    },
  ]
  return (
    <dl className="grid grid-cols-2 gap-x-1.5 gap-y-3 text-sm sm:grid-cols-4">
      {steps.map(({ label, text, state, note }) => (
        <div key={label} className="min-w-0">
          <div aria-hidden="true" className={`h-1 rounded-full ${BARS[state]}`} />
          <dt className="mt-2 text-ink-quiet">{label}</dt>
          <dd className="font-medium tabular-nums text-ink">
            {text}
            {note && <span className="block font-normal text-caution">{note}</span>}
          </dd>
        </div>
      ))}
    </dl>
  )
}
