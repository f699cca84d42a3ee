import { Check, X } from 'lucide-react'
import { useState } from 'react'
import type { DecideBody, DeliveryRequest, Work } from '../../../api/contract/order-work/deliveries.ts'
import { readFieldErrors, readMessage } from '../../client/refusals.ts'
import { useAction } from '../../client/use-action.ts'
import { formatPromise } from '../../format/delivery.ts'
import { showError, showToast } from '../../stores/toast.ts'
import { FormDialog } from '../../ui/dialog/form-dialog.tsx'
import { TextAreaField } from '../../ui/field/field.tsx'
import { Button } from '../../ui/primitives/button.tsx'
import { RequestQuote } from './delivery-item.tsx'

interface OpenRequestProps {
  work: Work
  /** @throws as callApi does */
  onDecide: (id: number, body: DecideBody) => Promise<unknown>
}

/** @returns what the customer asked for last, while it is open */
export const findOpenRequest = ({ requests }: Pick<Work, 'requests'>): DeliveryRequest | undefined =>
  requests.findLast(({ closedAt }) => closedAt === null)

/** What the customer asks for, with the team's decision where one is needed. */
export function OpenRequest({ work, onDecide }: OpenRequestProps) {
  const request = findOpenRequest(work)
  const [isDeclining, setIsDeclining] = useState(false)
  const { run: grant, isBusy } = useAction(
    async (id: number) => {
      await onDecide(id, { decision: 'granted' })
      showToast('Change granted', 'The work on it begins again.')
    },
    (error) => showError('Error', readMessage(error) ?? 'The decision was not saved'),
  )
  if (!request) return null
  const { id, outcome, dueBy } = request
  const isUndecided = outcome === null
  return (
    <div
      className={`flex flex-col gap-3 px-5 py-4 sm:px-6 ${isUndecided ? 'bg-caution-soft' : 'bg-accent-soft'}`}
    >
      <RequestQuote request={request} isTeam />
      {dueBy && (
        <p className="text-sm text-ink">
          Warranty work, promised by <time dateTime={dueBy}>{formatPromise(new Date(dueBy))}</time>.
        </p>
      )}
      {isUndecided && (
        <>
          <p className="text-sm text-ink">
            It is beyond the included changes. Grant it, and the work begins again; decline it, and the
            customer reads why.
          </p>
          <div className="flex flex-wrap gap-2">
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
        </>
      )}
      {isDeclining && (
        <DeclineDialog
          onClose={() => setIsDeclining(false)}
          onDecline={(reason) => onDecide(id, { decision: 'declined', reason })}
        />
      )}
    </div>
  )
}

interface DeclineDialogProps {
  onDecline: (reason: string) => Promise<unknown>
  onClose: () => void
}

function DeclineDialog({ onDecline, onClose }: DeclineDialogProps) {
  const [reason, setReason] = useState('')
  return (
    <FormDialog<{ reason?: string | undefined }>
      title="Decline the change"
      submitLabel="Decline"
      legend="The reason"
      onClose={onClose}
      check={() => (reason.trim() ? {} : { reason: 'Please give a reason' })}
      save={async () => {
        await onDecline(reason)
        showToast('Change declined')
        onClose()
      }}
      explain={(error) => {
        showError('Error', readMessage(error) ?? 'The decision was not saved')
        return { reason: readFieldErrors(error).reason }
      }}
    >
      {(errors) => (
        <TextAreaField
          label="Reason"
          name="reason"
          required
          rows={4}
          maxLength={2000}
          autoComplete="off"
          value={reason}
          error={errors.reason}
          hint="The customer reads it, here and by mail."
          onChange={({ target: { value } }) => setReason(value)}
        />
      )}
    </FormDialog>
  )
}
