import { type Dispatch, type SetStateAction, useCallback, useEffect, useState } from 'react'

interface Fetched<Data> {
  /** Undefined until it is there; what was fetched before stays while it is fetched again. */
  data: Data | undefined
  /** Why it did not load, until it is fetched again. */
  error: unknown
  reload: () => void
  setData: Dispatch<SetStateAction<Data | undefined>>
}

/**
 * What a view fetches whenever it is opened, without a cache.
 * @param fetch stable: the same function for the same data
 */
export function useFetched<Data>(fetch: (signal: AbortSignal) => Promise<Data>): Fetched<Data> {
  const [data, setData] = useState<Data | undefined>()
  const [error, setError] = useState<unknown>()
  const [turn, setTurn] = useState(0)

  // biome-ignore lint/correctness/useExhaustiveDependencies: another turn fetches again
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
  return { data, error, reload, setData }
}
