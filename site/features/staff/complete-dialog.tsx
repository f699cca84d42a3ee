import type { ChangeAssignmentStatusBody, StaffAssignment } from '../../../api/contract/assignments.ts'
import { readFieldErrors } from '../../client/refusals.ts'
import { showError } from '../../stores/toast.ts'
import { useStored } from '../../stores/use-stored.ts'
import { FormDialog } from '../../ui/dialog/form-dialog.tsx'
import { TextAreaField, TextField } from '../../ui/field/field.tsx'
import { isDenial } from './assignments.ts'

const LONGEST_NOTE = 2000
const EMPTY = { note: '', link: '' }

interface Errors {
  deliveryNote?: string | undefined
  deliveryLink?: string | undefined
}

/** Completes the work, with a note and a link for the customer. */
export function CompleteDialog({
  assignment,
  onComplete,
  onClose,
}: {
  assignment: StaffAssignment
  /** @throws as callStaffApi does */
  onComplete: (body: ChangeAssignmentStatusBody) => Promise<void>
  onClose: () => void
}) {
  const { id, order } = assignment
  const [{ note, link }, setDelivery] = useStored(`delivery-${id}`, EMPTY)

  async function save(): Promise<void> {
    const address = link.trim()
    await onComplete({
      status: 'completed',
      ...(note.trim() && { deliveryNote: note }),
      ...(address && { deliveryLink: /^[a-z]+:/i.test(address) ? address : `https://${address}` }),
    })
    setDelivery(undefined)
    onClose()
  }

  function explain(error: unknown): Errors {
    if (isDenial(error)) return {}
    showError('Error', 'Failed to update assignment status')
    return readFieldErrors(error)
  }

  return (
    <FormDialog<Errors>
      size="lg"
      title="Mark Complete"
      description={`${order.packageName} · Order #${order.id}`}
      submitLabel="Mark Complete"
      className="flex flex-col gap-5"
      legend="What was delivered"
      onClose={onClose}
      save={save}
      explain={explain}
      before={
        <p className="mb-5 text-sm text-ink-quiet">
          Is there something to hand over? {order.user.firstName} reads it on the order’s page, and the admins
          in their mail. Both fields may stay empty.
        </p>
      }
    >
      {(errors) => (
        <>
          <TextAreaField
            label="Delivery note"
            name="deliveryNote"
            rows={4}
            maxLength={LONGEST_NOTE}
            autoComplete="off"
            value={note}
            error={errors.deliveryNote}
            hint="What was done, and what to look at first. No passwords."
            onChange={(event) => setDelivery({ note: event.target.value, link })}
          />
          <TextField
            label="Link"
            name="deliveryLink"
            type="url"
            inputMode="url"
            maxLength={500}
            autoComplete="off"
            placeholder="https://"
            value={link}
            error={errors.deliveryLink}
            onChange={(event) => setDelivery({ note, link: event.target.value })}
          />
        </>
      )}
    </FormDialog>
  )
}
