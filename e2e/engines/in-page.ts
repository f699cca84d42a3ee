/** Functions that the tests run in a page. Each is sent to the page without the others, so none may call another. */
import type { Sought } from './driver.ts'

/** Finds an element that a person can reach: visible in the topmost modal dialog, or in the page if no dialog is open. */
export function find({ what, names }: Sought): Element | undefined {
  const listAll = (root: ParentNode): Element[] =>
    [...root.querySelectorAll('*')].flatMap((one) => [
      one,
      ...(one.shadowRoot ? listAll(one.shadowRoot) : []),
    ])
  const scope = listAll(document).findLast((one) => one.matches('dialog:modal')) ?? document
  const selector = {
    button: 'button, a[href], summary, label, [role=option]',
    field: 'input:not([type=file]), textarea, select',
    file: 'input[type=file]',
  }[what]
  const name = (one: Element) => {
    const labels = one instanceof HTMLLabelElement ? undefined : (one as HTMLInputElement).labels
    const shown = labels?.length
      ? [...labels].map(({ textContent }) => textContent).join(' ')
      : one.textContent
    return (one.getAttribute('aria-label') ?? shown ?? '').replace(/\s+/g, ' ').trim()
  }
  const isShown = (one: Element) =>
    what === 'file' || (one.getClientRects().length > 0 && getComputedStyle(one).visibility === 'visible')
  const all = listAll(scope).filter(
    (one) => one.matches(selector) && isShown(one) && !(one as HTMLButtonElement).disabled,
  )
  for (const pattern of names) {
    const found = all.find((one) => new RegExp(pattern).test(name(one)))
    if (found) return found
  }
  return undefined
}

/** @returns the visible text of the topmost modal dialog, or of the page and its toasts if no dialog is open */
export function readText(): string {
  const listAll = (root: ParentNode): HTMLElement[] =>
    [...root.querySelectorAll<HTMLElement>('*')].flatMap((one) => [
      one,
      ...(one.shadowRoot ? listAll(one.shadowRoot) : []),
    ])
  const scope = listAll(document).findLast((one) => one.matches('dialog:modal')) ?? document.body
  // biome-ignore lint/performance/useDomNodeTextContent: scripts and what is hidden are no text to read
  return scope.innerText.replace(/\s+/g, ' ')
}

/** Scrolls to the element. @returns whether it has stopped moving */
export async function isStill(one: Element): Promise<boolean> {
  one.scrollIntoView({ block: 'center', behavior: 'instant' })
  const place = () => {
    const { x, y } = one.getBoundingClientRect()
    return `${x} ${y}`
  }
  const before = place()
  for (const _ of [1, 2]) await new Promise(requestAnimationFrame)
  return place() === before
}

/** Sets a value as a person's choice would. React only notices a value set by the native setter, because it overrides the setter. */
export function setValue(control: Element, value: string): void {
  const native = Object.getOwnPropertyDescriptor(Object.getPrototypeOf(control) as object, 'value')
  native?.set?.call(control, value)
  for (const type of ['input', 'change']) control.dispatchEvent(new Event(type, { bubbles: true }))
}

export interface Measured {
  title: string
  /** The dialog's height as a share of the viewport's. */
  share: number
  /** Pixels by which the dialog reaches beyond the viewport. */
  beyond: number
  /** Pixels of the content that only scrolling shows. */
  hidden: number
}

/** @returns undefined if no dialog is open */
export function measureDialog(): Measured | undefined {
  const dialog = [...document.querySelectorAll<HTMLElement>('dialog:modal')].at(-1)
  if (!dialog) return undefined
  const { height, top, bottom, left, right } = dialog.getBoundingClientRect()
  const scrolled = [dialog, ...dialog.children].map((one) => one.scrollHeight - one.clientHeight)
  const title = document.getElementById(dialog.getAttribute('aria-labelledby') ?? '')
  return {
    title: title?.textContent ?? '',
    share: height / innerHeight,
    beyond: Math.max(0, -top, bottom - innerHeight, -left, right - innerWidth),
    hidden: Math.max(...scrolled),
  }
}
