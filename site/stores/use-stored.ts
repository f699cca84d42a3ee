import { useState } from 'react'
import { readStored, store } from './stored.ts'

/**
 * State that outlives a reload of the tab. Setting it to undefined removes it and goes back to `initial`.
 * @param key names whose value it is: what one user typed must never reach another
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
