import { useEffect, useState } from 'react'

const TYPING_PAUSE_MS = 600

/** @returns the value once it has stayed the same for a moment; the first one at once */
export function useSettled<T>(value: T | undefined): T | undefined {
  const [settled, setSettled] = useState(value)
  useEffect(() => {
    const timer = setTimeout(() => setSettled(value), settled === undefined ? 0 : TYPING_PAUSE_MS)
    return () => clearTimeout(timer)
  }, [value, settled])
  return settled
}
