import { useStore } from '@nanostores/react'
import { useState } from 'react'
import type { User } from '../../../../api/contract/auth.ts'
import { readConflict } from '../../../client/refusals.ts'
import { callAdminApi } from '../../../stores/admin.ts'
import { $session } from '../../../stores/session.ts'
import { showError, showToast } from '../../../stores/toast.ts'
import { CheckField } from '../../../ui/check-field.tsx'
import { FormDialog } from '../../../ui/form-dialog.tsx'

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
  const me = useStore($session).user
  const name = `${user.firstName} ${user.lastName}`
  const isChanged = isStaff !== user.isStaff || isAdmin !== user.isAdmin

  async function save(): Promise<void> {
    if (!isChanged) return onClose()
    const saved = await callAdminApi<User>(`/api/admin/users/${user.id}`, {
      method: 'PATCH',
      body: { isStaff, isAdmin },
    })
    showToast('User Updated', `${name} is ${describeRights(saved)} now.`)
    onSaved(saved)
  }

  function explain(error: unknown): object {
    showError('Update Failed', readConflict(error) ?? 'Failed to update user')
    return {}
  }

  return (
    <FormDialog
      size="md"
      title="Change rights"
      description={`${name} · ${user.email}`}
      legend="Rights"
      className="grid gap-2"
      submitLabel="Save Changes"
      onClose={onClose}
      save={save}
      explain={explain}
      after={
        <p className="mt-5 text-sm leading-relaxed text-ink-quiet">
          {me?.id === user.id
            ? 'This is your own account: a change signs you out.'
            : 'A change signs them out; the next sign-in has the new rights.'}
        </p>
      }
    >
      {() => (
        <>
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
        </>
      )}
    </FormDialog>
  )
}

function describeRights({ isStaff, isAdmin }: User): string {
  if (isAdmin) return isStaff ? 'admin and staff' : 'an admin'
  return isStaff ? 'staff' : 'a customer'
}
