import { useRef, useState } from 'react'
import type { Refund } from '../../../../api/contract/payments.ts'
import { formatAmount } from '../../../../api/rules/money/format.ts'
import { CallKey, postOnce } from '../../../client/call-key.ts'
import { readFieldErrors, readMessage } from '../../../client/refusals.ts'
import { callAdminApi } from '../../../stores/admin.ts'
import { showError, showToast } from '../../../stores/toast.ts'
import { FormDialog } from '../../../ui/dialog/form-dialog.tsx'
import { TextField } from '../../../ui/field/field.tsx'

/** Records the bank transfer by which money went back that the provider has refused to give back. */
export function TransferDialog({
  refund,
  onRecorded,
  onClose,
}: {
  refund: Refund
  onRecorded: () => void
  onClose: () => void
}) {
  const [reference, setReference] = useState('')
  const key = useRef(new CallKey())
  const amount = formatAmount(refund.amount, refund.currency)
  return (
    <FormDialog<Record<string, string>>
      title="Record a bank transfer"
      description={`${amount} that the payment provider did not give back`}
      submitLabel="Record"
      submitClassName="max-sm:flex-1"
      onClose={onClose}
      check={(): Record<string, string> =>
        reference.trim().length < 4 ? { reference: 'Please enter the bank’s reference' } : {}
      }
      save={async () => {
        const body = { reference: reference.trim() }
        await postOnce(key.current, `/api/admin/refunds/${refund.id}/transfers`, body, callAdminApi)
        showToast('Transfer Recorded', `${amount} counts as refunded. The customer gets a mail.`)
        onRecorded()
      }}
      explain={(error) => {
        showError('Not Recorded', readMessage(error) ?? 'Please try again.')
        return readFieldErrors(error)
      }}
    >
      {(errors) => (
        <TextField
          label="Bank’s reference"
          name="reference"
          required
          maxLength={64}
          autoComplete="off"
          value={reference}
          error={errors.reference}
          hint="Make the transfer first. The customer reads the reference in a mail."
          onChange={({ target: { value } }) => setReference(value)}
        />
      )}
    </FormDialog>
  )
}
