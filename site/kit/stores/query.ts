/**
 * Cached data of the signed-in areas. It is never refetched automatically or retried (docs/product/shop.md, Data of the pages). The
 * library fetches nothing while a page is hidden.
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
  // Only affects data that was requested while the page was hidden: `dedupeTime` stops any other refetch.
  revalidateOnFocus: true,
  onErrorRetry: false,
})

/**
 * Fetches data again after a change. It waits for a running fetch first, because that response may be older than the change, and the
 * store does not start a second fetch beside it.
 */
export async function refetch(store: Pick<FetcherStore, 'value' | 'revalidate'>): Promise<void> {
  await store.value?.promise?.catch(() => undefined)
  store.revalidate()
  await store.value?.promise?.catch(() => undefined)
}

/** Part of the key of cached data, so that no user sees another's. */
export const $userId = computed($session, ({ user }) => user?.id)
