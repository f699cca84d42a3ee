import { Mail, Plus, Trash2 } from 'lucide-react'
import { useState } from 'react'
import type { NotificationKind, NotificationRecipient } from '../../../../api/contract/notifications.ts'
import { readConflict } from '../../../client/refusals.ts'
import { callAdminApi, createFigureStore } from '../../../stores/admin.ts'
import { showError, showToast } from '../../../stores/toast.ts'
import { ConfirmDialog } from '../../../ui/dialog/confirm-dialog.tsx'
import { FormDialog } from '../../../ui/dialog/form-dialog.tsx'
import { CheckField } from '../../../ui/field/check-field.tsx'
import { TextField } from '../../../ui/field/field.tsx'
import { Button } from '../../../ui/primitives/button.tsx'
import { EmptyState } from '../../../ui/primitives/empty-state.tsx'
import { StateBadge } from '../../../ui/primitives/status-badge.tsx'
import { useDialog } from '../../../ui/use-dialog.ts'
import { Email } from '../list/cells.tsx'
import { RowButton } from '../list/row-button.tsx'
import { SettingsList } from '../list/settings-list.tsx'
import { NOTIFICATION_KINDS, NOTIFICATIONS, RECIPIENT_STATES } from './notification-labels.ts'

const PATH = '/api/admin/notification-recipients'
const $recipients = createFigureStore<NotificationRecipient[]>([PATH])

export function RecipientList() {
  const [dialog, { open, close, finish }] = useDialog($recipients.revalidate)

  const edit = (recipient?: NotificationRecipient) =>
    open(<RecipientDialog recipient={recipient} onClose={close} onSaved={finish} />)

  const askToRemove = ({ id, email }: NotificationRecipient) =>
    open(
      <ConfirmDialog
        title="Remove this address?"
        confirm="Remove"
        onCancel={close}
        onConfirm={async () => {
          await callAdminApi(`${PATH}/${id}`, { method: 'DELETE' })
          showToast('Recipient Removed', `${email} gets no more notifications.`)
          finish()
        }}
        explain={() => {
          showError('Update Failed', 'The recipient could not be removed. Please try again.')
          finish()
        }}
      >
        {email} will get no more notifications. The bell keeps working.
      </ConfirmDialog>,
    )

  const add = (
    <Button icon={Plus} onClick={() => edit()}>
      Add Recipient
    </Button>
  )
  return (
    <SettingsList
      title="Notification mails"
      text="Who gets mails about sales and about what needs a look."
      label="Recipients"
      store={$recipients}
      failure="The recipients did not load"
      add={add}
      empty={
        <EmptyState icon={Mail} title="Nobody gets mails yet" action={add}>
          Every admin sees the bell. Add an address so that somebody hears of a sale right away.
        </EmptyState>
      }
      renderItem={(recipient) => (
        <>
          <div className="min-w-0 flex-1 basis-72">
            <p className="flex flex-wrap items-center gap-x-3 gap-y-1 font-medium text-ink">
              <span className="[overflow-wrap:anywhere]">
                <Email address={recipient.email} />
              </span>
              <StateBadge look={RECIPIENT_STATES[recipient.state]} />
            </p>
            <p className="mt-1 text-sm text-ink-quiet">{describeKinds(recipient)}</p>
          </div>
          <div className="flex gap-2 max-sm:w-full">
            <RowButton
              label="Choose"
              of={recipient.email}
              aria-label={`Choose notifications for ${recipient.email}`}
              className="max-sm:grow"
              onClick={() => edit(recipient)}
            />
            <RowButton
              icon={Trash2}
              label="Remove"
              of={recipient.email}
              className="max-sm:grow"
              onClick={() => askToRemove(recipient)}
            />
          </div>
        </>
      )}
    >
      {dialog}
    </SettingsList>
  )
}

function describeKinds({ kinds }: NotificationRecipient): string {
  if (kinds.length === 0) return 'Nothing is switched on'
  if (kinds.length === NOTIFICATION_KINDS.length) return 'Everything'
  return NOTIFICATION_KINDS.filter((kind) => kinds.includes(kind))
    .map((kind) => NOTIFICATIONS[kind].label)
    .join(', ')
}

/** Adds a recipient, or changes which notifications one gets. @param recipient undefined for a new one */
function RecipientDialog({
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
