/** Data of the admin area: pages of its lists, cached while it is open, and the reaction when the right is taken away. */
import { nanoquery } from '@nanostores/query'
import { atom } from 'nanostores'
import type { User } from '../../api/contract/auth.ts'
import { readTotal, TOTAL_COUNT_HEADER } from '../../api/contract/list-total.ts'
import { ApiError, callApi, request } from '../client/api.ts'
import { setUser } from './session.ts'

/** A page or a figure that is older is fetched again when its tab comes into view. */
const FRESH_MS = 4000

/** The area is open, and the API says that it must not be. */
export const $isAdminDenied = atom(false)

export interface ListPage<Row> {
  rows: Row[]
  /** Rows of the whole list; above `LARGEST_TOTAL` it is only known that there are more. */
  total: number
}

/** `callApi` for the admin area: a refusal of the right itself closes the area. @throws as callApi does */
export async function callAdminApi<T>(...call: Parameters<typeof callApi<T>>): Promise<T> {
  try {
    return await callApi<T>(...call)
  } catch (error) {
    noteDenial(error)
    throw error
  }
}

/** @throws as callApi does */
async function fetchPage<Row>(path: string): Promise<ListPage<Row>> {
  try {
    const response = await request(path)
    const rows = (await response.json()) as Row[]
    return { rows, total: readTotal(response.headers.get(TOTAL_COUNT_HEADER) ?? String(rows.length)) }
  } catch (error) {
    noteDenial(error)
    throw error
  }
}

function noteDenial(error: unknown): void {
  if (!(error instanceof ApiError)) return
  const isDenied = error.status === 401 || error.body?.code === 'forbidden'
  if (!isDenied || $isAdminDenied.get()) return
  $isAdminDenied.set(true)
  // The header then shows who is still signed in, if anybody.
  if (error.status === 401) setUser(null)
  else void callApi<User>('/api/auth/me').then(setUser, () => setUser(null))
}

const SETTINGS = {
  dedupeTime: FRESH_MS,
  cacheLifetime: Number.POSITIVE_INFINITY,
  onErrorRetry: false,
} as const

/** A list's pages, by their whole path. */
export const [createPageStore] = nanoquery({
  ...SETTINGS,
  fetcher: ((path: string) => fetchPage(path)) as (...parts: unknown[]) => Promise<never>,
})

/** Everything else that the area reads, by its path. */
export const [createFigureStore] = nanoquery({
  ...SETTINGS,
  fetcher: ((path: string) => callAdminApi(path)) as (...parts: unknown[]) => Promise<never>,
})
