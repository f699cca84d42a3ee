import { Mail, Trash2 } from 'lucide-react'
import type { NotificationRecipient } from '../../../../api/contract/notifications.ts'
import { readConflict } from '../../../client/refusals.ts'
import { callAdminApi, createFigureStore } from '../../../stores/admin.ts'
import { showError, showToast } from '../../../stores/toast.ts'
import { bindChoice, bindText, DraftDialog } from '../../../ui/dialog/edit-dialog.tsx'
import { CheckField } from '../../../ui/field/check-field.tsx'
import { TextField } from '../../../ui/field/field.tsx'
import { type Dialogs, useDialog } from '../../../ui/use-dialog.ts'
import { Email, RowButton } from '../list/cells.tsx'
import { NOTIFICATION_KINDS, NOTIFICATIONS, RECIPIENT_STATES } from '../list/row-labels.ts'
import { RemoveDialog, Setting, SettingsList } from '../list/settings-list.tsx'

const PATH = '/api/admin/notification-recipients'
const $recipients = createFigureStore<NotificationRecipient[]>([PATH])

export function Panel() {
  const [dialog, tools] = useDialog($recipients.revalidate)
  const { open } = tools

  const askToRemove = ({ id, email }: NotificationRecipient) =>
    open(
      <RemoveDialog
        title="Remove this address?"
        confirm="Remove"
        tools={tools}
        path={`${PATH}/${id}`}
        done={['Recipient Removed', `${email} gets no more notifications.`]}
        failed={['Update Failed', 'The recipient could not be removed. Please try again.']}
      >
        {email} will get no more notifications. The bell keeps working.
      </RemoveDialog>,
    )

  return (
    <SettingsList
      title="Notification mails"
      text="Who gets mails about sales and about what needs a look."
      label="Recipients"
      store={$recipients}
      failure="The recipients did not load"
      addLabel="Add Recipient"
      onAdd={() => open(<RecipientDialog tools={tools} />)}
      empty={{
        icon: Mail,
        title: 'Nobody gets mails yet',
        children: 'Every admin sees the bell. Add an address so that somebody hears of a sale right away.',
      }}
      renderItem={(recipient) => {
        const { email, state } = recipient
        const look = { of: email, className: 'max-sm:grow' }
        const actions = (
          <>
            <RowButton
              label="Choose"
              {...look}
              aria-label={`Choose notifications for ${email}`}
              onClick={() => open(<RecipientDialog recipient={recipient} tools={tools} />)}
            />
            <RowButton icon={Trash2} label="Remove" {...look} onClick={() => askToRemove(recipient)} />
          </>
        )
        return (
          <Setting name={<Email address={email} />} look={RECIPIENT_STATES[state]} actions={actions}>
            <p className="mt-1 text-sm text-ink-quiet">{describeKinds(recipient)}</p>
          </Setting>
        )
      }}
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

function RecipientDialog({ recipient, tools }: { recipient?: NotificationRecipient; tools: Dialogs }) {
  const initial = { email: '', kinds: recipient?.kinds ?? NOTIFICATION_KINDS }

  async function save({ email, kinds }: typeof initial): Promise<void> {
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
    tools.finish()
  }

  return (
    <DraftDialog
      initial={initial}
      title={recipient ? 'Notifications by mail' : 'Add Recipient'}
      description={recipient?.email}
      submitLabel={recipient ? 'Save Changes' : 'Add Recipient'}
      className="grid gap-5"
      onClose={tools.close}
      check={({ email }) =>
        recipient || /.@./.test(email) ? {} : { email: 'Please enter a valid email address' }
      }
      save={save}
      explain={(error) => {
        const conflict = readConflict(error)
        if (conflict) return { email: conflict }
        showError('Update Failed', 'The recipient could not be saved. Please try again.')
        return {}
      }}
    >
      {(editing) => (
        <>
          {!recipient && (
            <TextField
              {...bindText(editing, 'email')}
              label="Email"
              type="email"
              required
              data-autofocus
              hint="The address of an admin works right away; any other gets a link to confirm it."
            />
          )}
          <fieldset className="grid gap-2">
            <legend className="mb-2 text-sm font-medium text-ink">Tell of</legend>
            {NOTIFICATION_KINDS.map((kind) => (
              <CheckField
                key={kind}
                name={kind}
                {...NOTIFICATIONS[kind]}
                {...bindChoice(editing, 'kinds', kind, NOTIFICATION_KINDS)}
              />
            ))}
          </fieldset>
        </>
      )}
    </DraftDialog>
  )
}
