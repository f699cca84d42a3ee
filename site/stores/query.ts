/** Data of the signed-in areas: no refetch on focus or by interval, no retries, never stale (docs/product/shop.md, Data of the pages). */
import { nanoquery } from '@nanostores/query'
import { ApiError, callApi } from '../client/api.ts'
import { setUser } from './session.ts'

/** A GET of the key's first part; further parts only separate the data of different users. */
async function fetchFirst(path: unknown): Promise<unknown> {
  try {
    return await callApi(String(path))
  } catch (error) {
    if (error instanceof ApiError && error.status === 401) setUser(null)
    throw error
  }
}

export const [createFetcherStore] = nanoquery({
  fetcher: fetchFirst as (...parts: unknown[]) => Promise<never>,
  dedupeTime: Number.POSITIVE_INFINITY,
  cacheLifetime: Number.POSITIVE_INFINITY,
  onErrorRetry: false,
})
