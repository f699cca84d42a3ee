import type { Cell, ReactTable, RowData } from '@tanstack/react-table'
import { useMemo } from 'react'
import type { Features } from './data-table-columns.ts'
import { useFirstRows } from './use-first-rows.ts'

const FIRST_SCREEN = 8

/** The rows as cards: what heads them, a labelled line for each other column, the actions at the end. */
export function DataTableCards<Row extends RowData>({ table }: { table: ReactTable<Features, Row> }) {
  const { FlexRender } = table
  const rows = useFirstRows(table.getRowModel().rows, FIRST_SCREEN)
  // Two hundred cards are rendered again when they change, not when the list starts to load.
  const cards = useMemo(
    () =>
      rows.map((row) => {
        const cells = row.getAllCells()
        const inPlace = (place: string | undefined) =>
          cells.filter((cell) => cell.column.columnDef.meta?.card === place)
        const actions = inPlace('actions')
        return (
          <li key={row.id} className="flex min-w-0 flex-col gap-2.5 bg-ground-raised px-4 py-3 sm:px-5">
            <div className="flex items-start justify-between gap-4 text-sm">
              <div className="flex min-w-0 items-center gap-3 [overflow-wrap:anywhere]">
                {inPlace('title').map((cell) => (
                  <FlexRender key={cell.id} cell={cell} />
                ))}
              </div>
              <div className="flex shrink-0 flex-col items-end text-right tabular-nums">
                {inPlace('corner').map((cell) => (
                  <FlexRender key={cell.id} cell={cell} />
                ))}
              </div>
            </div>
            <dl className="flex flex-col gap-1.5 text-sm">
              {inPlace(undefined).map((cell) => (
                <div key={cell.id} className="flex items-baseline justify-between gap-4">
                  <dt className="shrink-0 text-ink-quiet">{labelOf(cell)}</dt>
                  <dd className="min-w-0 text-right tabular-nums text-ink [overflow-wrap:anywhere]">
                    <FlexRender cell={cell} />
                  </dd>
                </div>
              ))}
            </dl>
            {actions.length > 0 && (
              <div className="mt-auto flex flex-wrap gap-2 pt-1">
                {actions.map((cell) => (
                  <FlexRender key={cell.id} cell={cell} />
                ))}
              </div>
            )}
          </li>
        )
      }),
    [rows, FlexRender],
  )
  return (
    <ul className="grid gap-px bg-line sm:grid-cols-2">
      {cards}
      {/* Fills the row, so that the last card has no grey neighbour. */}
      <li aria-hidden="true" className="hidden bg-ground-raised sm:even:block" />
    </ul>
  )
}

function labelOf<Row extends RowData>(cell: Cell<Features, Row, unknown>): string {
  const { header } = cell.column.columnDef
  return typeof header === 'string' ? header : cell.column.id
}
