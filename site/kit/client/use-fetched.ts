import { type Dispatch, type SetStateAction, useCallback, useEffect, useState } from 'react'

interface Fetched<Data> {
  /** Undefined while it loads the first time. While it loads again, the earlier data stays. */
  data: Data | undefined
  /** The last try's error, until the next try starts. */
  error: unknown
  reload: () => void
  setData: Dispatch<SetStateAction<Data | undefined>>
}

const retries = new Set<() => void>()

/** @returns a function that fetches again all that has failed on the page, this one by `retry` */
export function useRetry(hasFailed: boolean, retry: () => void): () => void {
  useEffect(() => {
    if (!hasFailed) return
    retries.add(retry)
    return () => void retries.delete(retry)
  }, [hasFailed, retry])
  return () => {
    for (const run of [...retries]) run()
  }
}

/**
 * Fetches when the view opens, without a cache.
 * @param fetch must be the same function as long as the data is the same, for example by useCallback
 */
export function useFetched<Data>(fetch: (signal: AbortSignal) => Promise<Data>): Fetched<Data> {
  const [data, setData] = useState<Data | undefined>()
  const [error, setError] = useState<unknown>()
  const [turn, setTurn] = useState(0)

  // biome-ignore lint/correctness/useExhaustiveDependencies: `reload` counts `turn` up to fetch again
  useEffect(() => {
    const abort = new AbortController()
    setError(undefined)
    fetch(abort.signal).then(
      (fetched) => !abort.signal.aborted && setData(fetched),
      (reason: unknown) => !abort.signal.aborted && setError(reason),
    )
    return () => abort.abort()
  }, [fetch, turn])

  const reload = useCallback(() => setTurn((before) => before + 1), [])
  useRetry(Boolean(error), reload)
  return { data, error, reload, setData }
}
