import type { ReactNode } from 'react'

/** A column of a list: how it looks in the table and on the card that a row becomes on phones. */
export interface Column<Row> {
  /** Its label; unique in the list. */
  header: string
  /** Stands in the table's head instead of the label. */
  heading?: (rows: readonly Row[]) => ReactNode
  cell: (row: Row) => ReactNode
  /** The order that the first click asks for, as the API names it: `-createdAt`. Absent: cannot be sorted by. */
  sort?: string
  /** Numbers, amounts and actions stand at the right. */
  align?: 'end'
  /** `title` and `corner` head the card, `actions` end it; else a line with its label. */
  card?: 'title' | 'corner' | 'actions'
  /** Classes of the column's cells, say a width. */
  className?: string
  /** One line, cut off with an ellipsis: in a table with `isFixed`. */
  isCut?: boolean
}

export type Columns<Row> = readonly Column<Row>[]

/** The last column: what can be done with a row. */
export function actionsColumn<Row>(cell: Column<Row>['cell'], className = ''): Column<Row> {
  const heading = () => <span className="sr-only">Actions</span>
  return { header: 'Actions', heading, cell, align: 'end', card: 'actions', className }
}
