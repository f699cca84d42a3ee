import { useStore } from '@nanostores/react'
import { atom } from 'nanostores'
import { useCallback, useEffect, useMemo, useRef, useState } from 'react'
import type { Operations } from '#api/contract/operations/jobs.ts'
import type { Attention } from '#api/contract/operations/overview.ts'
import { ApiError } from '#site/kit/client/api.ts'
import { createFigureStore } from '#site/kit/stores/admin.ts'
import { refetch } from '#site/kit/stores/query.ts'

/**
 * The data at an API path. Fetches it again whenever a component mounts, because the cache may be stale.
 * @param opening a new value fetches the data again
 */
export function useFigure<Data>(path: string, opening?: unknown) {
  const store = useMemo(() => createFigureStore<Data>([path]), [path])
  const { data, error, loading } = useStore(store)
  // biome-ignore lint/correctness/useExhaustiveDependencies: each opening
  useEffect(() => store.revalidate(), [store, opening])
  return { data, error, hasFailed: Boolean(error) && !loading, store }
}

const SEARCH_AFTER_MS = 200
/** As a part of a store's key it prevents fetching. */
const $nothing = atom<false>(false)

/**
 * The API's results for a text while it is typed. Earlier results stay until the next arrive.
 * @param pathOf returns the path for a text; '' or undefined fetches nothing
 */
export function useTyped<Data>(
  createStore: typeof createFigureStore,
  text: string,
  pathOf: (text: string) => string | undefined,
) {
  const [asked, setAsked] = useState('')
  useEffect(() => {
    const timer = setTimeout(() => setAsked(text), text === '' ? 0 : SEARCH_AFTER_MS)
    return () => clearTimeout(timer)
  }, [text])
  const path = pathOf(asked)
  const store = useMemo(() => createStore<Data>([path || $nothing]), [createStore, path])
  const { data, error, loading } = useStore(store)
  const last = useRef<Data>(undefined)
  if (data) last.current = data
  return {
    data: data ?? last.current,
    isCurrent: asked === text && data !== undefined,
    hasFailed: Boolean(error) && !loading,
    store,
  }
}

const ID = /^[1-9]\d{0,8}$/

/**
 * The order or person of a page. The data stays while it is fetched again. `reload` is a stable function and resolves afterwards.
 * @param id from the URL. An invalid id is fetched as 0, which the API does not find.
 */
export function useFetchedById<Data>(path: string, id: string) {
  const { data, error, hasFailed, store } = useFigure<Data>(`${path}/${ID.test(id) ? id : 0}`)
  const isUnknown = error instanceof ApiError && error.status === 404
  const failure = isUnknown ? 'unknown' : hasFailed && 'failed'
  return { data, error, failure, reload: useCallback(() => refetch(store), [store]) }
}

/** The rule: docs/product/back-office.md, Admin area. */
const REFRESH_MS = 30_000
const POLL_INTERVAL_MS = 1000

/**
 * Calls `refresh` every 30 seconds. Pauses while the page is hidden, and while a dialog or selector is open, because nothing
 * must change while somebody uses it.
 */
export function useRefresh(refresh: () => void): void {
  const latest = useRef(refresh)
  latest.current = refresh

  useEffect(() => {
    let refreshedAt = Date.now()
    const look = () => {
      if (Date.now() - refreshedAt < REFRESH_MS || isBusy()) return
      refreshedAt = Date.now()
      latest.current()
    }
    const timer = setInterval(look, POLL_INTERVAL_MS)
    document.addEventListener('visibilitychange', look)
    return () => {
      clearInterval(timer)
      document.removeEventListener('visibilitychange', look)
    }
  }, [])
}

function isBusy(): boolean {
  return document.hidden || document.querySelector('dialog:modal') !== null || isSelectOpen()
}

function isSelectOpen(): boolean {
  return CSS.supports('selector(select:open)') && document.querySelector('select:open') !== null
}

/** What waits for an admin. Used by the overview's first card and by the counts on the order filters. */
const $attention = createFigureStore<Attention>(['/api/admin/attention'])

export function useAttention() {
  const { data, error, loading } = useStore($attention)
  useRefresh(refreshAttention)
  return { data, error, hasFailed: Boolean(error) && !loading }
}

export function refreshAttention(): void {
  void refetch($attention)
}

/** The counts of background work and of things that need an admin. Shared by all components. */
const $operations = createFigureStore<Operations>(['/api/admin/operations'])

/** @returns undefined while the counts load, and if that fails */
export function useOperations(): Operations | undefined {
  useRefresh(refreshOperations)
  return useStore($operations).data
}

export function refreshOperations(): void {
  void refetch($operations)
}

const SLOW_AFTER_MS = 20_000

/** Whether work has been running for so long that it probably waits for other work. */
export function useIsSlow(isRunning = true): boolean {
  const [isSlow, setIsSlow] = useState(false)
  useEffect(() => {
    if (!isRunning) return
    const timer = setTimeout(() => setIsSlow(true), SLOW_AFTER_MS)
    return () => {
      clearTimeout(timer)
      setIsSlow(false)
    }
  }, [isRunning])
  return isSlow
}
