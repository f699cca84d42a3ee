/**
 * `client:intent`: hydrates an island whose HTML is already complete: at its first touch, else some time after the page has loaded,
 * when the browser is idle or has been busy for too long. A click on a button before hydration is repeated afterwards.
 */
import type { ClientDirective } from 'astro'

const TRIGGERS = ['pointerover', 'touchstart', 'focusin', 'keydown', 'input'] as const
/** The pause after the page's load event, and how much longer a busy or hidden page may wait. */
const QUIET_MS = 1500
const IDLE_WITHIN_MS = 2000

const intent: ClientDirective = (load, _options, island) => {
  let isStarted = false
  let clicked: HTMLElement | undefined

  const storeClick = (event: Event) => {
    const target = event.target instanceof Element ? event.target.closest<HTMLElement>('button') : null
    if (!target) return
    event.preventDefault()
    event.stopPropagation()
    clicked = target
    start()
  }

  const start = async () => {
    if (isStarted) return
    isStarted = true
    for (const trigger of TRIGGERS) island.removeEventListener(trigger, start)
    const hydrate = await load()
    // Loading and hydrating are long tasks. The browser can react in between, unless a click is waiting.
    if (!clicked) await nextTask()
    await hydrate()
    island.removeEventListener('click', storeClick, true)
    // A click makes React hydrate at once.
    if (clicked?.isConnected) clicked.click()
  }

  for (const trigger of TRIGGERS) island.addEventListener(trigger, start, { passive: true })
  island.addEventListener('click', storeClick, true)

  // The address has a filter, but the HTML shows all packages: hydrates at once.
  if (location.search) return void start()
  const startWhenIdle = () => {
    // Safari has no requestIdleCallback.
    if ('requestIdleCallback' in window) requestIdleCallback(start, { timeout: IDLE_WITHIN_MS })
    else void start()
  }
  const pause = () => setTimeout(startWhenIdle, QUIET_MS)
  if (document.readyState === 'complete') pause()
  else addEventListener('load', pause, { once: true })
}

function nextTask(): Promise<void> {
  return new Promise((done) => {
    setTimeout(done)
  })
}

export default intent
