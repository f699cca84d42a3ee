import { useStore } from '@nanostores/react'
import { ClipboardCheck, SearchX, TriangleAlert } from 'lucide-react'
import { Fragment, useState } from 'react'
import type { StaffAssignment } from '#api/contract/orders/staff.ts'
import { formatNumber } from '#site/kit/format/count.ts'
import { $query, changeQuery } from '#site/kit/stores/address.ts'
import { Select } from '#site/kit/ui/field/field.tsx'
import { Button } from '#site/kit/ui/primitives/button.tsx'
import { EmptyState } from '#site/kit/ui/primitives/empty-state.tsx'
import { LoadFailed } from '#site/kit/ui/primitives/load-failed.tsx'
import { Segments } from '#site/kit/ui/primitives/segments.tsx'
import { Loading, Skeleton } from '#site/kit/ui/primitives/skeleton.tsx'
import { SearchInput } from '#site/kit/ui/table/search-input.tsx'
import { AssignmentRow, COLUMNS } from './assignment-row.tsx'
import { isDenial } from './assignments.ts'
import {
  FILTER_LABELS,
  type Filter,
  filterAssignments,
  isOver,
  matchesSearch,
  readView,
  SORT_LABELS,
  sortQueue,
} from './queue.ts'

/** How many assignments show at first, and how many each 'Show … more' adds. */
const SHOWN_FIRST = 40
/** The number of assignments from which there is a search; fewer are seen at a glance. */
const SEARCHED_FROM = 6
const SKELETON_ROWS = [0, 1, 2, 3]
const SURFACE = 'rounded-lg border border-line bg-ground-raised'

/** Returns the focus to an order's link after a visit to its page. */
function returnTo(row: HTMLElement | null): void {
  row?.scrollIntoView({ block: 'nearest' })
  row?.querySelector('a')?.focus({ preventScroll: true })
}

const NONE: ReadonlySet<number> = new Set()

interface AssignmentListProps {
  /** undefined while they load. */
  assignments: StaffAssignment[] | undefined
  error: unknown
  onRetry: () => void
  /** The order whose page the user came from. */
  leftOrder: string | null
}

