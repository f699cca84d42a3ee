import { type FormEvent, useId, useState } from 'react'
import type { StrayMoney } from '../../../../api/contract/money.ts'
import { callAdminApi } from '../../../stores/admin.ts'
import { showError, showToast } from '../../../stores/toast.ts'
import { Button } from '../../../ui/button.tsx'
import { Dialog } from '../../../ui/dialog.tsx'
import { TextAreaField } from '../../../ui/field.tsx'
import { formatAmount } from '../refunds/refund-words.ts'
import { wordFlag } from './money-words.ts'

const LONGEST_NOTE = 500

/** Takes money out of the list, with a word on what was found out. */
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
  const [isSaving, setIsSaving] = useState(false)
  const formId = useId()

  async function save(event: FormEvent): Promise<void> {
    event.preventDefault()
    if (isSaving) return
    setIsSaving(true)
    try {
      const path = `/api/admin/money-without-order/${money.id}/looked-at`
      await callAdminApi(path, { method: 'POST', body: { note } })
      showToast('Marked as Looked At', 'You find it again by the filter.')
      onMarked()
    } catch {
      setIsSaving(false)
      showError('Update Failed', 'The payment could not be marked. Please try again.')
    }
  }

  return (
    <Dialog
      open
      size="md"
      onClose={() => !isSaving && onClose()}
      title="Mark as looked at"
      description={`${formatAmount(money.amount, money.currency)} · ${wordFlag(money.flag).title}`}
      footer={
        <div className="flex justify-end gap-3">
          <Button variant="secondary" disabled={isSaving} onClick={onClose}>
            Cancel
          </Button>
          <Button type="submit" form={formId} busy={isSaving} className="max-sm:flex-1">
            {isSaving ? 'Saving...' : 'Mark as looked at'}
          </Button>
        </div>
      }
    >
      <form id={formId} noValidate onSubmit={(event) => void save(event)}>
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
      </form>
    </Dialog>
  )
}
