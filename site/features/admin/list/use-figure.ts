import { useStore } from '@nanostores/react'
import { useEffect, useMemo } from 'react'
import { createFigureStore } from '../../../stores/admin.ts'

/**
 * The data at a path of the API. It is fetched again whenever a component opens it, because the cache may be older.
 * @param opening another value fetches the data again
 */
export function useFigure<Data>(path: string, opening?: unknown) {
  const store = useMemo(() => createFigureStore<Data>([path]), [path])
  const { data, error, loading } = useStore(store)
  // biome-ignore lint/correctness/useExhaustiveDependencies: each opening
  useEffect(() => store.revalidate(), [store, opening])
  return { data, error, hasFailed: Boolean(error) && !loading, store }
}
