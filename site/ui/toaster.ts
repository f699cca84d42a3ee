/**
 * `<shop-toaster>`: shows $toast above everything, open dialogs too, and carries a toast over to the next page, so that
 * one shown just before a redirect is still read. An error goes with its view instead: its dialog, or its page.
 */
import { store, takeStored } from '../stores/stored.ts'
import { $toast, type Toast } from '../stores/toast.ts'

const KEY = 'carried-toast'
const SHOWN_MS = { success: 5000, neutral: 5000, destructive: 8000 }
/** A toast carried longer than this was carried to some other site. */
const CARRIED_MS = 5000
/** Less than this is not enough to read a toast again. */
const SHORTEST_REST_MS = 1000
/** Screen readers announce what changes in a live region, not what it opens with. */
const ANNOUNCE_MS = 60

class ShopToaster extends HTMLElement {
  #timer: ReturnType<typeof setTimeout> | undefined
  #endsAtMs = 0

  connectedCallback(): void {
    // It is connected again each time that it moves.
    if (this.dataset.ready === undefined) this.#start()
    this.dataset.ready = ''
  }

  disconnectedCallback(): void {
    // The dialog that it was inside has gone.
    queueMicrotask(() => {
      if (this.isConnected) return
      document.body.append(this)
      this.#leaveView()
    })
  }

  #start(): void {
    $toast.subscribe((toast) => this.#show(toast))
    addEventListener('pagehide', () => this.#carry())
    addEventListener('pageshow', () => this.#takeCarried())
    document.addEventListener('prerenderingchange', () => this.#takeCarried())
    this.addEventListener('pointerleave', () => this.#wait())
    this.addEventListener('focusout', () => this.#wait())
  }

  #show(toast: Toast | null): void {
    clearTimeout(this.#timer)
    for (const region of this.querySelectorAll('[role]')) region.replaceChildren()
    if (!toast) {
      if (this.matches(':popover-open')) this.hidePopover()
      return
    }
    this.#rise()
    this.#endsAtMs = Date.now() + timeOf(toast)
    setTimeout(() => {
      if ($toast.get() !== toast) return
      const role = toast.variant === 'destructive' ? 'alert' : 'status'
      this.querySelector(`[role=${role}]`)?.replaceChildren(this.#draw(toast))
      this.#wait()
    }, ANNOUNCE_MS)
  }

  /** To the top of the top layer. Outside an open modal dialog it would be inert: neither announced nor clickable. */
  #rise(): void {
    const home = [...document.querySelectorAll('dialog:modal')].at(-1) ?? document.body
    if (this.parentElement !== home) {
      home.append(this)
      home.addEventListener('close', () => this.#leaveView(), { once: true })
    }
    this.style.setProperty('--bar', `${findBarHeight(home)}px`)
    if (this.matches(':popover-open')) this.hidePopover()
    this.showPopover()
  }

  /** Its dialog has closed. An error that is not drawn yet came with the closing, so it is still to be read. */
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
    if (title) title.textContent = toast.title
    if (description) {
      description.textContent = toast.description ?? ''
      description.hidden = !toast.description
    }
    card.querySelector('button')?.addEventListener('click', () => $toast.set(null))
    return card
  }

  /** A toast that is pointed at, or holds the focus, stays. */
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

  /** The next page shows it for the rest of its time, which does not begin anew. */
  #carry(): void {
    const toast = $toast.get()
    if (!toast) return
    const leftMs = this.#endsAtMs - Date.now()
    if (toast.variant !== 'destructive' && leftMs >= SHORTEST_REST_MS)
      store(KEY, { toast: { ...toast, leftMs }, at: Date.now() })
    $toast.set(null)
  }

  #takeCarried(): void {
    if ('prerendering' in document && document.prerendering) return
    const carried = takeStored<{ toast: Toast; at: number }>(KEY)
    if (carried && Date.now() - carried.at < CARRIED_MS) $toast.set(carried.toast)
  }
}

/** @returns how much of the screen's lower edge a bar of this dialog or page covers; on a phone toasts stand above it */
function findBarHeight(home: Element): number {
  const tops = [...home.querySelectorAll('[data-bottom-bar]')]
    .map((bar) => bar.getBoundingClientRect())
    .filter(({ height, top, bottom }) => height > 0 && top < innerHeight && bottom > innerHeight - 1)
    .map(({ top }) => top)
  return innerHeight - Math.min(innerHeight, ...tops)
}

function timeOf({ leftMs, variant }: Toast): number {
  return leftMs ?? SHOWN_MS[variant]
}

customElements.define('shop-toaster', ShopToaster)
