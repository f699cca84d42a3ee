import { useEffect, useRef } from 'react'

/** docs/product/back-office.md, Admin area. */
const REFRESH_MS = 30_000
const POLL_INTERVAL_MS = 1000

/**
 * Refreshes what a tab shows every 30 seconds while somebody looks at it: not while the page is hidden, and not under
 * an open dialog or selector, which must not change while someone uses it.
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
