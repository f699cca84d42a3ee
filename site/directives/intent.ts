/**
 * `client:intent`: hydrates an island that is complete as HTML. It starts at the first touch of the island or, a while
 * after the page is loaded, when the browser is idle. A click that comes earlier is stored and repeated afterwards.
 */
import type { ClientDirective } from 'astro'

const TRIGGERS = ['pointerover', 'touchstart', 'focusin', 'keydown', 'input'] as const
/** The island waits at least this long after the page's load event, unless it is touched. */
const QUIET_MS = 1500

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
    // Loading and hydrating are two long tasks: a pause between them lets the browser react. A click does not wait for it.
    if (!clicked) await nextTask()
    await hydrate()
    island.removeEventListener('click', storeClick, true)
    // React hydrates at once when its root is clicked.
    if (clicked?.isConnected) clicked.click()
  }

  for (const trigger of TRIGGERS) island.addEventListener(trigger, start, { passive: true })
  island.addEventListener('click', storeClick, true)

  // The address filters the list, and the HTML holds the whole one.
  if (location.search) return void start()
  const whenIdle = () => setTimeout(() => (window.requestIdleCallback ?? setTimeout)(start), QUIET_MS)
  if (document.readyState === 'complete') whenIdle()
  else addEventListener('load', whenIdle, { once: true })
}

function nextTask(): Promise<void> {
  return new Promise((done) => {
    setTimeout(done)
  })
}

export default intent
