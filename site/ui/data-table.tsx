/** A list of the server's as a table and, where the screen is narrow, as cards: with search, filters, count and pages. */
import { type RowData, type SortingState, useTable } from '@tanstack/react-table'
import { type ReactNode, useEffect, useId, useMemo, useRef } from 'react'
import { DataTableCards } from './data-table-cards.tsx'
import { type Columns, features } from './data-table-columns.ts'
import { DataTableGrid } from './data-table-grid.tsx'
import type { TableList } from './data-table-list.ts'
import { DataTablePager } from './data-table-pager.tsx'
import { CardsSkeleton, GridSkeleton, ListFailed, NothingFound } from './data-table-states.tsx'
import { DataTableToolbar } from './data-table-toolbar.tsx'
import { StaleNotice } from './stale-notice.tsx'
import { useMedia } from './use-media.ts'

const TABLE_FROM = { md: '(min-width: 768px)', lg: '(min-width: 1024px)' }
const NO_ROWS: never[] = []

export interface DataTableProps<Row extends RowData> {
  /** The heading, also the table's name. */
  title: string
  /** What a row is, for counts and buttons: `['order', 'orders']`. */
  noun: readonly [one: string, many: string]
  /** What the count says instead, where not every row is one. */
  counted?: readonly [one: string, many: string] | undefined
  list: TableList<Row>
  /** Stable: made once, outside the component or in a memo. */
  columns: Columns<Row>
  rowId: (row: Row) => string | number
  /** Controls that narrow the list down, beside the search. */
  filters?: ReactNode
  /** What can be done with the list, say 'New coupon'. */
  actions?: ReactNode
  /** Stands in the place of heading and actions, say while rows are selected. */
  bar?: ReactNode
  /** A line of filters under names, above the search. */
  views?: ReactNode
  /** Columns are as wide as their classes say, and share what is left. */
  isFixed?: boolean
  /** Stands where there is nothing at all: a title and what to do next. */
  empty: ReactNode
  /** From which screen on the rows are a table: `lg` where it has many columns. */
  tableFrom?: keyof typeof TABLE_FROM
  searchHint?: string
}

export function DataTable<Row extends RowData>(props: DataTableProps<Row>) {
  const { title, noun, list, columns, rowId, filters, actions, empty, tableFrom = 'md', searchHint } = props
  const { counted = noun, bar, views, isFixed = false } = props
  const titleId = useId()
  const isTable = useMedia(TABLE_FROM[tableFrom])
  const sorting = useMemo<SortingState>(() => toSorting(list.sort), [list.sort])
  const pagination = { pageIndex: list.page - 1, pageSize: list.pageSize }
  const table = useTable<typeof features, Row>({
    features,
    columns,
    data: list.rows ?? NO_ROWS,
    getRowId: (row) => String(rowId(row)),
    manualSorting: true,
    enableSortingRemoval: false,
    enableMultiSort: false,
    state: { sorting, pagination },
    onSortingChange: (update) => {
      const [first] = typeof update === 'function' ? update(sorting) : update
      if (first) list.change({ sort: `${first.desc ? '-' : ''}${first.id}` })
    },
    manualPagination: true,
    // Unknown to the table: the pager knows what the list's total says.
    pageCount: -1,
    onPaginationChange: (update) => {
      const next = typeof update === 'function' ? update(pagination) : update
      if (next.pageSize !== list.pageSize) list.change({ pageSize: next.pageSize })
      else list.change({ page: next.pageIndex + 1 })
    },
  })
  const section = useRef<HTMLElement>(null)
  const shownPage = useRef(list.page)

  // The pager is below the rows, and a new page is read from the top.
  useEffect(() => {
    if (shownPage.current === list.page) return
    shownPage.current = list.page
    if (section.current && section.current.getBoundingClientRect().top < 0) section.current.scrollIntoView()
  }, [list.page])
  const hasRows = list.rows !== undefined && list.rows.length > 0

  return (
    <section
      ref={section}
      aria-labelledby={titleId}
      className="dense rounded-lg border border-line bg-ground-raised shadow-card"
    >
      <DataTableToolbar
        {...{ title, titleId, noun, counted, list, filters, actions, bar, views, table, isTable, searchHint }}
      />
      {list.hasFailed && list.rows && <StaleNotice onRetry={list.retry} />}
      <div aria-busy={list.isLoading} className="border-t border-line">
        {!list.rows && list.hasFailed && <ListFailed noun={noun} list={list} />}
        {!list.rows &&
          !list.hasFailed &&
          (isTable ? <GridSkeleton table={table} isFixed={isFixed} /> : <CardsSkeleton />)}
        {list.rows?.length === 0 && (list.isNarrowed ? <NothingFound noun={noun} list={list} /> : empty)}
        {hasRows && (
          <div className={`transition-opacity duration-150 ${list.isLoading ? 'opacity-60 delay-150' : ''}`}>
            {isTable ? (
              <DataTableGrid table={table} titleId={titleId} isFixed={isFixed} />
            ) : (
              <DataTableCards table={table} />
            )}
          </div>
        )}
      </div>
      {hasRows && <DataTablePager table={table} total={list.total ?? 0} noun={noun} />}
    </section>
  )
}

function toSorting(sort: string): SortingState {
  return [sort.startsWith('-') ? { id: sort.slice(1), desc: true } : { id: sort, desc: false }]
}
