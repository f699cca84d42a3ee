import { useStore } from '@nanostores/react'
import { type FormEvent, useEffect, useState } from 'react'
import type { NotificationKind, NotificationMails } from '#api/contract/outbound/notifications.ts'
import { NOTIFICATION_KINDS, NOTIFICATIONS } from '#site/areas/admin/list/row-labels.ts'
import { callAdminApi, createFigureStore } from '#site/kit/stores/admin.ts'
import { $userId } from '#site/kit/stores/query.ts'
import { showToast } from '#site/kit/stores/toast.ts'
import { explainBy, useAction } from '#site/kit/stores/use-action.ts'
import { CheckField } from '#site/kit/ui/field/check-field.tsx'
import { Button } from '#site/kit/ui/primitives/button.tsx'
import { Card } from '#site/kit/ui/primitives/card.tsx'
import { LoadFailed } from '#site/kit/ui/primitives/load-failed.tsx'
import { Loading, Skeleton } from '#site/kit/ui/primitives/skeleton.tsx'

const PATH = '/api/admin/notification-mails'
const $mails = createFigureStore<NotificationMails>([PATH, $userId])

/** Which notifications the signed-in admin gets by mail. */
export function Panel() {
  const { data, error, loading } = useStore($mails)
  return (
    <Card
      title="Notification emails"
      description="Choose what you get emails about. The bell shows everything."
    >
      {!data && error && !loading && (
        <LoadFailed title="Your settings didn’t load" error={error} onRetry={() => $mails.invalidate()} />
      )}
      {!data && (!error || loading) && (
        <Loading className="p-5 sm:px-6">
          <Skeleton className="h-16" />
        </Loading>
      )}
      {data && <KindsForm saved={data.kinds} />}
    </Card>
  )
}

function KindsForm({ saved }: { saved: readonly NotificationKind[] }) {
  const [kinds, setKinds] = useState(saved)
  useEffect(() => setKinds(saved), [saved])

  const { run, isBusy } = useAction(
    async () => {
      const mails = await callAdminApi<NotificationMails>(PATH, { method: 'PUT', body: { kinds } })
      $mails.mutate(mails)
      showToast('Notification Emails Saved')
    },
    explainBy('Update Failed', 'Your settings couldn’t be saved. Please try again.'),
  )

  function save(event: FormEvent): void {
    event.preventDefault()
    run()
  }

  return (
    <form onSubmit={save} className="flex flex-col gap-5 p-5 sm:px-6">
      <fieldset className="grid gap-x-8 gap-y-2 md:grid-cols-2">
        <legend className="mb-2 text-sm font-medium text-ink">Email me about</legend>
        {NOTIFICATION_KINDS.map((kind) => (
          <CheckField
            key={kind}
            name={kind}
            {...NOTIFICATIONS[kind]}
            checked={kinds.includes(kind)}
            onChange={(isOn) =>
              setKinds(NOTIFICATION_KINDS.filter((one) => (one === kind ? isOn : kinds.includes(one))))
            }
          />
        ))}
      </fieldset>
      <Button type="submit" busy={isBusy} className="self-start max-sm:w-full">
        Save Changes
      </Button>
    </form>
  )
}
