import { useDeferredValue } from 'react'

export interface ListedRow {
  id: string | number
}

/** A row, and many of them, for counts and buttons: `['order', 'orders']`. */
export type Noun = readonly [one: string, many: string]

/** A filter that is a selector. Its first option stands for no filter: no option has an empty value (docs/product/back-office.md, Admin area). */
export interface FilterField {
  /** As the API calls the filter. */
  name: string
  label: string
  options: Readonly<Record<string, string>>
}

/** What a DataTable shows and asks for. The server sorts, searches, filters and counts; the table only draws. */
export interface TableList<Row> {
  /** Of this page; undefined before the first response. */
  rows: Row[] | undefined
  /** Of the whole list as it is narrowed down; above `LARGEST_TOTAL` it is only known that there are more. */
  total: number | undefined
  /** Another page or order of rows is on its way; those shown are the ones before. */
  isLoading: boolean
  hasFailed: boolean
  retry: () => void
  q: string
  /** As the API names it, `-` before it for descending. */
  sort: string
  /** From 1. */
  page: number
  pageSize: number
  /** By name; one that is not set is absent. */
  filters: Record<string, string | undefined>
  filterFields: readonly FilterField[]
  /** Changing anything but the page goes back to the first one. */
  change: (changes: ListChanges) => void
  /** Whether there are words to search for or filters. */
  isNarrowed: boolean
  /** Takes search and filters back. */
  reset: () => void
  /** Where the whole list, narrowed down like this, is a CSV file. */
  exportHref?: string | undefined
}

export interface ListChanges {
  q?: string
  sort?: string
  page?: number
  pageSize?: number
  /** An empty text takes a filter away. */
  filters?: Record<string, string>
}

export const PAGE_SIZES = [25, 50, 100, 200] as const

/** The first rows of a list, so that they are painted before the others are rendered; then all of them. */
export function useFirstRows<Row>(rows: readonly Row[], count: number): readonly Row[] {
  const isWhole = useDeferredValue(true, false)
  return isWhole ? rows : rows.slice(0, count)
}
