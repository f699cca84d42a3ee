/**
 * Hints that something has happened to an order, within seconds (docs/product/order.md, Live events). They say no more than
 * that: whoever gets one asks for what is new. One stream a browser: the tab that was looked at last has it and tells the others.
 */
import type { LiveEvent } from '#api/contract/orders/conversation.ts'

/** The changed order; `any` when a stream has just begun, because events before it may have been missed. */
export type Hint = number | 'any'
type News = { hint: Hint } | { isLive: boolean } | 'who is live?'

const NAME = 'order-events'
/** After a refusal the browser itself does not try again. */
const RETRY_MS = 30_000
/** While there are no hints, everybody asks by themselves, as long as the page is looked at. */
const POLL_INTERVAL_MS = 10_000

/** Whether a stream brings hints. */
let hasHints = false

const listeners = new Set<(hint: Hint) => void>()
let stop: (() => void) | undefined
let channel: BroadcastChannel | undefined

/** @returns what ends it; with the last listener the stream ends, too */
export function onHint(listener: (hint: Hint) => void): () => void {
  listeners.add(listener)
  stop ??= start()
  return () => {
    listeners.delete(listener)
    if (listeners.size === 0) end()
  }
}

function end(): void {
  stop?.()
  stop = undefined
}

if (typeof window !== 'undefined') {
  // The browser stores no page for the way back that has a stream.
  addEventListener('pagehide', end)
  addEventListener('pageshow', () => {
    if (listeners.size > 0) stop ??= start()
  })
}

/** Tells the other parts of this page, and the other tabs. */
export function passOn(hint: Hint): void {
  tell(hint)
  channel?.postMessage({ hint } satisfies News)
}

function tell(hint: Hint): void {
  for (const listener of listeners) listener(hint)
}

function announce(isLive: boolean): void {
  hasHints = isLive
  channel?.postMessage({ isLive } satisfies News)
}

function start(): () => void {
  const ended = new AbortController()
  const { signal } = ended
  let closeStream: (() => void) | undefined

  channel = new BroadcastChannel(NAME)
  channel.onmessage = ({ data }: MessageEvent<News>) => {
    if (data === 'who is live?') {
      if (closeStream) announce(hasHints)
    } else if ('hint' in data) tell(data.hint)
    else if (!closeStream) hasHints = data.isLive
  }
  channel.postMessage('who is live?' satisfies News)

  function lead(options: LockOptions): void {
    // Without https there are no locks, and each tab has a stream of its own.
    if (!navigator.locks) {
      closeStream ??= openStream()
      return
    }
    const held = navigator.locks.request(NAME, options, async () => {
      if (signal.aborted) return
      closeStream = openStream()
      await new Promise((done) => signal.addEventListener('abort', done))
    })
    held.catch(() => {
      // Another tab has taken the lock and the stream. This one waits for the lock again.
      closeStream?.()
      closeStream = undefined
      if (!signal.aborted) lead({})
    })
  }

  lead({})
  // The tab that has the stream may be hidden and frozen by the browser, so a visible tab takes the stream over.
  const takeOver = () => document.visibilityState === 'visible' && !closeStream && lead({ steal: true })
  document.addEventListener('visibilitychange', takeOver, { signal })
  const timer = setInterval(() => !hasHints && !document.hidden && tell('any'), POLL_INTERVAL_MS)
  signal.addEventListener('abort', () => {
    clearInterval(timer)
    closeStream?.()
    channel?.close()
    channel = undefined
    hasHints = false
  })
  return () => ended.abort()
}

/** @returns what closes it */
function openStream(): () => void {
  let stream: EventSource | undefined
  let retry: ReturnType<typeof setTimeout> | undefined
  const open = () => {
    stream = new EventSource('/api/events')
    stream.addEventListener('ready', () => {
      announce(true)
      passOn('any')
    })
    stream.addEventListener('order', ({ data }: MessageEvent<string>) =>
      passOn((JSON.parse(data) as LiveEvent).orderId),
    )
    stream.addEventListener('error', () => {
      announce(false)
      if (stream?.readyState === EventSource.CLOSED) retry = setTimeout(open, RETRY_MS)
    })
  }
  open()
  return () => {
    clearTimeout(retry)
    stream?.close()
  }
}
