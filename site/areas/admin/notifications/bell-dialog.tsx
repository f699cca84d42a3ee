import { useStore } from '@nanostores/react'
import { BellOff, CheckCheck, Settings } from 'lucide-react'
import { useEffect } from 'react'
import type { Notification } from '#api/contract/outbound/notifications.ts'
import { MomentCell } from '#site/areas/admin/list/cells.tsx'
import { NOTIFICATIONS } from '#site/areas/admin/list/row-labels.ts'
import { refreshOperations } from '#site/areas/admin/list/use-figure.ts'
import { setQuery } from '#site/kit/stores/address.ts'
import { callAdminApi, createPageStore, type ListPage } from '#site/kit/stores/admin.ts'
import { refetch } from '#site/kit/stores/query.ts'
import { showError } from '#site/kit/stores/toast.ts'
import { useAction } from '#site/kit/stores/use-action.ts'
import { Dialog } from '#site/kit/ui/dialog/dialog.tsx'
import { Button } from '#site/kit/ui/primitives/button.tsx'
import { EmptyState } from '#site/kit/ui/primitives/empty-state.tsx'
import { LoadFailed } from '#site/kit/ui/primitives/load-failed.tsx'
import { QueryLink } from '#site/kit/ui/primitives/query-link.tsx'
import { Loading, Skeleton } from '#site/kit/ui/primitives/skeleton.tsx'

const SETTINGS = new URLSearchParams({ view: 'notifications' })
const SKELETON_ROWS = [0, 1, 2, 3]

const $notifications = createPageStore<ListPage<Notification>>(['/api/admin/notifications'])

export function BellDialog({ onClose }: { onClose: () => void }) {
  const { data, error, loading } = useStore($notifications)
  const rows = data?.rows
  const hasUnread = rows?.some(({ isRead }) => !isRead) ?? false

  // Fetch again: the cached list may be as old as the last time the dialog was open.
  useEffect(() => $notifications.revalidate(), [])

  const marking = useAction(
    async (ids?: number[]) => {
      await callAdminApi('/api/admin/notifications/read', { method: 'POST', body: { ids } })
      void refetch($notifications)
      refreshOperations()
    },
    () => showError('Update Failed', 'The notifications couldn’t be marked as read. Please try again.'),
  )

  function follow({ id, isRead, path }: Notification): void {
    if (!isRead) marking.run([id])
    onClose()
    setQuery(new URL(path, location.origin).searchParams)
  }

  return (
    <Dialog
      onClose={onClose}
      size="md"
      title="Notifications"
      description="What has happened in the shop in the last 90 days."
      footer={
        <div className="flex flex-wrap justify-between gap-2">
          <Button
            icon={Settings}
            variant="secondary"
            className="max-sm:grow"
            onClick={() => {
              onClose()
              setQuery(SETTINGS)
            }}
          >
            Email settings
          </Button>
          <Button
            icon={CheckCheck}
            variant="secondary"
            className="max-sm:grow"
            busy={marking.isBusy}
            disabled={!hasUnread}
            onClick={() => marking.run()}
          >
            Mark all as read
          </Button>
        </div>
      }
    >
      {!rows && error && !loading && (
        <LoadFailed
          title="The notifications didn’t load"
          error={error}
          onRetry={() => $notifications.invalidate()}
        />
      )}
      {!rows && (!error || loading) && <BellSkeleton />}
      {rows?.length === 0 && (
        <EmptyState icon={BellOff} title="No notifications yet">
          Sales, unmatched payments, disputes, failed refunds, failed emails and overdue backups appear here.
        </EmptyState>
      )}
      {rows && rows.length > 0 && (
        <ul className="-mx-2 flex flex-col divide-y divide-line">
          {rows.map((row) => (
            <li key={row.id}>
              <QueryLink
                href={row.path}
                onGo={() => follow(row)}
                className="group flex gap-3 rounded px-2 py-3 transition-colors hover:bg-ink/5 focus-visible:outline focus-visible:outline-2 focus-visible:-outline-offset-2 focus-visible:outline-accent"
              >
                <Row row={row} />
              </QueryLink>
            </li>
          ))}
        </ul>
      )}
    </Dialog>
  )
}

function Row({ row: { kind, title, facts, createdAt, isRead } }: { row: Notification }) {
  return (
    <>
      <span
        aria-hidden="true"
        className={`mt-1.5 size-2 shrink-0 rounded-full ${isRead ? 'bg-transparent' : 'bg-accent'}`}
      />
      <span className="min-w-0 flex-1">
        <span className="flex flex-wrap items-baseline justify-between gap-x-3 text-sm text-ink-quiet">
          <span>
            {!isRead && <span className="sr-only">Unread: </span>}
            {NOTIFICATIONS[kind].label}
          </span>
          <MomentCell iso={createdAt} />
        </span>
        <span
          className={`mt-0.5 block text-ink [overflow-wrap:anywhere] ${isRead ? '' : 'font-medium'} group-hover:underline`}
        >
          {title}
        </span>
        {facts.length > 0 && (
          <span className="mt-0.5 block text-sm text-ink-quiet [overflow-wrap:anywhere]">
            {facts.map(({ label, value }) => `${label}: ${value}`).join(' · ')}
          </span>
        )}
      </span>
    </>
  )
}

function BellSkeleton() {
  return (
    <Loading className="flex flex-col gap-5">
      {SKELETON_ROWS.map((row) => (
        <div key={row} className="flex flex-col gap-2 pl-5">
          <Skeleton className="h-4 w-40" />
          <Skeleton className="h-4 w-64" />
        </div>
      ))}
    </Loading>
  )
}
