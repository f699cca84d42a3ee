/** Data of the admin area, cached while it is open. The area closes if the API says that the user is no longer an admin. */
import { nanoquery } from '@nanostores/query'
import { atom } from 'nanostores'
import type { User } from '#api/contract/people/auth.ts'
import { readTotal, TOTAL_COUNT_HEADER } from '#api/rules/list-total.ts'
import { ApiError, callApi, request } from '#site/kit/client/api.ts'
import { setUser } from './session.ts'

/** Older data is fetched again when its tab is opened. */
const FRESH_MS = 4000

/** Whether the API has refused access to the area while it was open. */
export const $isAdminDenied = atom(false)

export interface ListPage<Row> {
  rows: Row[]
  /** The number of rows in the whole list. A number above `LARGEST_TOTAL` only means that there are more. */
  total: number
}

/** `callApi` for the admin area, which closes if the API denies it. @throws as callApi does */
export function callAdminApi<T>(...call: Parameters<typeof callApi<T>>): Promise<T> {
  return callApi<T>(...call).catch(closeIfDenied)
}

/** Updates the record with this id, or creates one if there is no id. @throws as callApi does */
export function saveRecord<T>(
  path: string,
  id: number | undefined,
  body: unknown,
  change: 'PUT' | 'PATCH' = 'PUT',
) {
  return id === undefined
    ? callAdminApi<T>(path, { method: 'POST', body })
    : callAdminApi<T>(`${path}/${id}`, { method: change, body })
}

/** @throws as callApi does */
async function fetchPage<Row>(path: string): Promise<ListPage<Row>> {
  const response = await request(path).catch(closeIfDenied)
  const rows = (await response.json()) as Row[]
  return { rows, total: readTotal(response.headers.get(TOTAL_COUNT_HEADER) ?? String(rows.length)) }
}

function closeIfDenied(error: unknown): never {
  const isDenied = error instanceof ApiError && error.body?.code === 'forbidden'
  if (isDenied && !$isAdminDenied.get()) {
    $isAdminDenied.set(true)
    // The home page is shown now, and its header needs to know who is signed in.
    void callApi<User>('/api/auth/me').then(setUser, () => setUser(null))
  }
  throw error
}

const SETTINGS = {
  dedupeTime: FRESH_MS,
  cacheLifetime: Number.POSITIVE_INFINITY,
  onErrorRetry: false,
} as const

/** Caches pages of lists, by path with query. */
export const [createPageStore] = nanoquery({
  ...SETTINGS,
  fetcher: ((path: string) => fetchPage(path)) as (...parts: unknown[]) => Promise<never>,
})

/** Caches all other data of the area, by path. */
export const [createFigureStore] = nanoquery({
  ...SETTINGS,
  fetcher: ((path: string) => callAdminApi(path)) as (...parts: unknown[]) => Promise<never>,
})
