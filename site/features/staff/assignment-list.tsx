import { useStore } from '@nanostores/react'
import { ClipboardCheck, SearchX, TriangleAlert } from 'lucide-react'
import { useState } from 'react'
import type { StaffAssignment } from '../../../api/contract/staff.ts'
import { $query } from '../../stores/address.ts'
import { Button } from '../../ui/button.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { LoadFailed } from '../../ui/load-failed.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { AssignmentCard } from './assignment-card.tsx'
import { isDenial } from './assignments.ts'
import { StatusFilter } from './status-filter.tsx'
import { countByStatus, FILTER_LABELS, type Filter, narrow } from './work-figures.ts'

/** More than most people have; the rest is shown on demand. */
const SHOWN_FIRST = 20
const number = new Intl.NumberFormat('en-US')
const SKELETON_CARDS = [0, 1]
const SURFACE = 'rounded-lg border border-line bg-ground-raised shadow-card'
const GRID = 'grid gap-4 lg:grid-cols-2 lg:gap-6'

/** To the work that a mail's link names (`?order=`): it stands first. */
const scrollTo = (card: HTMLElement | null) => card?.scrollIntoView()

interface View {
  filter: Filter
  /** Assignments whose status was changed since the filter was chosen: they stay in view. */
  changed: ReadonlySet<number>
}

const SHOW_ALL: View = { filter: 'all', changed: new Set() }

interface AssignmentListProps {
  /** Undefined until they are loaded. */
  assignments: StaffAssignment[] | undefined
  error: unknown
  onRetry: () => void
  onShowAnswers: (assignment: StaffAssignment) => void
}

export function AssignmentList({ assignments, error, onRetry, onShowAnswers }: AssignmentListProps) {
  const [{ filter, changed }, setView] = useState<View>(SHOW_ALL)
  const [shownCount, setShownCount] = useState(SHOWN_FIRST)
  const linkedOrder = new URLSearchParams(useStore($query)).get('order')

  if (!assignments) return error ? <Failed error={error} onRetry={onRetry} /> : <ListSkeleton />
  if (assignments.length === 0) {
    return (
      <div className={SURFACE}>
        <EmptyState icon={ClipboardCheck} title="No assignments yet">
          As soon as an order is given to you, what it is about and who it is for stands here.
        </EmptyState>
      </div>
    )
  }

  const isLinked = ({ order }: StaffAssignment) => String(order.id) === linkedOrder
  const narrowed = narrow(assignments, filter, changed).sort(
    (one, other) => Number(isLinked(other)) - Number(isLinked(one)),
  )
  const noteChange = (id: number) => setView((view) => ({ ...view, changed: new Set([...view.changed, id]) }))
  return (
    <section aria-labelledby="assignments-title" className="flex flex-col gap-4">
      <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-3">
        <div>
          <h2 id="assignments-title" className="text-xl font-semibold tracking-tight text-ink">
            Your Assignments
          </h2>
          <p role="status" className="mt-0.5 text-sm tabular-nums text-ink-quiet">
            {number.format(narrowed.length)} {narrowed.length === 1 ? 'assignment' : 'assignments'}
          </p>
        </div>
        <StatusFilter
          filter={filter}
          counts={countByStatus(assignments)}
          onChange={(chosen) => setView({ ...SHOW_ALL, filter: chosen })}
        />
      </div>
      {narrowed.length === 0 ? (
        <div className={SURFACE}>
          <EmptyState
            icon={SearchX}
            title={`Nothing is ‘${FILTER_LABELS[filter]}’`}
            action={
              <Button variant="secondary" onClick={() => setView(SHOW_ALL)}>
                Show all assignments
              </Button>
            }
          />
        </div>
      ) : (
        <ul className={GRID}>
          {narrowed.slice(0, shownCount).map((assignment) => (
            <li
              key={assignment.id}
              ref={isLinked(assignment) ? scrollTo : undefined}
              className="min-w-0 scroll-mt-24"
            >
              <AssignmentCard
                assignment={assignment}
                onShowAnswers={() => onShowAnswers(assignment)}
                onStatus={() => noteChange(assignment.id)}
              />
            </li>
          ))}
        </ul>
      )}
      {narrowed.length > shownCount && (
        <Button
          variant="secondary"
          className="self-center"
          onClick={() => setShownCount((count) => count + SHOWN_FIRST)}
        >
          Show {Math.min(SHOWN_FIRST, narrowed.length - shownCount)} more
        </Button>
      )}
    </section>
  )
}

function Failed({ error, onRetry }: { error: unknown; onRetry: () => void }) {
  if (isDenial(error)) {
    return (
      <div className={SURFACE}>
        <EmptyState isError icon={TriangleAlert} title="Staff access required">
          You are signed out, or your account is no longer staff. Taking you to the home page.
        </EmptyState>
      </div>
    )
  }
  return (
    <div className={SURFACE}>
      <LoadFailed title="Your assignments did not load" onRetry={onRetry}>
        Check your connection and try again.
      </LoadFailed>
    </div>
  )
}

function ListSkeleton() {
  return (
    <div role="status">
      <span className="sr-only">Loading...</span>
      <div className="flex flex-col gap-4">
        <Skeleton className="h-7 w-48" />
        <div className={GRID}>
          {SKELETON_CARDS.map((card) => (
            <div key={card} className={`${SURFACE} flex flex-col gap-4 p-5 sm:p-6`}>
              <Skeleton className="h-6 w-2/3" />
              <Skeleton className="h-4 w-1/3" />
              <Skeleton className="h-4 w-full" />
              <Skeleton className="h-28 w-full" />
              <Skeleton className="h-11 w-full" />
            </div>
          ))}
        </div>
      </div>
    </div>
  )
}
