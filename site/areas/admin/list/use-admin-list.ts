import { useStore } from '@nanostores/react'
import { useEffect, useMemo, useRef } from 'react'
import { LARGEST_TOTAL } from '#api/rules/list-total.ts'
import { $query, changeQuery } from '#site/kit/stores/address.ts'
import { createPageStore, type ListPage } from '#site/kit/stores/admin.ts'
import { refetch } from '#site/kit/stores/query.ts'
import {
  type FilterField,
  type ListChanges,
  type ListedRow,
  PAGE_SIZES,
  type TableList,
} from '#site/kit/ui/table/data-table-list.ts'
import { useRefresh } from './use-figure.ts'

const DEFAULT_PAGE_SIZE = 50

/** Must be created once, outside the component. */
export interface ListOptions {
  /** The list's API path, such as `/api/admin/orders`. */
  path: string
  /** The API's default sorting, such as `-createdAt`. */
  defaultSort: string
  /** The list's filters. If the caller renders a filter itself, only its name. */
  filters?: readonly (string | FilterField)[]
  /** A prefix of the list's parameters in the URL, such as `assignment-`, so that a page can have two lists. */
  prefix?: string
  exportPath?: string
}

export interface AdminList<Row> extends TableList<Row> {
  /** Fetches the page again. The shown rows stay until the new ones arrive. A stable function. */
  refresh: () => void
  /** Replaces a row with the one that the API just returned. A stable function. */
  replaceRow: (row: Row) => Promise<void>
}

/** One page of an API list, chosen by the URL's query. Refreshes every 30 seconds while visible. */
export function useAdminList<Row extends ListedRow>(options: ListOptions): AdminList<Row> {
  const { path, exportPath } = options
  const query = useStore($query)
  const address = useMemo(() => readAddress(query, options), [query, options])
  const url = `${path}?${toParameters(address)}`
  const store = useMemo(() => createPageStore<ListPage<Row>>([url]), [url])
  const { data, error, loading } = useStore(store)

  // Keep the last rows while another page loads, and after a failed refresh.
  const last = useRef<ListPage<Row> | undefined>(undefined)
  if (data) last.current = data
  const shown = data ?? last.current

  const latest = useRef(store)
  latest.current = store
  const { refresh, replaceRow } = useMemo(
    () => ({
      refresh: () => void refetch(latest.current),
      replaceRow: async (row: Row) => {
        const { current } = latest
        const withRow = (page: ListPage<Row>) => ({
          ...page,
          rows: page.rows.map((one) => (one.id === row.id ? row : one)),
        })
        // Set the row at once, because the next change builds on it. `setKey` keeps the promise that `refetch` waits for.
        const shown = current.get().data
        if (shown) current.setKey('data', withRow(shown))
        // Then wait for a pending response: it may be older than the change and would bring back the old row.
        await current.get().promise?.catch(() => undefined)
        const page = current.get().data
        if (page) current.mutate(withRow(page))
      },
    }),
    [],
  )
  useRefresh(refresh)
  const change = useMemo(() => (changes: ListChanges) => applyChanges(changes, options), [options])

  // The page is beyond the last one, because rows were removed or the URL is old.
  const isBehindEnd = data?.rows.length === 0 && address.page > 1
  const lastPage = Math.max(1, Math.ceil(Math.min(data?.total ?? 0, LARGEST_TOTAL) / address.pageSize))
  useEffect(() => {
    if (!isBehindEnd) return
    // Replace the history entry, so that Back does not return to the empty page.
    changeQuery({ [`${options.prefix ?? ''}page`]: writePage(lastPage) }, { replace: true })
  }, [isBehindEnd, lastPage, options])

  return {
    ...address,
    rows: shown?.rows,
    total: shown?.total,
    isLoading: loading && !data,
    hasFailed: Boolean(error) && !loading,
    error,
    retry: refresh,
    refresh,
    replaceRow,
    isNarrowed: address.q !== '' || Object.values(address.filters).some(Boolean),
    change,
    reset: () => change({ q: '', filters: Object.fromEntries(namesOf(options).map((name) => [name, ''])) }),
    filterFields: (options.filters ?? []).filter((one) => typeof one !== 'string'),
    exportHref: exportPath && `${exportPath}?${toParameters({ ...address, page: 1, pageSize: undefined })}`,
  }
}

interface ListAddress {
  q: string
  sort: string
  page: number
  pageSize: number
  filters: Record<string, string | undefined>
}

const namesOf = ({ filters = [] }: ListOptions) =>
  filters.map((one) => (typeof one === 'string' ? one : one.name))

function readAddress(query: string, options: ListOptions): ListAddress {
  const { defaultSort, prefix = '' } = options
  const parameters = new URLSearchParams(query)
  const read = (name: string) => parameters.get(prefix + name) ?? ''
  const page = /^[1-9]\d{0,6}$/.test(read('page')) ? Number(read('page')) : 1
  const size = PAGE_SIZES.find((one) => String(one) === read('size'))
  return {
    q: read('q'),
    sort: read('sort') || defaultSort,
    page,
    pageSize: size ?? DEFAULT_PAGE_SIZE,
    filters: Object.fromEntries(namesOf(options).map((name) => [name, read(name) || undefined])),
  }
}

/** @returns the API's parameters, which have an offset instead of the URL's page */
function toParameters({
  q,
  sort,
  page,
  pageSize,
  filters,
}: Omit<ListAddress, 'pageSize'> & { pageSize: number | undefined }): string {
  const parameters = new URLSearchParams()
  if (q) parameters.set('q', q)
  for (const [name, value] of Object.entries(filters)) if (value) parameters.set(name, value)
  parameters.set('sort', sort)
  if (pageSize !== undefined) {
    parameters.set('limit', String(pageSize))
    if (page > 1) parameters.set('offset', String((page - 1) * pageSize))
  }
  return parameters.toString()
}

function applyChanges(
  { q, sort, page, pageSize, filters }: ListChanges,
  { defaultSort, prefix = '' }: ListOptions,
): void {
  const changes: Record<string, string | undefined> = { page: writePage(page) }
  if (q !== undefined) changes.q = q
  if (sort !== undefined) changes.sort = sort === defaultSort ? undefined : sort
  if (pageSize !== undefined) changes.size = pageSize === DEFAULT_PAGE_SIZE ? undefined : String(pageSize)
  Object.assign(changes, filters)
  const named = Object.fromEntries(Object.entries(changes).map(([name, value]) => [prefix + name, value]))
  // A search replaces the history entry: otherwise every typed word would be a step back.
  changeQuery(named, { replace: q !== undefined })
}

function writePage(page: number | undefined): string | undefined {
  return page && page > 1 ? String(page) : undefined
}
