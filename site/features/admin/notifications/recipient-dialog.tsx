import { useState } from 'react'
import type { NotificationKind, NotificationRecipient } from '../../../../api/contract/notifications.ts'
import { readConflict } from '../../../client/refusals.ts'
import { callAdminApi } from '../../../stores/admin.ts'
import { showError, showToast } from '../../../stores/toast.ts'
import { FormDialog } from '../../../ui/dialog/form-dialog.tsx'
import { CheckField } from '../../../ui/field/check-field.tsx'
import { TextField } from '../../../ui/field/field.tsx'
import { NOTIFICATION_KINDS, NOTIFICATIONS } from './notification-labels.ts'

const PATH = '/api/admin/notification-recipients'

/** Adds a recipient, or changes which notifications one gets. @param recipient undefined for a new one */
export function RecipientDialog({
  recipient,
  onClose,
  onSaved,
}: {
  recipient: NotificationRecipient | undefined
  onClose: () => void
  onSaved: () => void
}) {
  const [email, setEmail] = useState('')
  const [kinds, setKinds] = useState<readonly NotificationKind[]>(recipient?.kinds ?? NOTIFICATION_KINDS)

  async function save(): Promise<void> {
    if (recipient) {
      await callAdminApi(`${PATH}/${recipient.id}`, { method: 'PATCH', body: { kinds } })
      showToast('Recipient Updated')
    } else {
      const body = { email: email.trim(), kinds }
      const { state } = await callAdminApi<NotificationRecipient>(PATH, { method: 'POST', body })
      showToast(
        'Recipient Added',
        state === 'waiting' ? 'Mails go out once the link that we have sent is opened.' : undefined,
      )
    }
    onSaved()
  }

  function explain(error: unknown): { email?: string } {
    const conflict = readConflict(error)
    if (conflict) return { email: conflict }
    showError('Update Failed', 'The recipient could not be saved. Please try again.')
    return {}
  }

  return (
    <FormDialog<{ email?: string }>
      title={recipient ? 'Notifications by mail' : 'Add Recipient'}
      {...(recipient && { description: recipient.email })}
      submitLabel={recipient ? 'Save Changes' : 'Add Recipient'}
      className="grid gap-5"
      onClose={onClose}
      check={() => (recipient || /.@./.test(email) ? {} : { email: 'Please enter a valid email address' })}
      save={save}
      explain={explain}
    >
      {(errors) => (
        <>
          {!recipient && (
            <TextField
              label="Email"
              name="email"
              type="email"
              autoComplete="off"
              required
              data-autofocus
              value={email}
              error={errors.email}
              hint="The address of an admin works right away; any other gets a link to confirm it."
              onChange={(event) => setEmail(event.target.value)}
            />
          )}
          <fieldset className="grid gap-2">
            <legend className="mb-2 text-sm font-medium text-ink">Tell of</legend>
            {NOTIFICATION_KINDS.map((kind) => (
              <CheckField
                key={kind}
                name={kind}
                {...NOTIFICATIONS[kind]}
                checked={kinds.includes(kind)}
                onChange={(isOn) => setKinds(isOn ? [...kinds, kind] : kinds.filter((one) => one !== kind))}
              />
            ))}
          </fieldset>
        </>
      )}
    </FormDialog>
  )
}
