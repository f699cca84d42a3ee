import { useEffect, useState } from 'react'

/**
 * @param restartKey the countdown restarts when this changes
 * @returns the seconds left, 0 at the end. Computed from the clock, because browsers throttle timers in background tabs.
 */
export function useCountdown(seconds: number, restartKey: unknown): number {
  const [secondsLeft, setSecondsLeft] = useState(seconds)

  // biome-ignore lint/correctness/useExhaustiveDependencies: a new `restartKey` restarts the countdown
  useEffect(() => {
    const endsAtMs = Date.now() + seconds * 1000
    const tick = () => setSecondsLeft(Math.max(0, Math.round((endsAtMs - Date.now()) / 1000)))
    const timer = setInterval(tick, 1000)
    return () => clearInterval(timer)
  }, [seconds, restartKey])

  return secondsLeft
}

/** @example formatCountdown(1800) // '30:00' */
export function formatCountdown(seconds: number): string {
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`
}
