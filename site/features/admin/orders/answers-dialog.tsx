import type { ListedOrder } from '../../../../api/contract/admin-orders.ts'
import type { OrderAnswer } from '../../../../api/contract/orders.ts'
import { Dialog, DialogDone } from '../../../ui/dialog/dialog.tsx'

export function AnswersDialog({
  order,
  answers,
  onClose,
}: {
  order: ListedOrder
  answers: OrderAnswer[]
  onClose: () => void
}) {
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
              {answer || <span className="text-ink-quiet">Left empty</span>}
            </dd>
          </div>
        ))}
      </dl>
    </Dialog>
  )
}
