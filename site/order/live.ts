/**
 * Live hints: tell within seconds that an order has changed (docs/product/order.md, Live events). A hint carries no data;
 * listeners fetch what is new. Each browser has one event stream: the tab viewed last holds it and passes hints to the others.
 */
import type { LiveEvent } from '#api/contract/orders/conversation.ts'

/** The changed order; `any` when a stream has just started, because events before it may have been missed. */
export type Hint = number | 'any'
type News = { hint: Hint } | { isLive: boolean } | 'who is live?'

const NAME = 'order-events'
/** How long to wait after the API refused the stream; the browser itself does not reconnect then. */
const RETRY_MS = 30_000
/** How often each visible page polls while no stream brings hints. */
const POLL_INTERVAL_MS = 10_000

/** Whether a stream is live, here or in another tab. */
let hasHints = false

const listeners = new Set<(hint: Hint) => void>()
let stop: (() => void) | undefined
let channel: BroadcastChannel | undefined

/** @returns a function that stops listening; the last one also closes the stream */
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
  // A page with an open stream is not kept in the back-forward cache.
  addEventListener('pagehide', end)
  addEventListener('pageshow', () => {
    if (listeners.size > 0) stop ??= start()
  })
}

/** Sends a hint to this page's listeners and to the other tabs. */
export function sendHint(hint: Hint): void {
  emit(hint)
  channel?.postMessage({ hint } satisfies News)
}

function emit(hint: Hint): void {
  for (const listener of listeners) listener(hint)
}

function shareState(isLive: boolean): void {
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
      if (closeStream) shareState(hasHints)
    } else if ('hint' in data) emit(data.hint)
    else if (!closeStream) hasHints = data.isLive
  }
  channel.postMessage('who is live?' satisfies News)

  function lead(options: LockOptions): void {
    // Without https there are no locks, so each tab opens its own stream.
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
      // Another tab stole the lock, and with it the stream. Queue for the lock again.
      closeStream?.()
      closeStream = undefined
      if (!signal.aborted) lead({})
    })
  }

  lead({})
  // The browser may freeze a hidden tab that holds the stream, so a tab that becomes visible takes it over.
  const takeOver = () => document.visibilityState === 'visible' && !closeStream && lead({ steal: true })
  document.addEventListener('visibilitychange', takeOver, { signal })
  const timer = setInterval(() => !hasHints && !document.hidden && emit('any'), POLL_INTERVAL_MS)
  signal.addEventListener('abort', () => {
    clearInterval(timer)
    closeStream?.()
    channel?.close()
    channel = undefined
    hasHints = false
  })
  return () => ended.abort()
}

/** @returns a function that closes it */
function openStream(): () => void {
  let stream: EventSource | undefined
  let retry: ReturnType<typeof setTimeout> | undefined
  const open = () => {
    stream = new EventSource('/api/events')
    stream.addEventListener('ready', () => {
      shareState(true)
      sendHint('any')
    })
    stream.addEventListener('order', ({ data }: MessageEvent<string>) =>
      sendHint((JSON.parse(data) as LiveEvent).orderId),
    )
    stream.addEventListener('error', () => {
      shareState(false)
      if (stream?.readyState === EventSource.CLOSED) retry = setTimeout(open, RETRY_MS)
    })
  }
  open()
  return () => {
    clearTimeout(retry)
    stream?.close()
  }
}
