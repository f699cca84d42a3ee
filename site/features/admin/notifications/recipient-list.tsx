import { Mail, Plus, Trash2 } from 'lucide-react'
import { useState } from 'react'
import type { NotificationRecipient } from '../../../../api/contract/notifications.ts'
import { callAdminApi, createFigureStore } from '../../../stores/admin.ts'
import { showError, showToast } from '../../../stores/toast.ts'
import { Button } from '../../../ui/button.tsx'
import { ConfirmDialog } from '../../../ui/confirm-dialog.tsx'
import { EmptyState } from '../../../ui/empty-state.tsx'
import { StateBadge } from '../../../ui/status-badge.tsx'
import { Email } from '../list/cells.tsx'
import { SettingsList } from '../list/settings-list.tsx'
import { NOTIFICATION_KINDS, NOTIFICATION_LABELS, RECIPIENT_STATES } from './notification-labels.ts'
import { RecipientDialog } from './recipient-dialog.tsx'

const PATH = '/api/admin/notification-recipients'
const $recipients = createFigureStore<NotificationRecipient[]>([PATH])

type Shown =
  | { kind: 'edit'; recipient?: NotificationRecipient }
  | { kind: 'remove'; recipient: NotificationRecipient }

export function RecipientList() {
  const [shown, setShown] = useState<Shown | undefined>()
  const close = () => setShown(undefined)
  const finish = () => {
    close()
    $recipients.revalidate()
  }

  async function remove({ id, email }: NotificationRecipient): Promise<void> {
    await callAdminApi(`${PATH}/${id}`, { method: 'DELETE' })
    showToast('Recipient Removed', `${email} gets no more notifications.`)
    finish()
  }

  const add = (
    <Button onClick={() => setShown({ kind: 'edit' })}>
      <Plus aria-hidden="true" className="size-4" />
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
            <Button
              variant="secondary"
              className="max-sm:grow"
              aria-label={`Choose notifications for ${recipient.email}`}
              onClick={() => setShown({ kind: 'edit', recipient })}
            >
              Choose
            </Button>
            <Button
              variant="secondary"
              className="max-sm:grow"
              aria-label={`Remove ${recipient.email}`}
              onClick={() => setShown({ kind: 'remove', recipient })}
            >
              <Trash2 aria-hidden="true" className="size-4" />
              Remove
            </Button>
          </div>
        </>
      )}
    >
      {shown?.kind === 'edit' && (
        <RecipientDialog recipient={shown.recipient} onClose={close} onSaved={finish} />
      )}
      {shown?.kind === 'remove' && (
        <ConfirmDialog
          title="Remove this address?"
          confirm="Remove"
          onCancel={close}
          onConfirm={() => remove(shown.recipient)}
          explain={() => {
            showError('Update Failed', 'The recipient could not be removed. Please try again.')
            finish()
          }}
        >
          {shown.recipient.email} will get no more notifications. The bell keeps working.
        </ConfirmDialog>
      )}
    </SettingsList>
  )
}

function describeKinds({ kinds }: NotificationRecipient): string {
  if (kinds.length === 0) return 'Nothing is switched on'
  if (kinds.length === NOTIFICATION_KINDS.length) return 'Everything'
  return NOTIFICATION_KINDS.filter((kind) => kinds.includes(kind))
    .map((kind) => NOTIFICATION_LABELS[kind])
    .join(', ')
}
