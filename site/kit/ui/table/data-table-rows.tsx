import { Fragment, type ReactNode, useMemo } from 'react'
import { type Columns, type ListedRow, useFirstRows } from './data-table-list.ts'

/** The number of rows that a tall screen shows. */
const FIRST_SCREEN = 25

interface RowProps<Row> {
  row: Row
  columns: Columns<Row>
}

/**
 * The list on a narrow screen. `phoneRow` draws each row. Without it a row has two lines: title and corner, then the other columns
 * and the actions. Missing values are left out.
 */
export function DataTableRows<Row extends ListedRow>({
  rows,
  columns,
  phoneRow,
}: {
  rows: readonly Row[]
  columns: Columns<Row>
  phoneRow?: ((row: Row) => ReactNode) | undefined
}) {
  const shown = useFirstRows(rows, FIRST_SCREEN)
  // A memo, so that up to two hundred rows are not rendered again when the list starts to load.
  const items = useMemo(
    () =>
      shown.map((row) =>
        phoneRow ? (
          <li key={row.id} className="relative px-4 py-1.5 has-[[data-select]:checked]:bg-accent-soft">
            {phoneRow(row)}
          </li>
        ) : (
          <NarrowRow key={row.id} row={row} columns={columns} />
        ),
      ),
    [shown, columns, phoneRow],
  )
  return <ul className="divide-y divide-line">{items}</ul>
}

function NarrowRow<Row>({ row, columns }: RowProps<Row>) {
  return (
    <li className="flex min-w-0 flex-col gap-1 px-4 py-2.5 text-sm sm:px-5">
      <div className="flex items-start justify-between gap-4">
        <div className="flex min-w-[6.5rem] items-center gap-3 [overflow-wrap:anywhere]">
          <Cells place="title" row={row} columns={columns} />
        </div>
        <div className="short flex flex-col items-end text-right tabular-nums">
          <Cells place="corner" row={row} columns={columns} />
        </div>
      </div>
      <div className="flex flex-wrap items-end justify-between gap-x-4 gap-y-2">
        <dl className="short flex min-w-0 grow basis-60 flex-wrap gap-x-4 gap-y-0.5 sm:gap-x-6 tabular-nums text-ink-quiet">
          {columns
            .filter(({ card }) => card === undefined)
            .map(({ header, cell, isLabelled }) => (
              <div
                key={header}
                className="min-w-0 [overflow-wrap:anywhere] has-[[data-nothing]]:hidden has-[dd:empty]:hidden"
              >
                <dt className={isLabelled ? 'inline' : 'sr-only'}>{header}</dt>{' '}
                <dd className={isLabelled ? 'inline text-ink' : ''}>{cell(row)}</dd>
              </div>
            ))}
        </dl>
        {columns.some(({ card }) => card === 'actions') && (
          <div className="-mb-1 ml-auto empty:hidden">
            <Cells place="actions" row={row} columns={columns} />
          </div>
        )}
      </div>
    </li>
  )
}

function Cells<Row>({ place, row, columns }: RowProps<Row> & { place: 'title' | 'corner' | 'actions' }) {
  return columns
    .filter(({ card }) => card === place)
    .map(({ header, cell }) => <Fragment key={header}>{cell(row)}</Fragment>)
}
