import { ArrowDown, ArrowUp, ChevronsUpDown } from 'lucide-react'
import { useMemo } from 'react'
import { Loading, Skeleton } from '#site/kit/ui/primitives/skeleton.tsx'
import { type Columns, type ListedRow, type TableList, useFirstRows } from './data-table-list.ts'

/** 36 px high for a mouse, 44 for a finger, higher if a text takes several lines. */
const ROW = 'h-9 px-2 py-1 [@media(pointer:coarse)]:h-11'
/** Fits two lines of text into a row, and more columns side by side. */
const FIXED = 'table-fixed leading-4 [&_:is(td,th)]:max-[1400px]:px-1.5 [&_td]:py-0.5'
const EDGES = 'first:pl-4 last:pr-4 sm:first:pl-5 sm:last:pr-5'
const FIRST_SCREEN = 25
const SKELETON_ROWS = [0, 1, 2, 3, 4, 5, 6, 7]

export interface GridLook {
  /** Columns get the widths of their classes; those without one share the rest. */
  isFixed?: boolean
  /** Aligns the cells at their top, for texts of several lines. */
  isTopAligned?: boolean
}

interface HeadProps<Row> {
  rows: readonly Row[]
  columns: Columns<Row>
  /** Absent if the list cannot be sorted. */
  sorting?: Pick<TableList<Row>, 'sort' | 'change'> | undefined
}

interface GridProps<Row> extends HeadProps<Row>, GridLook {
  titleId: string
}

export function DataTableGrid<Row extends ListedRow>(props: GridProps<Row>) {
  const { rows, columns, sorting, titleId, isFixed = false, isTopAligned = false } = props
  const shown = useFirstRows(rows, FIRST_SCREEN)
  // A memo, so that up to two hundred rows are not rendered again when the list starts to load.
  const body = useMemo(
    () =>
      shown.map((row) => (
        <tr
          key={row.id}
          className="transition-colors hover:bg-ground-quiet has-[[data-select]:checked]:bg-accent-soft"
        >
          {columns.map(({ header, cell, align, className = '' }) => (
            <td
              key={header}
              className={`${ROW} ${EDGES} ${isTopAligned ? 'align-top' : 'align-middle'} text-ink [overflow-wrap:anywhere] ${align === 'end' ? 'text-right tabular-nums' : ''} ${className}`}
            >
              {cell(row)}
            </td>
          ))}
        </tr>
      )),
    [shown, columns, isTopAligned],
  )
  return (
    <table aria-labelledby={titleId} className={tableClass(isFixed)}>
      <Head rows={rows} columns={columns} sorting={sorting} />
      <tbody className="divide-y divide-line">{body}</tbody>
    </table>
  )
}

export function GridSkeleton<Row>({
  columns,
  sorting,
  isFixed = false,
}: Omit<GridProps<Row>, 'rows' | 'titleId'>) {
  return (
    <Loading>
      <table aria-hidden="true" className={tableClass(isFixed)} inert>
        <Head rows={[]} columns={columns} sorting={sorting} />
        <tbody className="divide-y divide-line">
          {SKELETON_ROWS.map((row) => (
            <tr key={row}>
              {columns.map(({ header, align, className = '' }) => (
                <td key={header} className={`${ROW} ${EDGES} ${className}`}>
                  <Skeleton className={`h-4 w-3/4 max-w-40 ${align === 'end' ? 'ml-auto' : ''}`} />
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </Loading>
  )
}

const tableClass = (isFixed: boolean) =>
  `w-full border-collapse text-left text-[13px] ${isFixed ? FIXED : 'leading-5'}`

function Head<Row>({ rows, columns, sorting }: HeadProps<Row>) {
  return (
    <thead className="sticky top-14 z-10 bg-ground-quiet shadow-[inset_0_-1px_0_rgb(var(--line))]">
      <tr>
        {columns.map(({ header, heading, sort, align, className = '' }) => (
          <th
            key={header}
            scope="col"
            aria-sort={sort && sorting ? readOrder(sorting.sort, sort) : undefined}
            className={`h-9 whitespace-nowrap px-2 font-medium text-ink-quiet ${EDGES} ${
              align === 'end' ? 'text-right' : ''
            } ${className}`}
          >
            {sort && sorting ? (
              <SortButton label={header} sort={sort} sorting={sorting} isAtEnd={align === 'end'} />
            ) : (
              (heading?.(rows) ?? header)
            )}
          </th>
        ))}
      </tr>
    </thead>
  )
}

/** @param sort a column's order, in either direction */
function readOrder(current: string, sort: string): 'ascending' | 'descending' | undefined {
  if (current !== sort && current !== reverse(sort)) return undefined
  return current.startsWith('-') ? 'descending' : 'ascending'
}

const reverse = (sort: string) => (sort.startsWith('-') ? sort.slice(1) : `-${sort}`)

function SortButton({
  label,
  sort,
  sorting,
  isAtEnd,
}: {
  label: string
  sort: string
  sorting: Pick<TableList<unknown>, 'sort' | 'change'>
  isAtEnd: boolean
}) {
  const order = readOrder(sorting.sort, sort)
  const Icon = order === 'ascending' ? ArrowUp : order === 'descending' ? ArrowDown : ChevronsUpDown
  return (
    <button
      type="button"
      onClick={() => sorting.change({ sort: sorting.sort === sort ? reverse(sort) : sort })}
      className={`-mx-2 inline-flex min-h-target items-center gap-1.5 rounded px-2 transition-colors hover:text-ink focus-visible:outline focus-visible:outline-2 focus-visible:-outline-offset-2 focus-visible:outline-accent ${
        order ? 'text-ink' : ''
      } ${isAtEnd ? 'flex-row-reverse' : ''}`}
    >
      {label}
      <Icon aria-hidden="true" className={`size-3.5 shrink-0 ${order ? '' : 'opacity-60'}`} />
    </button>
  )
}
