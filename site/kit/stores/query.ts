/**
 * Cached data of the signed-in areas: never refetched by itself or retried (docs/product/shop.md, Data of the pages). While a page is
 * hidden, the library fetches nothing.
 */
import { type FetcherStore, nanoquery } from '@nanostores/query'
import { computed } from 'nanostores'
import { callApi } from '#site/kit/client/api.ts'
import { $session } from './session.ts'

/** The key's first part is the path. The others only separate the data of different users. */
const fetchFirst = (path: unknown): Promise<unknown> => callApi(String(path))

export const [createFetcherStore] = nanoquery({
  fetcher: fetchFirst as (...parts: unknown[]) => Promise<never>,
  dedupeTime: Number.POSITIVE_INFINITY,
  cacheLifetime: Number.POSITIVE_INFINITY,
  // Only what was to be fetched while the page was hidden: for all else there is the time above.
  revalidateOnFocus: true,
  onErrorRetry: false,
})

/**
 * Fetches data again after a change. It waits for a running fetch first: that response may be from before the change, and the store
 * does not start a second fetch beside it.
 */
export async function refetch(store: Pick<FetcherStore, 'value' | 'revalidate'>): Promise<void> {
  await store.value?.promise?.catch(() => undefined)
  store.revalidate()
  await store.value?.promise?.catch(() => undefined)
}

/** A part of the keys of cached data, so that nobody sees that of another user. */
export const $userId = computed($session, ({ user }) => user?.id)
