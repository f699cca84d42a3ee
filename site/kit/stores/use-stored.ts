import { useState } from 'react'
import { $session } from './session.ts'
import { readStored, store } from './stored.ts'

/**
 * State that survives a reload of the tab. Setting undefined goes back to `initial`.
 * @param name stored separately for each user, so that the next user of the tab does not see the data
 */
export function useStored<T extends object | string>(
  name: string,
  initial: T,
): [value: T, setValue: (value: T | undefined | ((before: T) => T)) => void] {
  const key = `${name}@${$session.get().user?.id ?? ''}`
  const [value, setValue] = useState<T>(() => readStored<T>(key) ?? initial)
  return [
    value,
    (change) => {
      // Read from the store, not from the state: several changes may come before the next render.
      const next = typeof change === 'function' ? change(readStored<T>(key) ?? initial) : change
      setValue(next ?? initial)
      store(key, next)
    },
  ]
}
