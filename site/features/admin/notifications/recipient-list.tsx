import { Mail, Plus, Trash2 } from 'lucide-react'
import type { NotificationRecipient } from '../../../../api/contract/notifications.ts'
import { callAdminApi, createFigureStore } from '../../../stores/admin.ts'
import { showError, showToast } from '../../../stores/toast.ts'
import { ConfirmDialog } from '../../../ui/dialog/confirm-dialog.tsx'
import { Button } from '../../../ui/primitives/button.tsx'
import { EmptyState } from '../../../ui/primitives/empty-state.tsx'
import { StateBadge } from '../../../ui/primitives/status-badge.tsx'
import { useDialog } from '../../../ui/use-dialog.ts'
import { Email } from '../list/cells.tsx'
import { RowButton } from '../list/row-button.tsx'
import { SettingsList } from '../list/settings-list.tsx'
import { NOTIFICATION_KINDS, NOTIFICATIONS, RECIPIENT_STATES } from './notification-labels.ts'
import { RecipientDialog } from './recipient-dialog.tsx'

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
