import type { Header, ReactTable, RowData } from '@tanstack/react-table'
import { ArrowDown, ArrowUp, ChevronsUpDown } from 'lucide-react'
import { useMemo } from 'react'
import type { Features } from './data-table-columns.ts'
import { useFirstRows } from './use-first-rows.ts'

/** 36 px high for a mouse, 44 for a finger; higher where a text takes more lines. */
export const ROW = 'h-9 px-2 py-1 [@media(pointer:coarse)]:h-11'
export const EDGES = 'first:pl-4 last:pr-4 sm:first:pl-5 sm:last:pr-5'
const FIRST_SCREEN = 25
const ARIA_SORT = { asc: 'ascending', desc: 'descending' } as const

export function DataTableGrid<Row extends RowData>({
  table,
  titleId,
  isFixed = false,
}: {
  table: ReactTable<Features, Row>
  titleId: string
  isFixed?: boolean
}) {
  const { FlexRender } = table
  const rows = useFirstRows(table.getRowModel().rows, FIRST_SCREEN)
  // Two hundred rows are rendered again when they change, not when the list starts to load.
  const body = useMemo(
    () =>
      rows.map((row) => (
        <tr
          key={row.id}
          className="transition-colors hover:bg-ground-quiet has-[[data-select]:checked]:bg-accent-soft"
        >
          {row.getAllCells().map((cell) => {
            const { align, isCut, className = '' } = cell.column.columnDef.meta ?? {}
            return (
              <td
                key={cell.id}
                className={`${ROW} ${EDGES} align-middle text-ink ${isCut ? 'truncate' : '[overflow-wrap:anywhere]'} ${
                  align === 'end' ? 'text-right tabular-nums' : ''
                } ${className}`}
              >
                <FlexRender cell={cell} />
              </td>
            )
          })}
        </tr>
      )),
    [rows, FlexRender],
  )
  return (
    <table aria-labelledby={titleId} className={tableClass(isFixed)}>
      <DataTableHead table={table} />
      <tbody className="divide-y divide-line">{body}</tbody>
    </table>
  )
}

export const tableClass = (isFixed: boolean) =>
  `w-full border-collapse text-left text-[13px] leading-5 ${isFixed ? 'table-fixed' : ''}`

export function DataTableHead<Row extends RowData>({ table }: { table: ReactTable<Features, Row> }) {
  return (
    <thead className="border-b border-line bg-ground-quiet">
      {table.getHeaderGroups().map((group) => (
        <tr key={group.id}>
          {group.headers.map((header) => {
            const { align, className = '' } = header.column.columnDef.meta ?? {}
            const sorted = header.column.getIsSorted()
            return (
              <th
                key={header.id}
                scope="col"
                aria-sort={sorted ? ARIA_SORT[sorted] : undefined}
                className={`h-9 whitespace-nowrap px-2 font-medium text-ink-quiet ${EDGES} ${
                  align === 'end' ? 'text-right' : ''
                } ${className}`}
              >
                {header.column.getCanSort() ? (
                  <SortButton header={header} isAtEnd={align === 'end'}>
                    <table.FlexRender header={header} />
                  </SortButton>
                ) : (
                  <table.FlexRender header={header} />
                )}
              </th>
            )
          })}
        </tr>
      ))}
    </thead>
  )
}

function SortButton<Row extends RowData>({
  header,
  isAtEnd,
  children,
}: {
  header: Header<Features, Row, unknown>
  isAtEnd: boolean
  children: React.ReactNode
}) {
  const sorted = header.column.getIsSorted()
  const Icon = sorted === 'asc' ? ArrowUp : sorted === 'desc' ? ArrowDown : ChevronsUpDown
  return (
    <button
      type="button"
      onClick={header.column.getToggleSortingHandler()}
      className={`-mx-2 inline-flex min-h-target items-center gap-1.5 rounded px-2 transition-colors hover:text-ink focus-visible:outline focus-visible:outline-2 focus-visible:-outline-offset-2 focus-visible:outline-accent ${
        sorted ? 'text-ink' : ''
      } ${isAtEnd ? 'flex-row-reverse' : ''}`}
    >
      {children}
      <Icon aria-hidden="true" className={`size-3.5 shrink-0 ${sorted ? '' : 'opacity-60'}`} />
    </button>
  )
}
