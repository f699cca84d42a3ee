import type { ReactNode } from 'react'

/** A column of a list, in the table and in the rows of a narrow screen. */
export interface Column<Row> {
  /** The label, unique in the list. */
  header: string
  /** Replaces the label in the table's head. */
  heading?: (rows: readonly Row[]) => ReactNode
  cell: (row: Row) => ReactNode
  /** The API's name of the order after the first click, such as `-createdAt`. Absent if it cannot be sorted by. */
  sort?: string
  /** Right-aligned: numbers, amounts and actions. */
  align?: 'end'
  /** The place in a narrow row: its top (`title`, `corner`), its end (`actions`), else in line below the title. */
  card?: 'title' | 'corner' | 'actions'
  /** Shows the label in a narrow row, too, for what would not be understood without it. */
  isLabelled?: boolean
  /** Classes of the column's cells, for example a width. */
  className?: string
  /** Cuts the text off after one line, in a table with `isFixed`. */
  isCut?: boolean
}

export type Columns<Row> = readonly Column<Row>[]

/** The last column, with buttons for a row. */
export function actionsColumn<Row>(cell: Column<Row>['cell'], className = ''): Column<Row> {
  const heading = () => <span className="sr-only">Actions</span>
  return { header: 'Actions', heading, cell, align: 'end', card: 'actions', className }
}
