/** What the tests ask of a page. Each function runs in the page alone, so none uses another. */
import type { Sought } from './driver.ts'

/** Finds what a person can reach: what is visible in the topmost modal dialog, or in the page where there is none. */
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

/** @returns what can be read in the topmost modal dialog, or in the page and its toasts where there is none */
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

/** Scrolls to it, and looks whether it stays where it is. */
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

/** Sets a value as a person's choice does. React notices it only if the native setter sets it, because React has its own. */
export function setValue(control: Element, value: string): void {
  const native = Object.getOwnPropertyDescriptor(Object.getPrototypeOf(control) as object, 'value')
  native?.set?.call(control, value)
  for (const type of ['input', 'change']) control.dispatchEvent(new Event(type, { bubbles: true }))
}

export interface Measured {
  title: string
  /** Of the viewport's height. */
  share: number
  /** Pixels of the dialog beyond the viewport. */
  beyond: number
  /** Pixels of the body that are seen by scrolling alone. */
  hidden: number
}

/** @returns undefined where no dialog is open */
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
