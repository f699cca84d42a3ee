import { useDeferredValue } from 'react'

/** The first rows of a list, so that they are painted before the others are rendered; then all of them. */
export function useFirstRows<Row>(rows: readonly Row[], count: number): readonly Row[] {
  const isWhole = useDeferredValue(true, false)
  return isWhole ? rows : rows.slice(0, count)
}
