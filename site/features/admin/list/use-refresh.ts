import { useEffect, useRef } from 'react'

/** As docs/product/back-office.md says under Admin area. */
const REFRESH_MS = 30_000
const POLL_INTERVAL_MS = 1000

/**
 * Calls `refresh` every 30 seconds, but not while the page is hidden, and not while a dialog or a selector is open, because
 * nothing must change while somebody uses it.
 */
export function useRefresh(refresh: () => void): void {
  const latest = useRef(refresh)
  latest.current = refresh

  useEffect(() => {
    let refreshedAt = Date.now()
    const look = () => {
      if (Date.now() - refreshedAt < REFRESH_MS || isBusy()) return
      refreshedAt = Date.now()
      latest.current()
    }
    const timer = setInterval(look, POLL_INTERVAL_MS)
    document.addEventListener('visibilitychange', look)
    return () => {
      clearInterval(timer)
      document.removeEventListener('visibilitychange', look)
    }
  }, [])
}

function isBusy(): boolean {
  return document.hidden || document.querySelector('dialog:modal') !== null || isSelectOpen()
}

function isSelectOpen(): boolean {
  return CSS.supports('selector(select:open)') && document.querySelector('select:open') !== null
}
