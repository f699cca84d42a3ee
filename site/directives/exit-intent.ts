/**
 * `client:exit-intent`: an island that loads when a visitor is about to leave and opens once a session
 * (specification, section 4). On the home page that is the pointer near the top of the viewport; elsewhere it is the
 * pointer leaving the document, the page hidden and shown again, a closing shortcut, or the page unloading.
 */
import type { ClientDirective } from 'astro'

const SHOWN_KEY = 'exitIntentShown'
const LEFT_KEY = 'exit-intent-left-at'
const TOP_PX = 10
/** A visitor who is back sooner has not been anywhere else. */
const AWAY_MS = 1000

const exitIntent: ClientDirective = (load) => {
  const hasReturned = watchReturns()
  let isLoading = false

  const offer = async () => {
    if (isLoading || !mayOffer()) return
    isLoading = true
    try {
      const hydrate = await load()
      // A dialog may have opened while this one was on its way: then the next sign counts.
      if (!mayOffer()) return
      sessionStorage.setItem(SHOWN_KEY, 'true')
      await hydrate()
    } catch {
      // Offline, say: the next sign tries again.
    } finally {
      isLoading = false
    }
  }

  hasReturned(offer)
  if (isHome()) watchTop(offer)
  else watchLeaving(offer)
}

/** Once a session, never over an open dialog or during checkout, and not to customers: it is for new ones. */
function mayOffer(): boolean {
  const { dataset } = document.documentElement
  return (
    sessionStorage.getItem(SHOWN_KEY) === null &&
    dataset.session === 'out' &&
    dataset.paying === undefined &&
    !/^\/checkout\b/.test(location.pathname) &&
    document.querySelector('dialog[open]') === null
  )
}

function isHome(): boolean {
  return location.pathname === '/' || location.pathname === '/index.html'
}

function watchTop(offer: () => void): void {
  addEventListener('mousemove', ({ clientY }) => clientY <= TOP_PX && offer(), { passive: true })
}

function watchLeaving(offer: () => void): void {
  const page = document.documentElement
  page.addEventListener('mouseleave', offer)
  addEventListener('keydown', (event) => isClosingShortcut(event) && offer())

  let isUnloading = false
  let wasHidden = false
  addEventListener('pagehide', () => {
    isUnloading = true
  })
  addEventListener('pageshow', () => {
    isUnloading = false
  })
  document.addEventListener('visibilitychange', () => {
    // A page that is left is hidden too, and shown again by the back button: that is no look at another tab.
    if (document.visibilityState === 'hidden') wasHidden = !isUnloading
    else if (wasHidden) offer()
  })
}
