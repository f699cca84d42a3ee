import type { ReactTable, RowData } from '@tanstack/react-table'
import { Download } from 'lucide-react'
import { type ComponentProps, type ReactNode, useEffect, useRef, useState } from 'react'
import { formatTotal } from '../format/count.ts'
import { buttonClass } from './button.tsx'
import type { Features } from './data-table-columns.ts'
import type { TableList } from './data-table-list.ts'
import { DownloadLink } from './download-link.tsx'
import { Select } from './field.tsx'
import { SearchInput } from './search-input.tsx'

const SEARCH_AFTER_MS = 300
const LONGEST_SEARCH = 100

interface ToolbarProps<Row extends RowData> {
  title: string
  titleId: string
  noun: readonly [one: string, many: string]
  counted: readonly [one: string, many: string]
  list: TableList<Row>
  filters: ReactNode
  actions: ReactNode
  bar: ReactNode
  views: ReactNode
  table: ReactTable<Features, Row>
  isTable: boolean
  searchHint: string | undefined
}

export function DataTableToolbar<Row extends RowData>(props: ToolbarProps<Row>) {
  const { title, titleId, noun, counted, list, filters, actions, bar, views, table, isTable, searchHint } =
    props
  return (
    <header className="flex flex-col gap-2.5 px-4 py-3 sm:px-5">
      {bar ?? (
        <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
          <div className="flex min-w-0 flex-wrap items-baseline gap-x-2.5">
            <h2 id={titleId} className="text-base font-semibold tracking-tight text-ink">
              {title}
            </h2>
            <p role="status" className="text-sm tabular-nums text-ink-quiet">
              {list.total === undefined
                ? list.hasFailed
                  ? '–'
                  : 'Counting…'
                : countRows(list.total, counted)}
              {list.isNarrowed && list.total !== undefined && ' found'}
            </p>
          </div>
          <div className="flex flex-wrap gap-2">
            {list.exportHref && (
              <DownloadLink
                href={list.exportHref}
                aria-label={`Export these ${noun[1]} as CSV`}
                className={buttonClass({ variant: 'secondary' })}
              >
                <Download aria-hidden="true" className="size-4" />
                Export CSV
              </DownloadLink>
            )}
            {actions}
          </div>
        </div>
      )}
      {views}
      <div className="flex flex-wrap gap-2">
        <SearchBox list={list} noun={noun} hint={searchHint} />
        {filters}
        {!isTable && <SortSelect table={table} list={list} />}
      </div>
    </header>
  )
}

function countRows(count: number, [one, many]: readonly [string, string]): string {
  return `${formatTotal(count)} ${count === 1 ? one : many}`
}

function SearchBox<Row>({
  list,
  noun,
  hint,
}: {
  list: TableList<Row>
  noun: readonly [one: string, many: string]
  hint: string | undefined
}) {
  const [text, setText] = useState(list.q)
  const { change, q } = list
  const searched = useRef(q)
  const wanted = text.trim()

  // Changed from elsewhere: reset, or another entry of the history.
  useEffect(() => {
    if (q === searched.current) return
    searched.current = q
    setText(q)
  }, [q])

  function search(): void {
    if (wanted === searched.current) return
    searched.current = wanted
    change({ q: wanted })
  }

  useEffect(() => {
    const timer = setTimeout(search, SEARCH_AFTER_MS)
    return () => clearTimeout(timer)
  })

  return (
    <SearchInput
      value={text}
      maxLength={LONGEST_SEARCH}
      aria-label={`Search ${noun[1]}`}
      placeholder={hint ?? `Search ${noun[1]}`}
      onChange={(event) => setText(event.target.value)}
      onKeyDown={(event) => event.key === 'Enter' && search()}
    />
  )
}

/** Cards have no headings to sort by. */
function SortSelect<Row extends RowData>({
  table,
  list,
}: {
  table: ReactTable<Features, Row>
  list: TableList<Row>
}) {
  const sortable = table.getAllLeafColumns().filter((column) => column.getCanSort())
  return (
    <FilterSelect
      label="Sort by"
      value={list.sort}
      onChange={(event) => list.change({ sort: event.target.value })}
    >
      {sortable.flatMap((column) => {
        const label = String(column.columnDef.header)
        return [
          <option key={column.id} value={column.id}>
            {label} ↑
          </option>,
          <option key={`-${column.id}`} value={`-${column.id}`}>
            {label} ↓
          </option>,
        ]
      })}
    </FilterSelect>
  )
}

/** A control of the toolbar: its label is for readers, its first option says what it is about. */
export function FilterSelect({ label, ...rest }: { label: string } & ComponentProps<'select'>) {
  return (
    <Select
      {...rest}
      aria-label={label}
      frameClassName="min-w-0 max-sm:flex-1 max-sm:basis-[calc(50%-0.25rem)]"
      className="truncate py-1.5 pr-9 sm:w-auto sm:max-w-52"
    />
  )
}
