import { Fragment, type ReactNode, useMemo } from 'react'
import type { Columns } from './data-table-columns.tsx'
import { type ListedRow, useFirstRows } from './data-table-list.ts'

/** As many as a tall screen shows. */
const FIRST_SCREEN = { cards: 8, rows: 25 }

interface CardProps<Row> {
  row: Row
  columns: Columns<Row>
}

/**
 * The rows by `phoneRow`, else as cards: title and corner at the top, then a labelled line for each other column, then the
 * actions. With `isShort` a card is a row: what it says stands in a line after the title, and what is missing is left out.
 */
export function DataTableCards<Row extends ListedRow>({
  rows,
  columns,
  phoneRow,
  isShort = false,
}: {
  rows: readonly Row[]
  columns: Columns<Row>
  phoneRow?: ((row: Row) => ReactNode) | undefined
  isShort?: boolean | undefined
}) {
  const shown = useFirstRows(rows, phoneRow || isShort ? FIRST_SCREEN.rows : FIRST_SCREEN.cards)
  // A memo, so that up to two hundred cards are not rendered again when the list starts to load.
  const cards = useMemo(
    () =>
      shown.map((row) =>
        phoneRow ? (
          <li key={row.id} className="relative px-4 py-1.5 has-[[data-select]:checked]:bg-accent-soft">
            {phoneRow(row)}
          </li>
        ) : (
          <Card key={row.id} row={row} columns={columns} isShort={isShort} />
        ),
      ),
    [shown, columns, phoneRow, isShort],
  )
  if (phoneRow || isShort) return <ul className="divide-y divide-line">{cards}</ul>
  return (
    <ul className="grid gap-px bg-line sm:grid-cols-2">
      {cards}
      {/* Fills the place beside the last card if their number is odd. */}
      <li aria-hidden="true" className="hidden bg-ground-raised sm:even:block" />
    </ul>
  )
}

function Card<Row>({ row, columns, isShort }: CardProps<Row> & { isShort: boolean }) {
  const said = columns.filter(({ card }) => card === undefined)
  const actions = columns.some(({ card }) => card === 'actions') && (
    <div className={isShort ? '-my-1 shrink-0' : 'mt-auto flex flex-wrap gap-2 pt-1'}>
      <Cells place="actions" row={row} columns={columns} />
    </div>
  )
  return (
    <li
      className={`flex min-w-0 flex-col bg-ground-raised px-4 sm:px-5 ${isShort ? 'gap-1 py-2.5' : 'gap-2.5 py-3'}`}
    >
      <div className="flex items-start justify-between gap-4 text-sm">
        <div
          className={`flex items-center gap-3 [overflow-wrap:anywhere] ${isShort ? 'min-w-[6.5rem]' : 'min-w-0'}`}
        >
          <Cells place="title" row={row} columns={columns} />
        </div>
        <div className={`flex flex-col items-end text-right tabular-nums ${isShort ? 'short' : 'shrink-0'}`}>
          <Cells place="corner" row={row} columns={columns} />
        </div>
      </div>
      {isShort ? (
        <div className="flex items-end justify-between gap-4 text-sm">
          <dl className="short flex min-w-0 flex-wrap gap-x-3 gap-y-0.5 tabular-nums text-ink-quiet">
            {said.map(({ header, cell }) => (
              <div key={header} className="min-w-0 [overflow-wrap:anywhere] has-[[data-nothing]]:hidden">
                <dt className="sr-only">{header}</dt>
                <dd>{cell(row)}</dd>
              </div>
            ))}
          </dl>
          {actions}
        </div>
      ) : (
        <>
          <dl className="flex flex-col gap-1.5 text-sm">
            {said.map(({ header, cell }) => (
              <div key={header} className="flex items-baseline justify-between gap-4">
                <dt className="shrink-0 text-ink-quiet">{header}</dt>
                <dd className="min-w-0 text-right tabular-nums text-ink [overflow-wrap:anywhere]">
                  {cell(row)}
                </dd>
              </div>
            ))}
          </dl>
          {actions}
        </>
      )}
    </li>
  )
}

function Cells<Row>({ place, row, columns }: CardProps<Row> & { place: 'title' | 'corner' | 'actions' }) {
  return columns
    .filter(({ card }) => card === place)
    .map(({ header, cell }) => <Fragment key={header}>{cell(row)}</Fragment>)
}
