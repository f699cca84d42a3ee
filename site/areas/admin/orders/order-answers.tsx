import { Mail, Phone } from 'lucide-react'
import { useState } from 'react'
import type { AdminOrderDetail } from '#api/contract/orders/admin-orders.ts'
import type { RemindBody, Reminder } from '#api/contract/orders/reminders.ts'
import { isInWork, PAYMENT_STATUS, STATUS_AFTER } from '#api/rules/orders.ts'
import { nameOrder } from '#site/areas/admin/list/row-labels.ts'
import { readConflict } from '#site/kit/client/refusals.ts'
import { formatMoment } from '#site/kit/format/date.ts'
import { callAdminApi } from '#site/kit/stores/admin.ts'
import { showError, showToast } from '#site/kit/stores/toast.ts'
import { useAction } from '#site/kit/stores/use-action.ts'
import { ConfirmDialog } from '#site/kit/ui/dialog/confirm-dialog.tsx'
import { Badge } from '#site/kit/ui/primitives/badge.tsx'
import { Button } from '#site/kit/ui/primitives/button.tsx'
import { Card } from '#site/kit/ui/primitives/card.tsx'

/** The customer's answers. Missing required ones, which the work waits for, are marked. */
export function OrderAnswers({ order, onChanged }: { order: AdminOrderDetail; onChanged: () => void }) {
  const { questions, paymentStatus } = order
  const { answered, missing } = countAnswers(order)
  const isAsked = !PAYMENT_STATUS[paymentStatus].isUnpaid && questions.length > 0
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
                    Required, not answered
                  </Badge>
                ) : (
                  <span className="text-ink-quiet">
                    {isInWork(order) ? 'Optional, not answered' : 'Not answered'}
                  </span>
                )}
              </dd>
            </div>
          ))}
        </dl>
      ) : (
        <p className="px-5 py-4 text-sm text-ink-quiet sm:px-6">
          {questions.length === 0
            ? 'This order has no questions.'
            : 'The questions are asked once the order is paid.'}
        </p>
      )}
    </Card>
  )
}

/** @returns `missing` counts the required answers that the work waits for */
export function countAnswers(order: AdminOrderDetail) {
  const { questions } = order
  const open = questions.filter(({ answer }) => answer.trim() === '')
  return {
    asked: questions.length,
    answered: questions.length - open.length,
    missing: isInWork(order) ? open.filter(({ required }) => required).length : 0,
  }
}

const KINDS: Readonly<Record<Reminder['kind'], string>> = {
  mail: 'Reminded by email',
  phone: 'Called',
  last: 'Last reminder sent',
}

/** The steps to get missing answers: reminders, a call and, after long silence, closing the order. */
function OrderReminders({ order, onChanged }: { order: AdminOrderDetail; onChanged: () => void }) {
  const { id, reminders, isCallDue, mayClose, buyer } = order
  const [isClosing, setIsClosing] = useState(false)
  const explain = (error: unknown) => {
    showError('Error', readConflict(error) ?? 'Please try again.')
    onChanged()
  }
  const { run, isBusy } = useAction(async (kind: RemindBody['kind']) => {
    await callAdminApi(`/api/admin/orders/${id}/reminders`, { method: 'POST', body: { kind } })
    showToast(kind === 'mail' ? 'Reminder Sent' : 'Call Logged')
    onChanged()
  }, explain)
  return (
    <section
      aria-label="Reminders"
      className={`flex flex-col gap-2 border-b border-line px-5 py-3.5 text-sm sm:px-6 ${isCallDue || mayClose ? 'bg-caution-soft' : ''}`}
    >
      {isCallDue && (
        <p className="font-medium text-ink">
          Call the customer
          {buyer.phone && (
            <>
              :{' '}
              <a href={`tel:${buyer.phone.replaceAll(/[^\d+]/g, '')}`} className="link whitespace-nowrap">
                {buyer.phone}
              </a>
            </>
          )}
        </p>
      )}
      {mayClose && (
        <p className="font-medium text-ink">
          The customer hasn’t replied, even after a last reminder. The terms allow you to close the order.
        </p>
      )}
      <ul className="empty:hidden">
        {reminders.map(({ kind, at, by }) => (
          <li key={at} className="tabular-nums text-ink-quiet">
            {KINDS[kind]} · <time dateTime={at}>{formatMoment(at)}</time> · by{' '}
            {by ? `${by.firstName} ${by.lastName}` : 'the shop'}
          </li>
        ))}
      </ul>
      <div className="flex flex-wrap gap-2">
        <Button icon={Mail} variant="secondary" disabled={isBusy} onClick={() => run('mail')}>
          Remind now
        </Button>
        <Button icon={Phone} variant="secondary" disabled={isBusy} onClick={() => run('phone')}>
          Log a call
        </Button>
        {mayClose && (
          <Button variant="secondary" disabled={isBusy} onClick={() => setIsClosing(true)}>
            Close the order
          </Button>
        )}
      </div>
      {isClosing && (
        <ConfirmDialog
          title={`Close ${nameOrder(order)}?`}
          cancel="Keep it open"
          confirm="Close the order"
          onCancel={() => setIsClosing(false)}
          explain={explain}
          onConfirm={async () => {
            const body = { status: STATUS_AFTER.cancellation }
            await callAdminApi(`/api/admin/orders/${id}/status`, { method: 'PATCH', body })
            showToast('Order Closed')
            setIsClosing(false)
            onChanged()
          }}
        >
          The customer didn’t reply to our reminders. The order will be cancelled and the customer gets an
          email. You decide on a refund under Payment.
        </ConfirmDialog>
      )}
    </section>
  )
}
