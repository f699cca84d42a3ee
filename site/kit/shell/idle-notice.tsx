import { useEffect, useState } from 'react'
import { IDLE_EXPIRY_MINUTES } from '#api/rules/periods.ts'
import { callApi, readLastUse } from '#site/kit/client/api.ts'
import { formatCount } from '#site/kit/format/count.ts'
import { readStored, store } from '#site/kit/stores/stored.ts'
import { Dialog } from '#site/kit/ui/dialog/dialog.tsx'
import { Button } from '#site/kit/ui/primitives/button.tsx'

const MINUTE_MS = 60_000
const POLL_INTERVAL_MS = 15_000
const WARN_BEFORE_MINUTES = 5
/** Stores the time of the last use in any tab. */
const KEY = 'last-use'

/** Keeps the session alive. If it has ended, the refused call opens the sign-in. */
const keepSessionAlive = () => callApi('/api/user/second-factor').catch(() => {})

/** Warns that the session is about to expire because it was not used. A use in any tab of the browser counts. */
export function IdleNotice() {
  const [minutesLeft, setMinutesLeft] = useState<number | undefined>()

  useEffect(() => {
    let hasEnded = false
    const checkLastUse = () => {
      const usedAtMs = Math.max(readLastUse(), readStored<number>(KEY, 'browser') ?? 0)
      store(KEY, usedAtMs, 'browser')
      const left = IDLE_EXPIRY_MINUTES - (Date.now() - usedAtMs) / MINUTE_MS
      setMinutesLeft(left > 0 && left <= WARN_BEFORE_MINUTES ? Math.ceil(left) : undefined)
      // The call opens the sign-in over the page.
      if (left <= 0 && !hasEnded) void keepSessionAlive()
      hasEnded = left <= 0
    }
    const timer = setInterval(checkLastUse, POLL_INTERVAL_MS)
    return () => clearInterval(timer)
  }, [])

  if (minutesLeft === undefined) return null
  const stay = () => {
    setMinutesLeft(undefined)
    void keepSessionAlive()
  }
  return (
    <Dialog
      size="md"
      title="Are you still there?"
      onClose={stay}
      footer={
        <div className="flex justify-end">
          <Button onClick={stay} data-autofocus>
            Stay signed in
          </Button>
        </div>
      }
    >
      <p className="text-sm leading-relaxed text-ink-quiet" role="status">
        You’ll be signed out in {formatCount(minutesLeft, 'minute')} because you have been inactive. What you
        typed is kept.
      </p>
    </Dialog>
  )
}
