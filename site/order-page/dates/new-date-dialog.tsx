import { useState } from 'react'
import type { OrderWork } from '../../../api/contract/order-work/deliveries.ts'
import { readFieldErrors, readMessage } from '../../client/refusals.ts'
import { showError, showToast } from '../../stores/toast.ts'
import { FormDialog } from '../../ui/dialog/form-dialog.tsx'
import { TextAreaField, TextField } from '../../ui/field/field.tsx'
import type { Call } from '../use-conversation.ts'

interface NewDateDialogProps {
  orderId: number
  /** The day in force, such as 2026-12-03. */
  after: string
  call: Call
  onSaved: (work: OrderWork) => void
  onClose: () => void
}

interface Errors {
  day?: string | undefined
  reason?: string | undefined
}

/** The team sets a later date, with the reason in words for the customer. */
export function NewDateDialog({ orderId, after, call, onSaved, onClose }: NewDateDialogProps) {
  const [day, setDay] = useState('')
  const [reason, setReason] = useState('')
  return (
    <FormDialog<Errors>
      title="Set a new date"
      description="The customer gets it by mail with your reason. The first date stays beside it, struck through."
      submitLabel="Set date"
      legend="The new date"
      onClose={onClose}
      check={() => ({
        ...(day === '' && { day: 'Please choose a day' }),
        ...(!reason.trim() && { reason: 'Please give a reason' }),
      })}
      save={async () => {
        const body = { day, reason }
        onSaved(await call<OrderWork>(`/api/orders/${orderId}/promised-date`, { method: 'POST', body }))
        showToast('New date set', 'The customer is told by mail.')
        onClose()
      }}
      explain={(error) => {
        const { day: wrongDay, reason: wrongReason } = readFieldErrors(error)
        if (!wrongDay && !wrongReason) showError('Not set', readMessage(error) ?? 'Please try again.')
        return { day: wrongDay, reason: wrongReason }
      }}
    >
      {(errors) => (
        <div className="flex flex-col gap-4">
          <TextField
            label="New date"
            name="day"
            type="date"
            required
            min={after}
            value={day}
            error={errors.day}
            hint="A business day after the date in force."
            onChange={({ target: { value } }) => setDay(value)}
          />
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
        </div>
      )}
    </FormDialog>
  )
}
