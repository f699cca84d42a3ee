/**
 * The dialog over the page, with the shop's purchase form in a frame (docs/embedding.md, The purchase). A separate file, which a
 * page loads when somebody is about to buy.
 */
import { ORIGIN, SELLER } from 'virtual:embed'
import type { HostMessage, SaleOnPage } from '#api/contract/sales/widget-messages.ts'
import { create, pageOf } from './create.ts'
import css from './dialog.css?inline'
import { readMessage } from './messages.ts'

/** The dialog's class after the frame's `ready` message. */
const READY = 'ready'

let asking: Promise<boolean> | undefined

/** Asks whether this page may show the frame, because browsers do not tell a page that a frame was refused. */
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

const style = new CSSStyleSheet()
style.replaceSync(css)

const lock = new CSSStyleSheet()

/** Stops the page from scrolling while the dialog is open, and keeps the place of its scrollbar. */
function lockPage(isLocked: boolean): void {
  const others = document.adoptedStyleSheets.filter((sheet) => sheet !== lock)
  const gutter = innerWidth > document.documentElement.clientWidth ? 'scrollbar-gutter:stable' : ''
  lock.replaceSync(`html{overflow:hidden!important;${gutter}}`)
  document.adoptedStyleSheets = isLocked ? [...others, lock] : others
}

export interface Purchase {
  /** Loads a package's frame in the closed dialog. @returns whether the page may show it */
  warm: (slug: string) => Promise<boolean>
  /** Opens the dialog, or the shop if the page may not show it. @returns the sale, after closing; undefined if there was none */
  open: (slug: string) => Promise<SaleOnPage | undefined>
  /** Closes the dialog and removes the frame. */
  forget: () => void
}

/**
 * @param element dispatches the events, and its attributes style the form
 * @param root the root element of its shadow tree
 */
export function createPurchase(element: HTMLElement, root: HTMLElement): Purchase {
  let frame: HTMLIFrameElement | undefined
  let shown: string | undefined
  let sale: SaleOnPage | undefined
  let closing: Promise<SaleOnPage | undefined> | undefined
  let resolveClosing: (sale: SaleOnPage | undefined) => void = () => {}
  const dialog = create('dialog', {
    part: 'dialog',
    ariaLabel: `Buy from ${SELLER}`,
    // After Escape or a phone's back button. The event comes late, when the dialog may be open again.
    onclose: () => dialog.open || finish(),
    // The content covers the dialog, so a click on the dialog itself is on its backdrop.
    onclick: ({ target }: Event) => {
      if (target === dialog) close()
    },
  })

  element.shadowRoot?.adoptedStyleSheets.push(style)
  root.append(dialog)

  function emit(type: string, detail: object): void {
    element.dispatchEvent(
      new CustomEvent(`service-package:${type}`, { bubbles: true, composed: true, detail }),
    )
  }

  function tell(type: HostMessage['type']): void {
    // Before its `ready` message the frame does not listen.
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
    const { currency } = element.dataset
    if (currency) query.set('currency', currency)
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
      closing = new Promise((resolve) => {
        resolveClosing = resolve
      })
      lockPage(true)
      dialog.showModal()
      show()
    }
    return closing
  }

  function close(): void {
    dialog.close()
    finish()
  }

  function finish(): void {
    if (!closing) return
    const resolve = resolveClosing
    closing = undefined
    lockPage(false)
    tell('hide')
    emit('closed', { package: shown })
    resolve(sale)
    // After a sale the next purchase starts with a new frame.
    if (sale) forget()
  }

  function forget(): void {
    close()
    removeEventListener('message', listen)
    dialog.className = ''
    dialog.replaceChildren()
    frame = shown = sale = undefined
  }

  return { warm, open, forget }
}
