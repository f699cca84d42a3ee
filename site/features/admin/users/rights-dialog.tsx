import { useStore } from '@nanostores/react'
import { type FormEvent, useId, useState } from 'react'
import type { User } from '../../../../api/contract/auth.ts'
import { ApiError } from '../../../client/api.ts'
import { callAdminApi } from '../../../stores/admin.ts'
import { $session } from '../../../stores/session.ts'
import { showError, showToast } from '../../../stores/toast.ts'
import { Button } from '../../../ui/button.tsx'
import { Dialog } from '../../../ui/dialog.tsx'
import { CheckField } from '../packages/check-field.tsx'

/** Gives an account the rights of staff and admins, or takes them back. */
export function RightsDialog({
  user,
  onClose,
  onSaved,
}: {
  user: User
  onClose: () => void
  onSaved: (user: User) => void
}) {
  const [isStaff, setIsStaff] = useState(user.isStaff)
  const [isAdmin, setIsAdmin] = useState(user.isAdmin)
  const [isSaving, setIsSaving] = useState(false)
  const me = useStore($session).user
  const formId = useId()
  const name = `${user.firstName} ${user.lastName}`
  const isChanged = isStaff !== user.isStaff || isAdmin !== user.isAdmin

  async function save(event: FormEvent): Promise<void> {
    event.preventDefault()
    if (isSaving) return
    if (!isChanged) return onClose()
    setIsSaving(true)
    try {
      const saved = await callAdminApi<User>(`/api/admin/users/${user.id}`, {
        method: 'PATCH',
        body: { isStaff, isAdmin },
      })
      showToast('User Updated', `${name} is ${describeRights(saved)} now.`)
      onSaved(saved)
    } catch (error) {
      setIsSaving(false)
      showError('Update Failed', readReason(error) ?? 'Failed to update user')
    }
  }

  return (
    <Dialog
      open
      size="md"
      onClose={() => !isSaving && onClose()}
      title="Change rights"
      description={`${name} · ${user.email}`}
      footer={
        <div className="flex justify-end gap-3">
          <Button variant="secondary" disabled={isSaving} onClick={onClose}>
            Cancel
          </Button>
          <Button type="submit" form={formId} busy={isSaving} className="min-w-40 max-sm:flex-1">
            {isSaving ? 'Saving...' : 'Save Changes'}
          </Button>
        </div>
      }
    >
      <form id={formId} noValidate onSubmit={(event) => void save(event)}>
        <fieldset disabled={isSaving} className="grid min-w-0 gap-2">
          <legend className="sr-only">Rights</legend>
          <CheckField
            name="isStaff"
            label="Staff"
            hint="Works on orders. Work that is open stays with who has it until it is reassigned."
            checked={isStaff}
            onChange={setIsStaff}
          />
          <CheckField
            name="isAdmin"
            label="Admin"
            hint="May do everything in this area."
            checked={isAdmin}
            onChange={setIsAdmin}
          />
        </fieldset>
      </form>
      <p className="mt-5 text-sm leading-relaxed text-ink-quiet">
        {me?.id === user.id
          ? 'This is your own account: a change signs you out.'
          : 'A change signs them out; the next sign-in has the new rights.'}
      </p>
    </Dialog>
  )
}

function describeRights({ isStaff, isAdmin }: User): string {
  if (isAdmin) return isStaff ? 'admin and staff' : 'an admin'
  return isStaff ? 'staff' : 'a customer'
}

/** Only a state that forbids it is worth a reason; the rest is 'try again'. */
function readReason(error: unknown): string | undefined {
  return error instanceof ApiError && error.status === 409 ? error.body?.message : undefined
}
