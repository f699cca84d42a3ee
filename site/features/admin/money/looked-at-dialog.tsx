import { useState } from 'react'
import type { StrayMoney } from '../../../../api/contract/payments.ts'
import { formatAmount } from '../../../../api/rules/money/format.ts'
import { callAdminApi } from '../../../stores/admin.ts'
import { showError, showToast } from '../../../stores/toast.ts'
import { FormDialog } from '../../../ui/dialog/form-dialog.tsx'
import { TextAreaField } from '../../../ui/field/field.tsx'
import { describeFlag } from './money-labels.ts'

const LONGEST_NOTE = 500

/** Marks a payment as looked at, with a note for colleagues. The list then no longer shows it. */
export function LookedAtDialog({
  money,
  onClose,
  onMarked,
}: {
  money: StrayMoney
  onClose: () => void
  onMarked: () => void
}) {
  const [note, setNote] = useState('')

  async function save(): Promise<void> {
    const path = `/api/admin/money-without-order/${money.id}/looked-at`
    await callAdminApi(path, { method: 'POST', body: { note } })
    showToast('Marked as Looked At', 'You can find it again with the filter.')
    onMarked()
  }

  function explain(): object {
    showError('Update Failed', 'The payment could not be marked. Please try again.')
    return {}
  }

  return (
    <FormDialog
      title="Mark as looked at"
      description={`${formatAmount(money.amount, money.currency)} · ${describeFlag(money.flag).title}`}
      submitLabel="Mark as looked at"
      submitClassName="max-sm:flex-1"
      onClose={onClose}
      save={save}
      explain={explain}
    >
      {() => (
        <TextAreaField
          label="Note"
          name="note"
          rows={3}
          maxLength={LONGEST_NOTE}
          autoComplete="off"
          value={note}
          hint="Optional: what you found out, for whoever looks next."
          onChange={(event) => setNote(event.target.value)}
        />
      )}
    </FormDialog>
  )
}
