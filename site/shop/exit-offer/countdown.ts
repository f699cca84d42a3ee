import { useEffect, useState } from 'react'

/**
 * @param of begins anew when it changes
 * @returns the seconds left, 0 at the end; read from the clock, because browsers slow down timers of a tab in the background
 */
export function useCountdown(seconds: number, of: unknown): number {
  const [secondsLeft, setSecondsLeft] = useState(seconds)

  // biome-ignore lint/correctness/useExhaustiveDependencies: `of` begins it anew
  useEffect(() => {
    const endsAtMs = Date.now() + seconds * 1000
    const tick = () => setSecondsLeft(Math.max(0, Math.round((endsAtMs - Date.now()) / 1000)))
    const timer = setInterval(tick, 1000)
    return () => clearInterval(timer)
  }, [seconds, of])

  return secondsLeft
}

/** @example formatCountdown(1800) // '30:00' */
export function formatCountdown(seconds: number): string {
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`
}
