/** A list of the server as a table, or as rows on a narrow screen: with search, filters, count and pages. */
import { SearchX } from 'lucide-react'
import { type ComponentProps, type ReactNode, useEffect, useId, useRef } from 'react'
import { Button } from '#site/kit/ui/primitives/button.tsx'
import { EmptyState } from '#site/kit/ui/primitives/empty-state.tsx'
import { LoadFailed, StaleNotice } from '#site/kit/ui/primitives/load-failed.tsx'
import { Loading, Skeleton } from '#site/kit/ui/primitives/skeleton.tsx'
import { useMedia } from '#site/kit/ui/primitives/use-media.ts'
import { DataTableGrid, type GridLook, GridSkeleton } from './data-table-grid.tsx'
import type { ListedRow, Noun, TableList } from './data-table-list.ts'
import { DataTablePager } from './data-table-pager.tsx'
import { DataTableRows } from './data-table-rows.tsx'
import { DataTableToolbar, type ToolbarOptions } from './data-table-toolbar.tsx'

const TABLE_FROM = { md: '(min-width: 768px)', lg: '(min-width: 1024px)' }

export interface DataTableProps<Row> extends ToolbarOptions<Row>, GridLook {
  /** Shown if the list has no rows at all; absent for a list that is not drawn then. */
  empty?: ComponentProps<typeof EmptyState> | undefined
  /** Actions for the selected rows. The bar stays at the bottom of the window. */
  bar?: ReactNode
  /** Draws a row on a narrow screen. Must stay the same function. */
  phoneRow?: (row: Row) => ReactNode
  /** The narrowest screen that shows a table: `md` for one with few columns. */
  tableFrom?: keyof typeof TABLE_FROM
}

export function DataTable<Row extends ListedRow>(props: DataTableProps<Row>) {
  const { noun, list, columns, empty, bar, phoneRow, tableFrom = 'lg' } = props
  const titleId = useId()
  const isTable = useMedia(TABLE_FROM[tableFrom])
  const isPhone = useMedia('(max-width: 639px)')
  const section = useRef<HTMLElement>(null)
  const shownPage = useRef(list.page)

  // The pager is below the rows: a new page is scrolled to its top.
  useEffect(() => {
    if (shownPage.current === list.page) return
    shownPage.current = list.page
    if (section.current && section.current.getBoundingClientRect().top < 0) section.current.scrollIntoView()
  }, [list.page])
  const { rows } = list
  const hasRows = rows !== undefined && rows.length > 0

  return (
    <section
      ref={section}
      aria-labelledby={titleId}
      className="dense rounded-lg border border-line bg-ground-raised shadow-card"
    >
      <DataTableToolbar
        {...props}
        titleId={titleId}
        isTable={isTable}
        isFolded={!isTable && (phoneRow !== undefined || isPhone)}
        foldsActions={phoneRow !== undefined}
      />
      {list.hasFailed && rows && <StaleNotice onRetry={list.retry} />}
      <div aria-busy={list.isLoading} className="border-t border-line">
        {!rows && list.hasFailed && <ListFailed noun={noun} list={list} />}
        {!rows &&
          !list.hasFailed &&
          (isTable ? <GridSkeleton {...props} sorting={list} /> : <RowsSkeleton />)}
        {rows?.length === 0 &&
          (list.isNarrowed ? <NothingFound noun={noun} list={list} /> : empty && <EmptyState {...empty} />)}
        {hasRows && (
          <div className={`transition-opacity duration-150 ${list.isLoading ? 'opacity-60 delay-150' : ''}`}>
            {isTable ? (
              <DataTableGrid {...props} rows={rows} titleId={titleId} sorting={list} />
            ) : (
              <DataTableRows rows={rows} columns={columns} phoneRow={phoneRow} />
            )}
          </div>
        )}
      </div>
      {hasRows && <DataTablePager list={list} noun={noun} />}
      {bar && (
        <div
          data-bottom-bar
          className="sticky bottom-0 z-20 rounded-b-lg border-t border-line bg-ground-raised px-4 py-2 pb-[max(0.5rem,env(safe-area-inset-bottom))] shadow-raised sm:px-5"
        >
          {bar}
        </div>
      )}
    </section>
  )
}

const SKELETON_ROWS = [0, 1, 2, 3, 4, 5, 6, 7]

function NothingFound({ noun, list }: { noun: Noun; list: Pick<TableList<unknown>, 'reset'> }) {
  return (
    <EmptyState
      icon={SearchX}
      title={`No ${noun[1]} match`}
      action={
        <Button variant="secondary" onClick={list.reset}>
          Clear search and filters
        </Button>
      }
    >
      Try fewer or different words, or remove a filter.
    </EmptyState>
  )
}

function ListFailed({
  noun,
  list,
}: {
  noun: Noun
  list: Pick<TableList<unknown>, 'error' | 'isNarrowed' | 'reset' | 'retry'>
}) {
  return (
    <LoadFailed
      title={`The ${noun[1]} didn’t load`}
      error={list.error}
      onRetry={list.retry}
      extraAction={
        list.isNarrowed && (
          <Button variant="ghost" onClick={list.reset}>
            Clear search and filters
          </Button>
        )
      }
    />
  )
}

function RowsSkeleton() {
  return (
    <Loading>
      <div className="divide-y divide-line">
        {SKELETON_ROWS.map((row) => (
          <div key={row} className="flex flex-col gap-2 px-4 py-2.5 sm:px-5">
            <div className="flex justify-between gap-4">
              <Skeleton className="h-5 w-40" />
              <Skeleton className="h-5 w-16" />
            </div>
            <Skeleton className="h-4 w-2/3" />
          </div>
        ))}
      </div>
    </Loading>
  )
}
