/** What is done about answers that the work waits for: reminders, a call and, after long silence, the end. */
import { Mail, Phone } from 'lucide-react'
import { useState } from 'react'
import type { AdminOrderDetail } from '../../../../api/contract/admin-orders.ts'
import type { RemindBody, Reminder } from '../../../../api/contract/order-work/reminders.ts'
import { readConflict } from '../../../client/refusals.ts'
import { formatMoment } from '../../../format/date.ts'
import { callAdminApi } from '../../../stores/admin.ts'
import { showError, showToast } from '../../../stores/toast.ts'
import { useAction } from '../../../stores/use-action.ts'
import { ConfirmDialog } from '../../../ui/dialog/confirm-dialog.tsx'
import { Button } from '../../../ui/primitives/button.tsx'
import { nameOrder } from '../list/order-labels.ts'

const KINDS: Readonly<Record<Reminder['kind'], string>> = {
  mail: 'Reminded by e-mail',
  phone: 'Called',
  last: 'Reminded for the last time',
}

export function OrderReminders({ order, onChanged }: { order: AdminOrderDetail; onChanged: () => void }) {
  const { id, reminders, isCallDue, mayClose, buyer } = order
  const [isClosing, setIsClosing] = useState(false)
  const explain = (error: unknown) => {
    showError('Error', readConflict(error) ?? 'Please try again.')
    onChanged()
  }
  const { run, isBusy } = useAction(async (kind: RemindBody['kind']) => {
    await callAdminApi(`/api/admin/orders/${id}/reminders`, { method: 'POST', body: { kind } })
    showToast(kind === 'mail' ? 'Reminder Sent' : 'Call Noted')
    onChanged()
  }, explain)
  return (
    <section
      aria-label="Reminders"
      className={`border-b border-line px-5 py-3.5 text-sm sm:px-6 ${isCallDue || mayClose ? 'bg-caution-soft' : ''}`}
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
          Nothing was heard for long, nor after a last reminder: the terms let you close the order.
        </p>
      )}
      {reminders.length === 0 && <p className="text-ink-quiet">Not reminded yet.</p>}
      <ul>
        {reminders.map(({ kind, at, by }) => (
          <li key={at} className="tabular-nums text-ink-quiet">
            {KINDS[kind]} · <time dateTime={at}>{formatMoment(at)}</time> · by{' '}
            {by ? `${by.firstName} ${by.lastName}` : 'the shop'}
          </li>
        ))}
      </ul>
      <div className="mt-2 flex flex-wrap gap-2">
        <Button icon={Mail} variant="secondary" disabled={isBusy} onClick={() => run('mail')}>
          Remind now
        </Button>
        <Button icon={Phone} variant="secondary" disabled={isBusy} onClick={() => run('phone')}>
          I called
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
            const body = { status: 'cancelled' }
            await callAdminApi(`/api/admin/orders/${id}/status`, { method: 'PATCH', body })
            showToast('Order Closed')
            setIsClosing(false)
            onChanged()
          }}
        >
          The customer has said nothing for long and was reminded. The order becomes cancelled, and they get a
          mail. What of the price goes back to them is yours to decide, under Payment.
        </ConfirmDialog>
      )}
    </section>
  )
}
