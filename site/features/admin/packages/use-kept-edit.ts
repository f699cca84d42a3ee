import { useEffect, useRef, useState } from 'react'
import { holdAddress } from '../../../stores/address.ts'

/**
 * What is being edited, kept over a reload of the tab and the back button until it is saved or given up. While it
 * differs from what is stored, the browser asks before the page is left, and a step back within it asks too.
 * @param key names what is edited
 * @param stored as it was when the editing began
 * @param onLeave asks whether the changes are to be given up
 */
export function useKeptEdit<T>(key: string, stored: T, onLeave: () => void) {
  const [base] = useState(stored)
  const [kept] = useState(() => read<T>(key))
  const [value, setValue] = useState<T>(kept ?? base)
  const leave = useRef(onLeave)
  leave.current = onLeave
  const isChanged = JSON.stringify(value) !== JSON.stringify(base)

  useEffect(() => {
    if (!isChanged) return write(key, undefined)
    write(key, value)
    const ask = (event: BeforeUnloadEvent) => event.preventDefault()
    addEventListener('beforeunload', ask)
    const release = holdAddress(() => leave.current())
    return () => {
      removeEventListener('beforeunload', ask)
      release()
    }
  }, [key, value, isChanged])

  return {
    value,
    setValue,
    isChanged,
    /** It goes on with changes of another time. */
    isResumed: kept !== undefined && isChanged,
    startOver: () => setValue(base),
    /** It is saved, or given up. */
    forget: () => write(key, undefined),
  }
}

function read<T>(key: string): T | undefined {
  try {
    const text = sessionStorage.getItem(key)
    return text === null ? undefined : (JSON.parse(text) as T)
  } catch {
    return undefined
  }
}

function write(key: string, value: unknown): void {
  try {
    if (value === undefined) sessionStorage.removeItem(key)
    else sessionStorage.setItem(key, JSON.stringify(value))
  } catch {
    // Storage is full or forbidden: the edit lives as long as the dialog.
  }
}
