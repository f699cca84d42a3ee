/** The dialog over the page, with the shop's purchase form in a frame (docs/embedding.md, The purchase). */
import { ORIGIN, SELLER } from 'virtual:embed'
import type { HostMessage, SaleOnPage } from '../../api/contract/embed-messages.ts'
import { create } from './create.ts'
import { readMessage } from './messages.ts'

/** The class of the dialog once its frame has said so. */
const READY = 'ready'

let asking: Promise<boolean> | undefined

/** Whether the shop lets this page show its frame. Asked first, because a browser reports a refused frame to nobody. */
function isAllowed(): Promise<boolean> {
  asking ??= fetch(`${ORIGIN}/api/embed/origin`, { signal: AbortSignal.timeout(5000) })
    .then((response) => response.json())
    .then(({ allowed }) => allowed)
    .catch(() => {
      asking = undefined
      return false
    })
  return asking
}

export const pageOf = (slug: string) => `${ORIGIN}/packages/${slug}`

const lock = new CSSStyleSheet()

/** While the dialog is open the page does not scroll, nor widen where its scrollbar was. */
function lockPage(isLocked: boolean): void {
  const others = document.adoptedStyleSheets.filter((sheet) => sheet !== lock)
  const gutter = innerWidth > document.documentElement.clientWidth ? 'scrollbar-gutter:stable' : ''
  lock.replaceSync(`html{overflow:hidden!important;${gutter}}`)
  document.adoptedStyleSheets = isLocked ? [...others, lock] : others
}

export interface Purchase {
  dialog: HTMLDialogElement
  /** Loads the frame of a package, hidden, so that it is there when the dialog opens. @returns whether it may */
  warm: (slug: string) => Promise<boolean>
  /** Leads to the shop where the page may not. @returns the sale, once closed; undefined where nothing was bought */
  open: (slug: string) => Promise<SaleOnPage | undefined>
  /** Closes the dialog and removes the frame. */
  forget: () => void
}

/** @param element where the page's events are dispatched, and whose attributes the form follows */
export function createPurchase(element: HTMLElement): Purchase {
  let frame: HTMLIFrameElement | undefined
  let shown: string | undefined
  let sale: SaleOnPage | undefined
  let closing: PromiseWithResolvers<SaleOnPage | undefined> | undefined
  const dialog = create('dialog', {
    part: 'dialog',
    ariaLabel: `Buy from ${SELLER}`,
    // By Escape or a phone's way back. It comes late: the dialog may be open again.
    onclose: () => dialog.open || finish(),
    // What is in the dialog covers it, so this is its backdrop.
    onclick: ({ target }: Event) => {
      if (target === dialog) close()
    },
  })

  function emit(type: string, detail: object): void {
    element.dispatchEvent(
      new CustomEvent(`service-package:${type}`, { bubbles: true, composed: true, detail }),
    )
  }

  function tell(type: HostMessage['type']): void {
    // Before that, nobody of the shop would hear it.
    if (dialog.className === READY)
      frame?.contentWindow?.postMessage({ source: 'service-package', version: 1, type }, ORIGIN)
  }

  function show(): void {
    frame?.focus()
    tell('show')
  }

  function listen({ origin, source, data }: MessageEvent): void {
    const message = origin === ORIGIN && source === frame?.contentWindow && readMessage(data)
    if (!message || !frame) return
    const { type, detail } = message
    if (type === 'ready') {
      dialog.className = READY
      if (closing) show()
    } else if (type === 'resize') {
      frame.style.setProperty('--height', `${detail.height}px`)
    } else if (type === 'close') {
      close()
    } else {
      if (type === 'paid') sale = detail as SaleOnPage
      emit(type, detail)
    }
  }

  async function warm(slug: string): Promise<boolean> {
    if (!(await isAllowed())) return false
    if (shown === slug || closing) return true
    forget()
    shown = slug
    addEventListener('message', listen)
    const { colorScheme } = getComputedStyle(dialog)
    const isDark =
      colorScheme.includes('dark') &&
      (!colorScheme.includes('light') || matchMedia('(prefers-color-scheme:dark)').matches)
    const query = new URLSearchParams({
      host: location.origin,
      view: 'dialog',
      theme: isDark ? 'dark' : 'light',
    })
    for (const name of ['coupon', 'accent', 'radius']) query.set(name, element.getAttribute(name) ?? '')
    frame = create('iframe', {
      title: 'Purchase form',
      allow: 'payment',
      src: `${ORIGIN}/embed/${slug}?${query}`,
    })
    dialog.append(
      create('p', {}, 'Loading…', create('a', { href: pageOf(slug) }, 'Continue in the shop')),
      create('button', { ariaLabel: 'Close', onclick: close }, '×'),
      frame,
    )
    return true
  }

  async function open(slug: string): Promise<SaleOnPage | undefined> {
    if (!(await warm(slug))) location.assign(pageOf(slug))
    else if (!closing && dialog.isConnected) {
      closing = Promise.withResolvers()
      lockPage(true)
      dialog.showModal()
      show()
    }
    return closing?.promise
  }

  function close(): void {
    dialog.close()
    finish()
  }

  function finish(): void {
    if (!closing) return
    const { resolve } = closing
    closing = undefined
    lockPage(false)
    tell('hide')
    emit('closed', { package: shown })
    resolve(sale)
    // The next purchase begins anew.
    if (sale) forget()
  }

  function forget(): void {
    close()
    removeEventListener('message', listen)
    dialog.className = ''
    dialog.replaceChildren()
    frame = shown = sale = undefined
  }

  return { dialog, warm, open, forget }
}
