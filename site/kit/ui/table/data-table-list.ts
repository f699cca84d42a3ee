import { type ReactNode, useDeferredValue } from 'react'

export interface ListedRow {
  id: string | number
}

/** The name of a row in singular and plural: `['order', 'orders']`. */
export type Noun = readonly [one: string, many: string]

/** A filter by a selector. Its first option means no filter: no option has an empty value (docs/product/shop.md, Form rules). */
export interface FilterField {
  /** The API's name of the filter. */
  name: string
  label: string
  options: Readonly<Record<string, string>>
}

/** The state of a list, which the server sorts, searches, filters and counts. The table only shows it. */
export interface TableList<Row> {
  /** The rows of this page; undefined before the first response. */
  rows: Row[] | undefined
  /** The number of matching rows. A number above `LARGEST_TOTAL` only means that there are more. */
  total: number | undefined
  /** Other rows are being loaded; the earlier ones are still shown. */
  isLoading: boolean
  hasFailed: boolean
  error: unknown
  retry: () => void
  q: string
  /** The API's name, with `-` in front for descending. */
  sort: string
  /** Counts from 1. */
  page: number
  pageSize: number
  /** The filters that are set, by name. */
  filters: Record<string, string | undefined>
  filterFields: readonly FilterField[]
  /** Changing anything but the page goes back to the first one. */
  change: (changes: ListChanges) => void
  /** Whether there is a search or a filter. */
  isNarrowed: boolean
  /** Clears search and filters. */
  reset: () => void
  /** The address of all matching rows as a CSV file. */
  exportHref?: string | undefined
}

export interface ListChanges {
  q?: string
  sort?: string
  page?: number
  pageSize?: number
  /** An empty text removes a filter. */
  filters?: Record<string, string>
}

export const PAGE_SIZES = [25, 50, 100, 200] as const

/** Returns the first rows only, then all: the first screen is painted before the other rows are rendered. */
export function useFirstRows<Row>(rows: readonly Row[], count: number): readonly Row[] {
  const isWhole = useDeferredValue(true, false)
  return isWhole ? rows : rows.slice(0, count)
}

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
  /** Also shows the label in a narrow row, for values that are unclear without it. */
  isLabelled?: boolean
  /** Classes of the column's cells, for example a width. */
  className?: string
}

export type Columns<Row> = readonly Column<Row>[]
