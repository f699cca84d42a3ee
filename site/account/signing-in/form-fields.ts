/** Shared by the sign-in and password forms. They are not React components, because every page loads them. */

import { cleanEmail, EMAIL_PATTERN } from '#api/rules/clean-text.ts'

export const EMAIL_INVALID = 'Please enter a valid email address'

/** @returns what is wrong with a typed e-mail; undefined if it is valid */
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

/** Shows the message in the note under the field; without one, clears the note. */
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

/** Marks a button as busy. Does not use `disabled`, which would take the focus from the button. */
export function setButtonBusy(button: HTMLElement, isBusy: boolean, label: string): void {
  button.setAttribute('aria-disabled', String(isBusy))
  button.textContent = label
}
