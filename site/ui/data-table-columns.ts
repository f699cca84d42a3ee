import {
  createColumnHelper,
  metaHelper,
  type RowData,
  rowPaginationFeature,
  rowSortingFeature,
  type TableOptions,
  tableFeatures,
} from '@tanstack/react-table'

/** How a column looks in the table and on the card that a row becomes on phones. */
interface ColumnMeta {
  /** Numbers, amounts and actions stand at the right. */
  align?: 'end'
  /** `title` and `corner` head the card, `actions` end it, `hidden` is said elsewhere on it; else a line with its label. */
  card?: 'title' | 'corner' | 'actions' | 'hidden'
  /** Classes of the column's cells, say a width. */
  className?: string
  /** One line, cut off with an ellipsis: in a table with `isFixed`. */
  isCut?: boolean
}

export const features = tableFeatures({
  rowSortingFeature,
  rowPaginationFeature,
  columnMeta: metaHelper<ColumnMeta>(),
})
export type Features = typeof features

export type Columns<Row extends RowData> = TableOptions<Features, Row>['columns']

/**
 * For a list's columns. The id of a column that can be sorted is the API's name of that sort; any other has
 * `enableSorting: false` or is a display column.
 * @example const column = columnsOf<User>(); column.columns([column.accessor('email', { header: 'Email' })])
 */
export const columnsOf = <Row extends RowData>() => createColumnHelper<Features, Row>()
