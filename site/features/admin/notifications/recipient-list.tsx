import { useStore } from '@nanostores/react'
import { Mail, Plus, Trash2 } from 'lucide-react'
import { useEffect, useState } from 'react'
import type { NotificationRecipient } from '../../../../api/contract/notifications.ts'
import { callAdminApi, createFigureStore } from '../../../stores/admin.ts'
import { showError, showToast } from '../../../stores/toast.ts'
import { Badge } from '../../../ui/badge.tsx'
import { Button } from '../../../ui/button.tsx'
import { ConfirmDialog } from '../../../ui/confirm-dialog.tsx'
import { EmptyState } from '../../../ui/empty-state.tsx'
import { LoadFailed } from '../../../ui/load-failed.tsx'
import { Skeleton } from '../../../ui/skeleton.tsx'
import { Email } from '../list/cells.tsx'
import { BackButton } from '../list/log-list.tsx'
import { NOTIFICATION_KINDS, NOTIFICATION_LABELS, RECIPIENT_STATES } from './notification-labels.ts'
import { RecipientDialog } from './recipient-dialog.tsx'

const PATH = '/api/admin/notification-recipients'
const $recipients = createFigureStore<NotificationRecipient[]>([PATH])

type Shown =
  | { kind: 'edit'; recipient?: NotificationRecipient }
  | { kind: 'remove'; recipient: NotificationRecipient }

/** The addresses that get notifications by mail. */
export function RecipientList({ onClose }: { onClose: () => void }) {
  const { data, error, loading } = useStore($recipients)
  const [shown, setShown] = useState<Shown | undefined>()
  const close = () => setShown(undefined)
  const finish = () => {
    close()
    $recipients.revalidate()
  }
  useEffect(() => $recipients.revalidate(), [])

  async function remove({ id, email }: NotificationRecipient): Promise<void> {
    close()
    try {
      await callAdminApi(`${PATH}/${id}`, { method: 'DELETE' })
      showToast('Recipient Removed', `${email} gets no more notifications.`)
    } catch {
      showError('Update Failed', 'The recipient could not be removed. Please try again.')
    }
    $recipients.revalidate()
  }

  const add = (
    <Button onClick={() => setShown({ kind: 'edit' })}>
      <Plus aria-hidden="true" className="size-4" />
      Add Recipient
    </Button>
  )
  return (
    <section className="overflow-clip rounded-lg border border-line bg-ground-raised shadow-card">
      <div className="flex flex-wrap items-center justify-between gap-3 px-4 py-4 sm:px-5">
        <div className="min-w-0">
          <h2 className="text-base font-semibold tracking-tight text-ink">Notification mails</h2>
          <p className="mt-0.5 text-sm text-ink-quiet">Who hears of sales and of what needs a look.</p>
        </div>
        <div className="flex flex-wrap gap-2">
          <BackButton onClose={onClose} />
          {add}
        </div>
      </div>
      <div className="border-t border-line">
        {!data && error && !loading && (
          <LoadFailed title="The recipients did not load" onRetry={() => $recipients.invalidate()} />
        )}
        {!data && (!error || loading) && (
          <div role="status" className="px-5 py-6">
            <span className="sr-only">Loading...</span>
            <Skeleton className="h-4 w-64" />
          </div>
        )}
        {data?.length === 0 && (
          <EmptyState icon={Mail} title="Nobody is told by mail yet" action={add}>
            The bell rings for every admin. Add an address, so that somebody hears of a sale at once.
          </EmptyState>
        )}
        <ul aria-label="Recipients" className="divide-y divide-line">
          {data?.map((recipient) => (
            <li
              key={recipient.id}
              className="flex flex-wrap items-center justify-between gap-x-6 gap-y-3 px-4 py-4 sm:px-5"
            >
              <div className="min-w-0 flex-1 basis-72">
                <p className="flex flex-wrap items-center gap-x-3 gap-y-1 font-medium text-ink">
                  <span className="[overflow-wrap:anywhere]">
                    <Email address={recipient.email} />
                  </span>
                  <Badge tone={RECIPIENT_STATES[recipient.state].tone} dot>
                    {RECIPIENT_STATES[recipient.state].label}
                  </Badge>
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
            </li>
          ))}
        </ul>
      </div>
      {shown?.kind === 'edit' && (
        <RecipientDialog recipient={shown.recipient} onClose={close} onSaved={finish} />
      )}
      {shown?.kind === 'remove' && (
        <ConfirmDialog
          title="Remove this address?"
          confirm="Remove"
          onCancel={close}
          onConfirm={() => void remove(shown.recipient)}
        >
          {shown.recipient.email} gets no more notifications. The bell goes on ringing.
        </ConfirmDialog>
      )}
    </section>
  )
}

function describeKinds({ kinds }: NotificationRecipient): string {
  if (kinds.length === 0) return 'Nothing is switched on'
  if (kinds.length === NOTIFICATION_KINDS.length) return 'Everything'
  return NOTIFICATION_KINDS.filter((kind) => kinds.includes(kind))
    .map((kind) => NOTIFICATION_LABELS[kind])
    .join(', ')
}
