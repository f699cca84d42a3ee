import { useState } from 'react'
import type { ListedOrder } from '../../../../api/contract/admin.ts'
import type { OrderAnswer } from '../../../../api/contract/answers.ts'
import { callAdminApi } from '../../../stores/admin.ts'
import { showError, showNote } from '../../../stores/toast.ts'
import { Button } from '../../../ui/button.tsx'
import { nameOrder } from './order-labels.ts'

/** How many questions are answered; fetches the customer's answers and hands them on where there are any. */
export function AnswersButton({
  order,
  onFound,
}: {
  order: ListedOrder
  onFound: (answers: OrderAnswer[]) => void
}) {
  const [isBusy, setIsBusy] = useState(false)

  async function fetchAnswers(): Promise<void> {
    setIsBusy(true)
    try {
      const answers = await callAdminApi<OrderAnswer[]>(`/api/orders/${order.id}/answers`)
      if (answers.length > 0) onFound(answers)
      else showNote('No Answers Found', 'No questionnaire responses found for this order.')
    } catch {
      showError('Error', 'Failed to fetch customer answers.')
    }
    setIsBusy(false)
  }

  const { answered, asked } = order.answers
  const count = asked === 0 ? 'None' : `${answered} of ${asked}`
  return (
    <Button
      variant="ghost"
      busy={isBusy}
      aria-label={`View Answers of ${nameOrder(order)}: ${count} answered`}
      title="View Answers"
      className={`-mx-2 px-2 tabular-nums underline decoration-line-strong decoration-1 underline-offset-4 lg:text-[13px] ${order.awaitsAnswers ? 'text-caution' : ''}`}
      onClick={() => void fetchAnswers()}
    >
      {count}
    </Button>
  )
}
