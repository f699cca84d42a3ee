import { useStore } from '@nanostores/react'
import { useEffect, useState } from 'react'
import type { StaffAssignment } from '#api/contract/orders/staff.ts'
import type { User } from '#api/contract/people/auth.ts'
import { AccountMenu, AreaBar } from '#site/areas/account-menu.tsx'
import { AreaIsland } from '#site/areas/area-island.tsx'
import { TimesNote } from '#site/areas/times-note.tsx'
import { SHOP_LINKS } from '#site/components/shop-links.ts'
import { formatNumber } from '#site/kit/format/count.ts'
import { $query } from '#site/kit/stores/address.ts'
import { signOut } from '#site/kit/stores/session.ts'
import { announceRedirect } from '#site/kit/stores/toast.ts'
import { buttonClass } from '#site/kit/ui/primitives/button.tsx'
import { island } from '#site/kit/ui/primitives/island.tsx'
import { PageSpinner } from '#site/kit/ui/primitives/page-spinner.tsx'
import { Skeleton } from '#site/kit/ui/primitives/skeleton.tsx'
import { useLiveUnread } from '#site/order/conversation/unread.tsx'
import { AssignmentList } from './assignment-list.tsx'
import { $assignments, leaveForHome } from './assignments.ts'
import { OrderPage } from './order-page.tsx'
import { countByStatus, describeDueDate } from './queue.ts'

export const StaffIsland = island(Staff)

function Staff() {
  return (
    <AreaIsland isFor={({ isStaff }) => isStaff} onDenied={leaveForHome} spinner={<StaffSpinner />}>
      {(user) => (
        <>
          <StaffHeader user={user} />
          <div className="relative">
            <StaffArea />
            <TimesNote />
          </div>
        </>
      )}
    </AreaIsland>
  )
}

function StaffHeader({ user }: { user: User }) {
  const [isBusy, setIsBusy] = useState(false)

  async function leave(): Promise<void> {
    setIsBusy(true)
    // Even if the call fails, the browser signs the user out.
    await signOut().then(
      () => announceRedirect('Logged out successfully'),
      () => {},
    )
    location.assign('/')
  }

  return (
    <AreaBar>
      <p className="min-w-0 flex-1 truncate text-right text-sm text-ink-quiet max-md:invisible">
        Welcome, <span className="font-medium text-ink">{user.firstName}</span>
      </p>
      <a
        href="/dashboard"
        className={buttonClass({ variant: 'secondary', className: 'shrink-0 px-3 max-md:hidden' })}
      >
        Dashboard
      </a>
      <AccountMenu
        user={user}
        moreWays={SHOP_LINKS}
        signOut={{ label: 'Sign Out', isBusy, onClick: () => void leave() }}
      />
    </AreaBar>
  )
}

const COLUMN = 'mx-auto flex w-full max-w-[96rem] flex-col gap-5 px-4 pt-6 sm:px-6'

function StaffHeading() {
  return <h1 className="text-2xl font-semibold tracking-tight text-ink">Staff Dashboard</h1>
}

export function StaffSpinner() {
  return (
    <PageSpinner
      heading={
        <div className={COLUMN}>
          <StaffHeading />
        </div>
      }
    />
  )
}

/** Shows the order that the URL names, or the queue. */
function StaffArea() {
  const { data: assignments, error, loading } = useStore($assignments)
  const orderId = new URLSearchParams(useStore($query)).get('order')
  const [leftOrder, setLeftOrder] = useState<string | null>(null)
  const hasFailed = Boolean(error) && !loading
  useLiveUnread()

  useEffect(() => {
    if (orderId) return () => setLeftOrder(orderId)
    return undefined
  }, [orderId])

  if (orderId) {
    return (
      <div className="min-h-[calc(100dvh-3.5rem)] bg-ground-quiet">
        <div className={`${COLUMN} pb-16`}>
          <OrderPage
            key={orderId}
            id={orderId}
            assignments={assignments}
            error={hasFailed ? error : undefined}
          />
        </div>
      </div>
    )
  }
  return (
    <div className="min-h-[calc(100dvh-3.5rem)] bg-ground-quiet">
      <div className={`${COLUMN} pb-16`}>
        <StaffHeading />
        <Figures assignments={assignments} hasFailed={hasFailed} />
        <AssignmentList
          assignments={assignments}
          error={hasFailed ? error : undefined}
          onRetry={() => $assignments.invalidate()}
          leftOrder={leftOrder}
        />
      </div>
    </div>
  )
}

interface FiguresProps {
  assignments: StaffAssignment[] | undefined
  hasFailed: boolean
}

/** @param assignments undefined while they load, and if that failed */
function Figures({ assignments, hasFailed }: FiguresProps) {
  const counts = assignments && countByStatus(assignments)
  const now = new Date()
  const tones = assignments?.map((one) => describeDueDate(one, now)?.tone)
  const count = (wanted: 'negative' | 'caution') => tones?.filter((tone) => tone === wanted).length
  const figures = [
    { label: 'Total Assignments', value: counts?.all },
    { label: 'In Progress', value: counts?.in_progress },
    { label: 'Completed', value: counts?.completed },
    { label: 'Overdue', value: count('negative'), look: 'text-negative' },
    { label: 'Due within 3 days', value: count('caution'), look: 'text-caution' },
  ]
  return (
    <section
      aria-label="Your figures"
      aria-busy={!counts && !hasFailed}
      className="rounded-lg border border-line bg-ground-raised shadow-card"
    >
      <dl className="grid grid-cols-6 sm:grid-cols-5">
        {figures.map(({ label, value, look }, index) => (
          <div
            key={label}
            className={`flex flex-col justify-between px-4 py-3 sm:col-span-1 sm:border-t-0 sm:px-6 ${index < 3 ? 'col-span-2' : 'col-span-3 border-t border-line'} ${index % 3 === 0 ? 'sm:border-l sm:first:border-l-0' : 'border-l'} border-line`}
          >
            <dt className="text-sm text-ink-quiet max-sm:text-xs">{label}</dt>
            <dd
              className={`mt-0.5 text-lg font-semibold leading-7 tabular-nums ${value && look ? look : 'text-ink'}`}
            >
              {value === undefined ? hasFailed ? '–' : <Skeleton className="h-5 w-6" /> : formatNumber(value)}
            </dd>
          </div>
        ))}
      </dl>
    </section>
  )
}
