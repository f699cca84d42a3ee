import { useStore } from '@nanostores/react'
import { useEffect, useState } from 'react'
import type { StaffAssignment } from '../../../api/contract/assignments.ts'
import type { User } from '../../../api/contract/auth.ts'
import { useLiveUnread } from '../../order-page/unread.ts'
import { AccountMenu, AreaBar } from '../../shell/account-menu.tsx'
import { AreaIsland } from '../../shell/area-island.tsx'
import { $query } from '../../stores/address.ts'
import { signOut } from '../../stores/session.ts'
import { showToast } from '../../stores/toast.ts'
import { PageSpinner } from '../../ui/primitives/page-spinner.tsx'
import { Skeleton } from '../../ui/primitives/skeleton.tsx'
import { AnswersDialog } from './answers-dialog.tsx'
import { AssignmentList } from './assignment-list.tsx'
import { $assignments, leaveForHome } from './assignments.ts'
import { OrderPage } from './order-page.tsx'
import { findDue } from './queue.ts'
import { countByStatus } from './work-figures.ts'

export function StaffIsland() {
  return (
    <AreaIsland isFor={({ isStaff }) => isStaff} onDenied={leaveForHome} spinner={<StaffSpinner />}>
      {(user) => (
        <>
          <StaffHeader user={user} />
          <StaffArea />
        </>
      )}
    </AreaIsland>
  )
}

function StaffHeader({ user }: { user: User }) {
  const [isBusy, setIsBusy] = useState(false)

  async function leave(): Promise<void> {
    setIsBusy(true)
    // In the browser the user is signed out even if the call fails.
    await signOut().then(
      () => showToast('Logged out successfully'),
      () => {},
    )
    location.assign('/')
  }

  return (
    <AreaBar>
      <span className="flex-1" />
      <AccountMenu user={user} signOut={{ label: 'Sign Out', isBusy, onClick: () => void leave() }} />
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

/** Shows the order that the address names, or the queue. */
function StaffArea() {
  const { data: assignments, error, loading } = useStore($assignments)
  const [asked, setAsked] = useState<StaffAssignment | undefined>()
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
        <div>
          <StaffHeading />
          <div className="mt-1">
            <Figures assignments={assignments} hasFailed={hasFailed} />
          </div>
        </div>
        <AssignmentList
          assignments={assignments}
          error={hasFailed ? error : undefined}
          onRetry={() => $assignments.invalidate()}
          onShowAnswers={setAsked}
          leftOrder={leftOrder}
        />
      </div>
      {asked && <AnswersDialog assignment={asked} onClose={() => setAsked(undefined)} />}
    </div>
  )
}

const number = new Intl.NumberFormat('en-US')

/** The figures in one line. Overdue work and work due soon are only named if there is some. */
function Figures({
  assignments,
  hasFailed,
}: {
  assignments: StaffAssignment[] | undefined
  hasFailed: boolean
}) {
  const counts = assignments && countByStatus(assignments)
  const value = (count: number | undefined) =>
    count === undefined ? (hasFailed ? '–' : undefined) : number.format(count)
  const now = new Date()
  const tones = assignments?.map((one) => findDue(one, now)?.tone) ?? []
  const overdue = tones.filter((tone) => tone === 'negative').length
  const soon = tones.filter((tone) => tone === 'caution').length
  return (
    <dl className="flex flex-wrap gap-x-6 gap-y-1 text-sm" aria-busy={!counts && !hasFailed}>
      <Stat label="Total Assignments" value={value(counts?.all)} />
      <Stat label="In Progress" value={value(counts?.in_progress)} />
      <Stat label="Completed" value={value(counts?.completed)} />
      {overdue > 0 && <Stat label="Overdue" value={number.format(overdue)} look="text-negative" />}
      {soon > 0 && <Stat label="Due within 3 days" value={number.format(soon)} look="text-caution" />}
    </dl>
  )
}

function Stat({
  label,
  value,
  look = 'text-ink',
}: {
  label: string
  value: string | undefined
  look?: string
}) {
  return (
    <div className="flex items-baseline gap-1.5">
      <dt className="text-ink-quiet">{label}</dt>
      <dd className={`font-semibold tabular-nums ${look}`}>{value ?? <Skeleton className="h-4 w-5" />}</dd>
    </div>
  )
}
