import { useState } from 'react'
import { readStored, store } from './stored.ts'

/**
 * State that survives a reload of the tab. Setting undefined goes back to `initial`.
 * @param key must name the user's own record, so that another user of the tab does not see the data
 */
export function useStored<T>(key: string, initial: T): [value: T, setValue: (value: T | undefined) => void] {
  const [value, setValue] = useState<T>(() => readStored<T>(key) ?? initial)
  return [
    value,
    (next) => {
      setValue(next ?? initial)
      store(key, next)
    },
  ]
}
