/**
 * `<shop-toaster>`: shows $toast above everything, even dialogs. A toast disappears with its page, unless it announces the next
 * page, which then shows it for the rest of its time. An error also disappears with its dialog.
 */

import { $query } from '#site/kit/stores/address.ts'
import { store, takeStored } from '#site/kit/stores/stored.ts'
import { $toast, type Toast } from '#site/kit/stores/toast.ts'
import { writeText } from '#site/kit/ui/write-text.ts'

const KEY = 'carried-toast'
const SHOWN_MS = { success: 5000, neutral: 5000, destructive: 8000 }
/** With less time left when its page ends, a toast is not shown again. Otherwise it is shown at least as long. */
const SHORTEST_REST_MS = 1000
/** Screen readers announce a text only if it is added after its live region is shown. */
const ANNOUNCE_MS = 60

const HAS_POPOVERS = 'showPopover' in HTMLElement.prototype && CSS.supports('selector(:popover-open)')

class ShopToaster extends HTMLElement {
  #timer: ReturnType<typeof setTimeout> | undefined
  #endsAtMs = 0
  /** Whether the next page finds the toast. */
  #isStored = false
  /** Finds a new place for the toast when elements in use may have moved. */
  #resizes = new ResizeObserver(() => this.#place())

  connectedCallback(): void {
    // Also called whenever the element is moved in the document.
    if (this.dataset.ready === undefined) this.#start()
    this.dataset.ready = ''
  }

  disconnectedCallback(): void {
    // The dialog around it was removed.
    queueMicrotask(() => {
      if (this.isConnected) return
      document.body.append(this)
      this.#leaveView()
    })
  }

  #start(): void {
    if (!HAS_POPOVERS) this.removeAttribute('popover')
    $toast.subscribe((toast) => {
      // A toast that cannot be drawn must not stop its caller, such as a payment.
      try {
        this.#show(toast)
      } catch (error) {
        reportError(error)
      }
    })
    let page = readPage($query.get())
    $query.listen((query) => {
      const next = readPage(query)
      if (next !== page) this.#leavePage()
      page = next
    })
    addEventListener('pagehide', () => {
      this.#isStored = false
      $toast.set(null)
    })
    addEventListener('pageshow', ({ persisted }) => persisted && this.#takeCarried(Date.now()))
    document.addEventListener('prerenderingchange', () => this.#takeCarried(Date.now()))
    // Not only once the page has loaded, which may take longer than the toast.
    this.#takeCarried(performance.timeOrigin)
    this.addEventListener('pointerleave', () => this.#wait())
    this.addEventListener('focusout', () => this.#wait())
    for (const moved of ['focusin', 'scroll', 'resize'])
      addEventListener(moved, () => this.#place(), { capture: true, passive: true })
  }

  #show(toast: Toast | null): void {
    clearTimeout(this.#timer)
    this.#resizes.disconnect()
    for (const region of this.querySelectorAll('[role]')) region.replaceChildren()
    if (this.#isStored) store(KEY, undefined)
    this.#isStored = toast?.isCarried === true
    if (!toast) {
      this.#lift(false)
      return
    }
    this.#rise()
    this.#endsAtMs = Date.now() + timeOf(toast)
    if (this.#isStored) store(KEY, { toast, endsAtMs: this.#endsAtMs })
    setTimeout(() => {
      if ($toast.get() !== toast) return
      const role = toast.variant === 'destructive' ? 'alert' : 'status'
      this.querySelector(`[role=${role}]`)?.replaceChildren(this.#draw(toast))
      this.#place()
      this.#wait()
    }, ANNOUNCE_MS)
  }

  /**
   * Moves the toaster into an open modal dialog, outside of which it would be inert. On a page it stays below the top layer, so
   * that the payment provider's widget covers it and not the other way round.
   */
  #rise(): void {
    const home = findHome()
    if (this.parentElement !== home) {
      home.append(this)
      home.addEventListener('close', () => this.#leaveView(), { once: true })
    }
    this.#lift(home !== document.body)
    this.#place()
  }

  /** Moves it into the top layer, or out of it. Browsers without popovers show it in its place, even in a dialog. */
  #lift(isLifted: boolean): void {
    if (!HAS_POPOVERS) return
    if (this.matches(':popover-open')) this.hidePopover()
    if (isLifted) this.showPopover()
  }

  #place(): void {
    if (!this.querySelector('.toast')) return
    this.#resizes.disconnect()
    for (const used of standClear(this, findHome())) this.#resizes.observe(used)
  }

  /** Called when an area shows another page. A toast that is not drawn yet belongs to the new page. */
  #leavePage(): void {
    if (this.querySelector('.toast') && !$toast.get()?.isCarried) $toast.set(null)
  }

  /** Called when its dialog closes. Removes an error, unless it is not drawn yet: then closing has caused it. */
  #leaveView(): void {
    const isReadError = this.querySelector('.toast') && $toast.get()?.variant === 'destructive'
    if (isReadError) $toast.set(null)
    else this.#rise()
  }

  #draw(toast: Toast): Element {
    const template = this.querySelector('template')
    const card = template?.content.firstElementChild?.cloneNode(true) as HTMLElement
    card.dataset.variant = toast.variant
    for (const icon of card.querySelectorAll<SVGElement>('[data-of]')) {
      if (icon.dataset.of !== toast.variant) icon.remove()
    }
    const title = card.querySelector('[data-title]')
    const description = card.querySelector<HTMLElement>('[data-description]')
    if (title) writeText(title, toast.title)
    if (description) {
      writeText(description, toast.description ?? '')
      description.hidden = !toast.description
    }
    card.querySelector('button')?.addEventListener('click', () => $toast.set(null))
    return card
  }

  /** Hides the toast after its time, unless the pointer or the focus is on it. */
  #wait(): void {
    const toast = $toast.get()
    if (!toast) return
    clearTimeout(this.#timer)
    this.#endsAtMs = Date.now() + timeOf(toast)
    this.#timer = setTimeout(() => {
      if ($toast.get() !== toast) return
      if (this.querySelector('.toast')?.matches(':hover, :focus-within')) return
      $toast.set(null)
    }, timeOf(toast))
  }

