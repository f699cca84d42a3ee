import { Bell } from 'lucide-react'
import { lazy, Suspense, useState } from 'react'
import { useOperations } from '#site/areas/admin/list/use-figure.ts'
import { Button } from '#site/kit/ui/primitives/button.tsx'

const BellDialog = lazy(async () => ({ default: (await import('./bell-dialog.tsx')).BellDialog }))

const LARGEST = 99

export function BellButton() {
  const [isOpen, setIsOpen] = useState(false)
  const unread = useOperations()?.unreadNotifications ?? 0
  return (
    <>
      <Button
        icon={Bell}
        variant="ghost"
        className="px-3"
        aria-label={unread === 0 ? 'Notifications' : `Notifications, ${unread} unread`}
        aria-haspopup="dialog"
        onClick={() => setIsOpen(true)}
      >
        {unread > 0 && (
          <span
            aria-hidden="true"
            className="absolute right-0 top-0 grid h-5 min-w-5 place-items-center rounded-full bg-danger px-1 text-xs font-semibold tabular-nums text-on-primary"
          >
            {unread > LARGEST ? `${LARGEST}+` : unread}
          </span>
        )}
      </Button>
      {isOpen && (
        <Suspense>
          <BellDialog onClose={() => setIsOpen(false)} />
        </Suspense>
      )}
    </>
  )
}
