import { Check, X } from 'lucide-react'
import { useState } from 'react'
import type { DecideBody, DeliveryRequest, OrderWork, Work } from '#api/contract/orders/deliveries.ts'
import { formatPromise } from '#site/kit/format/promised-date.ts'
import { showToast } from '#site/kit/stores/toast.ts'
import { explainBy, useAction } from '#site/kit/stores/use-action.ts'
import { type Errors, FormDialog } from '#site/kit/ui/dialog/form-dialog.tsx'
import { TextAreaField } from '#site/kit/ui/field/field.tsx'
import { useTexts } from '#site/kit/ui/field/use-texts.ts'
import { Button } from '#site/kit/ui/primitives/button.tsx'
import { sendHint } from '#site/order/live.ts'
import type { Call } from '#site/order/use-conversation.ts'
import { useOrderPart } from '#site/order/use-order-part.ts'
import { RequestQuote } from './delivery-item.tsx'

const explain = explainBy('Error', 'The decision wasn’t saved')

export const findOpenRequest = ({ requests }: Pick<Work, 'requests'>): DeliveryRequest | undefined =>
  requests.findLast(({ closedAt }) => closedAt === null)

/** The customer's request that the team has accepted and works on. */
export function OpenRequest({ work, who }: { work: Work; who: string }) {
  const request = findOpenRequest(work)
  if (!request?.outcome) return null
  const { dueBy } = request
  return (
    <div className="flex flex-col gap-3 bg-accent-soft px-5 py-4 sm:px-6">
      <RequestQuote request={request} who={who} />
      {dueBy && (
        <p className="text-sm text-ink">
          Warranty work, promised by <time dateTime={dueBy}>{formatPromise(new Date(dueBy))}</time>.
        </p>
      )}
    </div>
  )
}

/** The requested change that waits for the team's decision. Stands above the conversation, on a phone too. */
export function OpenDecision({ orderId, who, call }: { orderId: number; who: string; call: Call }) {
  const { data } = useOrderPart<OrderWork>(orderId, 'work', call)
  const request = data && findOpenRequest(data.work)
  const [isDeclining, setIsDeclining] = useState(false)
  /** @throws as callApi does */
  async function decide(id: number, body: DecideBody): Promise<void> {
    await call(`/api/orders/${orderId}/delivery-requests/${id}/decision`, { method: 'POST', body })
    sendHint(orderId)
  }
  const { run: grant, isBusy } = useAction(async (id: number) => {
    await decide(id, { decision: 'granted' })
    showToast('Change Granted', 'Work on it starts again.')
  }, explain)
  if (!request || request.outcome) return null
  const { id } = request
  return (
    <section
      aria-label="To decide"
      className="flex flex-wrap items-end justify-between gap-x-6 gap-y-3 rounded-lg border border-caution/40 bg-caution-soft px-5 py-4 sm:px-6"
    >
      <div className="flex min-w-0 flex-1 basis-72 flex-col gap-3">
        <RequestQuote request={request} who={who} />
        <p className="max-w-text text-sm text-ink">
          It’s beyond the included changes. If you grant it, work starts again. If you decline it, the
          customer sees your reason.
        </p>
      </div>
      <div className="flex flex-wrap gap-2 max-sm:w-full">
        <Button icon={Check} busy={isBusy} className="max-sm:flex-1" onClick={() => grant(id)}>
          Grant
        </Button>
        <Button
          icon={X}
          variant="secondary"
          disabled={isBusy}
          className="max-sm:flex-1"
          onClick={() => setIsDeclining(true)}
        >
          Decline
        </Button>
      </div>
      {isDeclining && (
        <DeclineDialog
          onClose={() => setIsDeclining(false)}
          onDecline={(reason) => decide(id, { decision: 'declined', reason })}
        />
      )}
    </section>
  )
}

interface DeclineDialogProps {
  onDecline: (reason: string) => Promise<unknown>
  onClose: () => void
}

function DeclineDialog({ onDecline, onClose }: DeclineDialogProps) {
  const { texts, bind } = useTexts({ reason: '' })
  return (
    <FormDialog<Errors>
      title="Decline the change"
      submitLabel="Decline"
      legend="The reason"
      onClose={onClose}
      check={() => (texts.reason.trim() ? {} : { reason: 'Please give a reason' })}
      save={async () => {
        await onDecline(texts.reason)
        showToast('Change Declined')
        onClose()
      }}
      explain={explain}
    >
      {(errors) => (
        <TextAreaField
          {...bind('reason', errors)}
          label="Reason"
          required
          rows={4}
          maxLength={2000}
          autoComplete="off"
          hint="The customer sees it here and by email."
        />
      )}
    </FormDialog>
  )
}