  /**
   * Shows the toast of the page before for the rest of its time. That page has stored it at once, because what a page stores at its
   * end may come too late for the next one.
   * @param begunAtMs when this page began
   */
  #takeCarried(begunAtMs: number): void {
    if ('prerendering' in document && document.prerendering) return
    const carried = takeStored<{ toast: Toast; endsAtMs: number }>(KEY)
    // Otherwise the visitor was on another website in between.
    if (carried && carried.endsAtMs - begunAtMs >= SHORTEST_REST_MS)
      $toast.set({ ...carried.toast, leftMs: Math.max(carried.endsAtMs - Date.now(), SHORTEST_REST_MS) })
  }
}

/** @returns the parameters of an area's address that identify the page */
function readPage(query: string): string {
  const parameters = new URLSearchParams(query)
  return JSON.stringify(['tab', 'view', 'order'].map((name) => parameters.get(name)))
}

function findHome(): Element {
  return [...document.querySelectorAll('dialog:modal')].at(-1) ?? document.body
}

function timeOf({ leftMs, variant }: Toast): number {
  return leftMs ?? SHOWN_MS[variant]
}

customElements.define('shop-toaster', ShopToaster)

/**
 * What a toast must not cover: headers, dialog titles, what is in bottom bars, searches, elements with `data-in-use`, and the focus. Those with
 * `data-in-use="large"`, which may fill a phone's screen, are covered where there is no other place.
 */
const USED =
  'body > header, dialog [id$=-title], dialog [aria-label=Close], [data-bottom-bar] :is(a, button, input, p, select), [role=search], input[type=search], [data-in-use], :focus'

/**
 * Puts the toast at the right, or at the left if there is no room: as low as possible without covering elements in use.
 * @returns the elements that it keeps clear of
 */
function standClear(toaster: HTMLElement, home: Element): Element[] {
  const { width, height } = toaster.getBoundingClientRect()
  const used = [...home.querySelectorAll(USED)].filter(
    (element) => !toaster.contains(element) && !element.contains(toaster),
  )
  const place = [used, used.filter((element) => !element.matches('[data-in-use=large]'))]
    .map((some) => some.map((element) => element.getBoundingClientRect()).filter((box) => box.height > 0))
    .flatMap((boxes) =>
      [innerWidth - width, 0].map((left) => ({ left, top: climb(boxes, left, width, height) })),
    )
    .find(({ top }) => top >= 0) ?? { left: innerWidth - width, top: innerHeight - height }
  toaster.style.left = `${place.left}px`
  toaster.style.top = `${place.top}px`
  return used
}

/** @returns the top of the lowest place that meets none of the boxes; below 0 if there is none */
function climb(boxes: DOMRect[], left: number, width: number, height: number): number {
  let top = innerHeight - height
  for (;;) {
    const met = boxes.find(
      (box) => box.left < left + width && box.right > left && box.top < top + height && box.bottom > top,
    )
    if (!met) return top
    top = met.top - height
  }
}
