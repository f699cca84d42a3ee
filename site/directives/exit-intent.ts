/**
 * `client:exit-intent`: an island that loads when a visitor is about to leave, and opens once a session
 * (docs/product/shop.md, Exit offer). Nothing of React is fetched before that.
 */
import type { ClientDirective } from 'astro'
import { readStored, store, takeStored } from '../stores/stored.ts'

const SHOWN_KEY = 'exitIntentShown'
const LEFT_KEY = 'exit-intent-left-at'
const TOP_PX = 10
/** A visitor who is back sooner only moved to another page of the shop. */
const AWAY_MS = 1000

const exitIntent: ClientDirective = (load) => {
  let isBusy = false
  const offer = async () => {
    if (isBusy || !mayOffer()) return
    isBusy = true
    try {
      const hydrate = await load()
      // If a dialog has opened meanwhile, wait for the next trigger.
      if (mayOffer()) {
        store(SHOWN_KEY, true)
        return await hydrate()
      }
    } catch {
      // For example offline: the next trigger tries again.
    }
    isBusy = false
  }

  watchUnload(offer)
  if (isHome()) watchTop(offer)
  else watchLeaving(offer)
}

/**
 * Once a session, never over an open dialog, during checkout or over a payment's end, and to nobody who is signed in: it is for
 * new customers.
 */
function mayOffer(): boolean {
  const { session, buying } = document.documentElement.dataset
  return (
    readStored(SHOWN_KEY) === undefined &&
    session === 'out' &&
    buying === undefined &&
    !/^\/(checkout|payment-failed)(\/|\.|$)/.test(location.pathname) &&
    document.querySelector('dialog[open]') === null
  )
}

function isHome(): boolean {
  return /^\/(index\.html)?$/.test(location.pathname)
}

/** The pointer moves up to the top. One that comes down from the address bar has only arrived. */
function watchTop(offer: () => void): void {
  let wasBelow = false
  const move = ({ clientY }: MouseEvent) => {
    const isBelow = clientY > TOP_PX
    if (wasBelow && !isBelow) offer()
    wasBelow = isBelow
  }
  addEventListener('mousemove', move, { passive: true })
  document.documentElement.addEventListener('mouseleave', () => {
    wasBelow = false
  })
}

/** The pointer leaves the document, the page is hidden and shown again, or a closing shortcut is pressed. */
function watchLeaving(offer: () => void): void {
  document.documentElement.addEventListener('mouseleave', offer)
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
    // Only a visit to another tab counts. Leaving the page hides it too, and the back button shows it again.
    if (document.visibilityState === 'hidden') wasHidden = !isUnloading
    else if (wasHidden) offer()
  })
}

/** Alt+F4, Ctrl+W, Cmd+W and Ctrl+Shift+T, where the browser lets the page see them. */
function isClosingShortcut({ key, altKey, ctrlKey, metaKey, shiftKey }: KeyboardEvent): boolean {
  if (altKey) return key === 'F4'
  if (shiftKey) return ctrlKey && key.toLowerCase() === 't'
  return (ctrlKey || metaKey) && key.toLowerCase() === 'w'
}

/**
 * A page that unloads cannot show anything. It stores the time, and the next page of the session makes the offer if the
 * visitor was away in between. If a page was requested before the last one had unloaded, it came by a link or a reload:
 * the visitor has not left.
 */
function watchUnload(offer: () => void): void {
  const arrive = (requestedAt: number) => {
    const leftAt = takeStored<number>(LEFT_KEY)
    if (leftAt !== undefined && requestedAt - leftAt > AWAY_MS) offer()
  }
  addEventListener('pagehide', () => store(LEFT_KEY, isHome() ? undefined : Date.now()))
  addEventListener('pageshow', ({ persisted }) => persisted && arrive(Date.now()))
  arrive(performance.timeOrigin)
}

export default exitIntent
