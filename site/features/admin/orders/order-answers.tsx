import type { AdminOrderDetail } from '../../../../api/contract/admin-orders.ts'
import { isInWork } from '../../../../api/rules/orders.ts'
import { Badge } from '../../../ui/primitives/badge.tsx'
import { Card } from '../../../ui/primitives/card.tsx'
import { OrderReminders } from './order-reminders.tsx'

/** The answers of the customer. Required answers that the work still waits for are marked. */
export function OrderAnswers({ order, onChanged }: { order: AdminOrderDetail; onChanged: () => void }) {
  const { questions, paymentStatus } = order
  const { answered, missing } = countAnswers(order)
  const isAsked = paymentStatus !== 'unpaid' && questions.length > 0
  return (
    <Card
      isDense
      title="Answers"
      actions={
        isAsked && (
          <p className="text-sm tabular-nums text-ink-quiet">
            {answered} of {questions.length} answered
          </p>
        )
      }
    >
      {order.awaitsAnswers && <OrderReminders order={order} onChanged={onChanged} />}
      {isAsked ? (
        <dl className="divide-y divide-line text-sm">
          {questions.map(({ id, question, required, answer }) => (
            <div key={id} className="px-5 py-3 sm:px-6">
              <dt className="text-ink-quiet [overflow-wrap:anywhere]">{question}</dt>
              <dd className="mt-0.5 max-w-text whitespace-pre-line text-ink [overflow-wrap:anywhere]">
                {answer.trim() ? (
                  answer
                ) : required && missing > 0 ? (
                  <Badge tone="caution" dot>
                    Missing
                  </Badge>
                ) : (
                  <span className="text-ink-quiet">Not answered</span>
                )}
              </dd>
            </div>
          ))}
        </dl>
      ) : (
        <p className="px-5 py-4 text-sm text-ink-quiet sm:px-6">
          {questions.length === 0
            ? 'This package has no questions.'
            : 'The questions are asked once the order is paid.'}
        </p>
      )}
    </Card>
  )
}

/** `missing` counts the required answers that the work waits for. */
export function countAnswers(order: AdminOrderDetail) {
  const { questions } = order
  const open = questions.filter(({ answer }) => answer.trim() === '')
  return {
    asked: questions.length,
    answered: questions.length - open.length,
    missing: isInWork(order) ? open.filter(({ required }) => required).length : 0,
  }
}
