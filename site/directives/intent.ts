/**
 * `client:intent`: hydrates an island that is complete as HTML. It starts at the first touch of the island or, a while
 * after the page is loaded, when the browser is idle. A click that comes earlier is kept and made again afterwards.
 */
import type { ClientDirective } from 'astro'

const SIGNS = ['pointerover', 'touchstart', 'focusin', 'keydown', 'input'] as const
/** The island waits at least this long after the page's load event, unless it is touched. */
const QUIET_MS = 1500

const intent: ClientDirective = (load, _options, island) => {
  let isStarted = false
  let clicked: HTMLElement | undefined

  const keepClick = (event: Event) => {
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
    for (const sign of SIGNS) island.removeEventListener(sign, start)
    const hydrate = await load()
    // The code has just run, and hydrating starts with a task as long again; a click does not wait for the pause between.
    if (!clicked) await nextTask()
    await hydrate()
    island.removeEventListener('click', keepClick, true)
    // React takes a click on a root that it has not hydrated yet as the reason to hydrate it at once.
    if (clicked?.isConnected) clicked.click()
  }

  for (const sign of SIGNS) island.addEventListener(sign, start, { passive: true })
  island.addEventListener('click', keepClick, true)

  // A filtered list is not the one in the HTML.
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
