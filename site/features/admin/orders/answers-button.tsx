import { MessageSquareText } from 'lucide-react'
import { useState } from 'react'
import type { ListedOrder } from '../../../../api/contract/admin.ts'
import type { OrderAnswer } from '../../../../api/contract/answers.ts'
import { callAdminApi } from '../../../stores/admin.ts'
import { showError, showNote } from '../../../stores/toast.ts'
import { Button } from '../../../ui/button.tsx'
import { nameOrder } from './order-labels.ts'

/** Fetches the customer's answers and hands them on where there are any. */
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

  return (
    <Button
      variant="secondary"
      busy={isBusy}
      aria-label={`View Answers of ${nameOrder(order)}`}
      className="max-lg:flex-1 lg:px-3"
      onClick={() => void fetchAnswers()}
    >
      {!isBusy && <MessageSquareText aria-hidden="true" className="size-4 lg:hidden" />}
      View Answers
    </Button>
  )
}
