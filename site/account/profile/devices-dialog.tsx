import { MonitorSmartphone } from 'lucide-react'
import type { Session } from '#api/contract/people/auth.ts'
import { callApi } from '#site/kit/client/api.ts'
import { useFetched } from '#site/kit/client/use-fetched.ts'
import { formatMoment } from '#site/kit/format/date.ts'
import { showError, showToast } from '#site/kit/stores/toast.ts'
import { useAction } from '#site/kit/stores/use-action.ts'
import { Dialog } from '#site/kit/ui/dialog/dialog.tsx'
import { Badge } from '#site/kit/ui/primitives/badge.tsx'
import { Button } from '#site/kit/ui/primitives/button.tsx'
import { LoadFailed } from '#site/kit/ui/primitives/load-failed.tsx'
import { Skeleton } from '#site/kit/ui/primitives/skeleton.tsx'

const SESSIONS = '/api/user/sessions'
const fetchSessions = (signal: AbortSignal) => callApi<Session[]>(SESSIONS, { signal })

/** Lists the devices on which the user is signed in. Any but this one can be signed out. */
export function DevicesDialog({ onClose }: { onClose: () => void }) {
  const { data: sessions, error, reload } = useFetched(fetchSessions)
  const { run: signOut, isBusy } = useAction(
    async (url: string, done: string) => {
      await callApi(url, { method: 'DELETE' }).finally(reload)
      showToast('Signed Out', done)
    },
    () => showError('Error', 'The device couldn’t be signed out. Please try again.'),
  )
  const hasOthers = sessions?.some(({ isCurrent }) => !isCurrent)
  return (
    <Dialog
      size="md"
      title="Signed-In Devices"
      description="Sign out any device that you don’t recognise, then change your password."
      onClose={onClose}
      footer={
        hasOthers && (
          <Button
            variant="secondary"
            className="max-sm:flex-1"
            disabled={isBusy}
            onClick={() => signOut(SESSIONS, 'Every other device has been signed out.')}
          >
            Sign out all others
          </Button>
        )
      }
    >
      {!sessions && !error && (
        <div role="status" aria-label="Loading devices" className="space-y-4">
          <Skeleton className="h-12 w-full" />
          <Skeleton className="h-12 w-full" />
        </div>
      )}
      {Boolean(error) && <LoadFailed title="The devices couldn’t be loaded" error={error} onRetry={reload} />}
      {sessions && !error && (
        <ul className="divide-y divide-line">
          {sessions.map(({ id, device, address, lastSeenAt, isCurrent }) => (
            <li key={id} className="flex items-center gap-4 py-4 first:pt-0 last:pb-0">
              <MonitorSmartphone aria-hidden="true" className="size-5 shrink-0 text-ink-quiet" />
              <div className="min-w-0 flex-1 text-sm">
                <p className="font-medium text-ink">{device}</p>
                <p className="mt-0.5 text-ink-quiet">Last seen {formatMoment(lastSeenAt)}</p>
                {address && <p className="text-ink-quiet [overflow-wrap:anywhere]">{address}</p>}
              </div>
              {isCurrent ? (
                <Badge tone="positive">This device</Badge>
              ) : (
                <Button
                  variant="secondary"
                  aria-label={`Sign out ${device}`}
                  disabled={isBusy}
                  onClick={() => signOut(`${SESSIONS}/${id}`, `${device} has been signed out.`)}
                >
                  Sign out
                </Button>
              )}
            </li>
          ))}
        </ul>
      )}
    </Dialog>
  )
}
