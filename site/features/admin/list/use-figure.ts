import { useStore } from '@nanostores/react'
import { useEffect, useMemo } from 'react'
import { createFigureStore } from '../../../stores/admin.ts'

/**
 * What the area reads at a path: fetched again whenever it is opened, because the cache may lack the latest change.
 * @param opening fetches it again when it changes
 */
export function useFigure<Data>(path: string, opening?: unknown) {
  const store = useMemo(() => createFigureStore<Data>([path]), [path])
  const { data, error, loading } = useStore(store)
  // biome-ignore lint/correctness/useExhaustiveDependencies: each opening
  useEffect(() => store.revalidate(), [store, opening])
  return { data, error, hasFailed: Boolean(error) && !loading, store }
}
