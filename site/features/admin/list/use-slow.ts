import { useEffect, useState } from 'react'

const SLOW_AFTER_MS = 20_000

/** Whether something has run for so long that it must be waiting for its turn. */
export function useSlow(isRunning = true): boolean {
  const [isSlow, setIsSlow] = useState(false)
  useEffect(() => {
    if (!isRunning) return
    const timer = setTimeout(() => setIsSlow(true), SLOW_AFTER_MS)
    return () => {
      clearTimeout(timer)
      setIsSlow(false)
    }
  }, [isRunning])
  return isSlow
}