export function AssignmentList({ assignments, error, onRetry, leftOrder }: AssignmentListProps) {
  const query = useStore($query)
  const { filter, sort, search } = readView(query)
  /** The assignments whose status was changed in this view. They keep their place, even if the filter now excludes them. */
  const [changed, setChanged] = useState({ query, ids: NONE })
  /** The rows toggled by hand. Kept here instead of in the rows, because a filter unmounts rows. */
  const [toggled, setToggled] = useState(NONE)
  const [shownCount, setShownCount] = useState(SHOWN_FIRST)
  const pinned = changed.query === query ? changed.ids : NONE

  if (!assignments) return error ? <AssignmentsFailed error={error} onRetry={onRetry} /> : <ListSkeleton />
  if (assignments.length === 0) {
    return (
      <div className={SURFACE}>
        <EmptyState icon={ClipboardCheck} title="No assignments yet">
          Orders assigned to you will appear here.
        </EmptyState>
      </div>
    )
  }

  const show = (chosen: Filter) => changeQuery({ status: chosen === 'all' ? undefined : chosen })
  const found = assignments.filter((one) => matchesSearch(one, search))
  const shown = sortQueue(filterAssignments(found, filter, pinned), sort, pinned)
  const firstDone = shown.findIndex((one) => isOver(one) && !pinned.has(one.id))
  return (
    <section aria-labelledby="assignments-title" className="flex flex-col gap-3">
      <div className="flex flex-wrap items-center justify-between gap-x-2 gap-y-3">
        <div className="mr-auto min-w-0 sm:max-xl:w-full">
          <h2 id="assignments-title" className="text-base font-semibold tracking-tight text-ink">
            Your Assignments
          </h2>
          <p role="status" className="sr-only">
            {formatNumber(shown.length)} {shown.length === 1 ? 'assignment' : 'assignments'}
          </p>
        </div>
        <Select
          aria-label="Sort by"
          value={sort}
          onChange={({ target: { value } }) => changeQuery({ sort: value === 'due' ? undefined : value })}
          frameClassName="sm:order-last"
        >
          {Object.entries(SORT_LABELS).map(([value, label]) => (
            <option key={value} value={value}>
              {label}
            </option>
          ))}
        </Select>
        {(search || assignments.length >= SEARCHED_FROM) && (
          <div className="flex max-sm:w-full sm:grow sm:basis-48 xl:grow-0 xl:basis-64">
            <SearchInput
              aria-label="Search your assignments"
              placeholder="Client, package, number"
              value={search}
              onChange={({ target: { value } }) =>
                changeQuery({ q: value.trimStart() || undefined }, { replace: true })
              }
            />
          </div>
        )}
        <Segments
          legend="Show assignments by status"
          name="status-filter"
          options={FILTER_LABELS}
          value={filter}
          onChange={show}
          className="flex flex-wrap max-sm:w-full"
          optionClassName="min-h-target flex-1 max-sm:px-1 xl:min-h-[34px]"
        />
      </div>
      {shown.length === 0 ? (
        <div className={SURFACE}>
          <EmptyState
            icon={SearchX}
            title={
              search ? `No results for ‘${search}’` : `No assignments with status ‘${FILTER_LABELS[filter]}’`
            }
            action={
              <Button variant="secondary" onClick={() => changeQuery({ q: undefined, status: undefined })}>
                Show all assignments
              </Button>
            }
          />
        </div>
      ) : (
        <div className="xl:rounded-lg xl:border xl:border-line xl:bg-ground-raised">
          <ColumnNames />
          <ul className="flex flex-col gap-2 xl:gap-0 xl:divide-y xl:divide-line">
            {shown.slice(0, shownCount).map((assignment, index) => (
              <Fragment key={assignment.id}>
                {index === firstDone && index > 0 && (
                  <li className="pt-3 text-sm font-medium text-ink-quiet xl:bg-ground-quiet xl:px-4 xl:py-2 xl:text-xs">
                    {FILTER_LABELS.completed}
                  </li>
                )}
                <li
                  ref={String(assignment.order.id) === leftOrder ? returnTo : undefined}
                  className="min-w-0 scroll-mt-24 max-xl:rounded-lg max-xl:border max-xl:border-line max-xl:bg-ground-raised"
                >
                  <AssignmentRow
                    assignment={assignment}
                    isOpen={toggled.has(assignment.id)}
                    onToggle={() => setToggled(toggle(toggled, assignment.id))}
                    onStatus={() => setChanged({ query, ids: new Set([...pinned, assignment.id]) })}
                  />
                </li>
              </Fragment>
            ))}
          </ul>
        </div>
      )}
      {shown.length > shownCount && (
        <Button
          variant="secondary"
          className="self-center"
          onClick={() => setShownCount((count) => count + SHOWN_FIRST)}
        >
          Show {Math.min(SHOWN_FIRST, shown.length - shownCount)} more
        </Button>
      )}
    </section>
  )
}

function toggle(ids: ReadonlySet<number>, id: number): ReadonlySet<number> {
  return ids.has(id) ? new Set([...ids].filter((one) => one !== id)) : new Set([...ids, id])
}

/** Hidden from screen readers, because each cell names itself. */
function ColumnNames() {
  return (
    <div
      aria-hidden="true"
      className={`hidden gap-4 border-b border-line px-4 py-2 text-xs font-medium text-ink-quiet xl:grid ${COLUMNS}`}
    >
      <span className="pl-7">Package</span>
      <span>Order</span>
      <span>Client</span>
      <span>Answers</span>
      <span>Due</span>
      <span>Status</span>
    </div>
  )
}

export function AssignmentsFailed({ error, onRetry }: { error: unknown; onRetry: () => void }) {
  return (
    <div className={SURFACE}>
      {isDenial(error) ? (
        <EmptyState isError icon={TriangleAlert} title="Staff access required">
          You no longer have staff access. Taking you to the home page.
        </EmptyState>
      ) : (
        <LoadFailed title="Your assignments didn’t load" error={error} onRetry={onRetry} />
      )}
    </div>
  )
}

function ListSkeleton() {
  return (
    <Loading className="flex flex-col gap-3">
      <Skeleton className="h-[3.375rem] w-full" />
      <div className={`${SURFACE} divide-y divide-line`}>
        {SKELETON_ROWS.map((row) => (
          <div key={row} className="flex flex-col gap-2 px-4 py-3">
            <Skeleton className="h-5 w-2/5" />
            <Skeleton className="h-4 w-3/5" />
          </div>
        ))}
      </div>
    </Loading>
  )
}
