import { useEffect, useState } from 'react'

const SLOW_AFTER_MS = 20_000

/** Whether work has been running for so long that it is probably waiting for other work. */
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
