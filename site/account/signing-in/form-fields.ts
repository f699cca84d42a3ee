/** What the forms of signing in and of passwords share. They are no React components, because every page loads them. */

import { cleanEmail, EMAIL_PATTERN } from '#api/rules/clean-text.ts'

export const EMAIL_INVALID = 'Please enter a valid email address'

/** @returns what is wrong with a typed e-mail */
export function checkEmail(email: string): string | undefined {
  if (!email) return 'Email is required'
  return EMAIL_PATTERN.test(cleanEmail(email)) ? undefined : EMAIL_INVALID
}

/** @throws Error if there is no such element */
export function getElement<Kind extends HTMLElement = HTMLElement>(parent: Element, selector: string): Kind {
  const element = parent.querySelector<Kind>(selector)
  if (!element) throw new Error(`There is no ${selector}`)
  return element
}

/** Shows the message in the note under the field. Without a message it clears the note. */
export function showFieldError(input: HTMLInputElement, note: HTMLElement, message?: string): void {
  note.querySelector('span')?.replaceChildren(message ?? '')
  note.hidden = !message
  if (message) input.setAttribute('aria-invalid', 'true')
  else input.removeAttribute('aria-invalid')
}

export function revealPassword(input: HTMLInputElement, button: HTMLElement, isShown: boolean): void {
  input.type = isShown ? 'text' : 'password'
  button.setAttribute('aria-pressed', String(isShown))
}

/** Not by `disabled`, which would take the focus away from the button. */
export function setButtonBusy(button: HTMLElement, isBusy: boolean, label: string): void {
  button.setAttribute('aria-disabled', String(isBusy))
  button.textContent = label
}
