/**
 * `client:exit-intent`: loads an island, and React with it, when the visitor is about to leave, once a session
 * (docs/product/shop.md, Exit offer).
 */
import type { ClientDirective } from 'astro'
import { readStored, store, takeStored } from '#site/kit/stores/stored.ts'

const SHOWN_KEY = 'exitIntentShown'
const LEFT_KEY = 'exit-intent-left-at'
const TOP_PX = 10
/** A visitor who comes back sooner than this has only opened another page of the shop. */
const AWAY_MS = 1000

const exitIntent: ClientDirective = (load) => {
  let isBusy = false
  const offer = async () => {
    if (isBusy || !mayOffer()) return
    isBusy = true
    try {
      const hydrate = await load()
      // A dialog may have opened in the meantime: then the next trigger tries again.
      if (mayOffer()) {
        store(SHOWN_KEY, true)
        return await hydrate()
      }
    } catch {
      // The visitor may be offline: the next trigger tries again.
    }
    isBusy = false
  }

  watchUnload(offer)
  if (isHome()) watchTop(offer)
  else watchLeaving(offer)
}

/** Whether to make the offer: once per session, to signed-out visitors, not over a dialog or a purchase, and not on pages of mailed links. */
function mayOffer(): boolean {
  const { session, buying } = document.documentElement.dataset
  return (
    readStored(SHOWN_KEY) === undefined &&
    session === 'out' &&
    buying === undefined &&
    !/^\/(checkout|offer|payment-failed|after-purchase|reset-password|confirm-email)(\/|\.|$)/.test(
      location.pathname,
    ) &&
    document.querySelector('dialog[open]') === null
  )
}

function isHome(): boolean {
  return /^\/(index\.html)?$/.test(location.pathname)
}

/** Triggers when the pointer moves up to the top edge, but not when it comes down from the address bar. */
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

/** Triggers when the pointer leaves the document, the page is shown again, or a shortcut for closing is pressed. */
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
    // Only after a visit to another tab: leaving the page and going back hide and show it as well.
    if (document.visibilityState === 'hidden') wasHidden = !isUnloading
    else if (wasHidden) offer()
  })
}

/** Whether the keys are Alt+F4, Ctrl+W, Cmd+W or Ctrl+Shift+T. Some browsers do not report these to pages. */
function isClosingShortcut({ key, altKey, ctrlKey, metaKey, shiftKey }: KeyboardEvent): boolean {
  if (altKey) return key === 'F4'
  if (shiftKey) return ctrlKey && key.toLowerCase() === 't'
  return (ctrlKey || metaKey) && key.toLowerCase() === 'w'
}

/**
 * Triggers when the visitor comes back to the shop: a page stores the time at which it unloads, and the next page compares it
 * with the time of its own request. After a link or a reload the request is earlier than the unload.
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
