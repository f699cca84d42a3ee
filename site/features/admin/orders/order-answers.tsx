import type { AdminOrderDetail } from '../../../../api/contract/admin-order.ts'
import { isOpen } from '../../../../api/contract/order-statuses.ts'
import { Badge } from '../../../ui/badge.tsx'
import { Card } from '../../../ui/card.tsx'

/** What the customer answered; the required answers that the work still waits for stand out. */
export function OrderAnswers({ order }: { order: AdminOrderDetail }) {
  const { questions } = order
  const answered = questions.filter(({ answer }) => answer.trim() !== '').length
  const isWaiting = order.paymentStatus === 'paid' && isOpen(order.status)
  return (
    <Card
      title="Answers"
      {...(questions.length > 0 && { description: `${answered} of ${questions.length} answered` })}
    >
      {questions.length === 0 && (
        <p className="px-5 py-5 text-sm text-ink-quiet sm:px-6">This package has no questions.</p>
      )}
      <dl className="divide-y divide-line">
        {questions.map(({ id, question, required, answer }) => (
          <div key={id} className="px-5 py-3.5 sm:px-6">
            <dt className="text-sm text-ink-quiet [overflow-wrap:anywhere]">{question}</dt>
            <dd className="mt-1 max-w-text whitespace-pre-line text-ink [overflow-wrap:anywhere]">
              {answer.trim() ? (
                answer
              ) : required && isWaiting ? (
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
    </Card>
  )
}
