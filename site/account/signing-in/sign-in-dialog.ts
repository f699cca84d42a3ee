/** `<sign-in-dialog>`: opened by any `[data-sign-in]` on the page. Keeps what was typed until the page is left. */
import type { User } from '#api/contract/people/auth.ts'
import type { Factor } from '#api/contract/platform/factor.ts'
import { CHANGE_PASSWORD, FORGOT_PASSWORD, SIGN_IN } from '#api/rules/mailed-links.ts'
import { PASSWORD_TOO_SHORT, SHORTEST_PASSWORD } from '#api/rules/password-rules.ts'
import { ApiError, callApi } from '#site/kit/client/api.ts'
import { readFragment } from '#site/kit/client/fragment.ts'
import { $selectedPackage } from '#site/kit/stores/selected-package.ts'
import { $session, loadSession, setUser, signOut } from '#site/kit/stores/session.ts'
import { BUYER_DRAFT, readStored } from '#site/kit/stores/stored.ts'
import { announceRedirect, showError } from '#site/kit/stores/toast.ts'
import { checkEmail, getElement, revealPassword, setButtonBusy, showFieldError } from './form-fields.ts'

const FIELDS = ['email', 'password'] as const
type Field = (typeof FIELDS)[number]
type FieldErrors = Partial<Record<Field, string | undefined>>

function checkPassword(password: string): string | undefined {
  if (!password) return 'Password is required'
  return password.length < SHORTEST_PASSWORD ? PASSWORD_TOO_SHORT : undefined
}

const isAt = (path: string, parameter: string) =>
  location.pathname === path && new URLSearchParams(location.search).has(parameter)
const namesOrder = () => isAt('/dashboard', 'order')

/** The URL to open after signing in. A page of an area that the user may see, such as one order, stays. */
function findArea({ isAdmin, isStaff }: User): string {
  const { pathname, search } = location
  const isHere =
    (pathname === '/admin' && isAdmin) ||
    (pathname === '/staff' && isStaff) ||
    (pathname === '/dashboard' && (!isAdmin || namesOrder()))
  if (isHere) return pathname + search
  return isAdmin ? '/admin' : '/dashboard'
}

/** Removes an e-mail from the URL, which others may see. @returns the e-mail; null if the fragment has no such parameter */
function takeEmail(fragment: URLSearchParams, name: string): string | null {
  const email = fragment.get(name)
  if (!email) return email
  fragment.delete(name)
  const rest = fragment.toString()
  history.replaceState(history.state, '', location.pathname + location.search + (rest && `#${rest}`))
  return email
}

export class SignInDialog extends HTMLElement {
  #isBusy = false
  #pressedOnBackdrop = false
  #isTakingSecondStep = false
  /** Set while `askAgain` waits: receives the user who signs in, or undefined if the dialog is closed. */
  #waiting: ((user?: User) => void) | undefined

  connectedCallback(): void {
    // An island that hydrates early may load this file before the browser has parsed the dialog.
    if (document.readyState === 'loading') {
      document.addEventListener('DOMContentLoaded', () => this.#listen(), { once: true })
    } else this.#listen()
  }

  #listen(): void {
    const dialog = this.#dialog
    document.addEventListener('click', ({ target }) => {
      const isAsked = target instanceof Element && target.closest<HTMLElement>('[data-sign-in]')
      // A browser with invoker commands opens it itself once this event is over, and warns if it is open by then.
      const opensItself =
        isAsked && 'command' in HTMLButtonElement.prototype && isAsked.hasAttribute('command')
      if (isAsked && !opensItself) this.open(isAsked.dataset.email)
    })
    dialog.addEventListener('pointerdown', ({ target }) => {
      this.#pressedOnBackdrop = target === dialog
    })
    dialog.addEventListener('click', ({ target }) => {
      // Only if the press started there too: selecting text beyond a field's edge must not close the dialog.
      if (target === dialog && this.#pressedOnBackdrop) dialog.close()
      if (target instanceof Element && target.closest('[data-close]')) dialog.close()
    })
    dialog.addEventListener('close', () => {
      this.#showSignIn()
      this.#reveal(false)
      if (!this.#isTakingSecondStep) this.#stopWaiting()
    })
    getElement(this, '[data-reveal]').addEventListener('click', () =>
      this.#reveal(this.#input('password').type === 'password'),
    )
    getElement(this, '[data-forgot]').addEventListener('click', () => void this.#askForLink())
    const passkey = getElement(this, '[data-passkey]')
    passkey.hidden = !('PublicKeyCredential' in window)
    passkey.addEventListener('click', () => void this.#usePasskey())
    const form = this.#form
    form.addEventListener('submit', (event) => {
      event.preventDefault()
      void this.#submit()
    })
    form.addEventListener('input', ({ target }) => {
      this.#refuse('')
      if (target instanceof HTMLInputElement && target.ariaInvalid) this.#showError(target.name as Field)
    })
    // Back from the dashboard may restore this page with its button still busy.
    addEventListener('pageshow', ({ persisted }) => persisted && this.#setBusy(false))
    // Opening a link in a tab that already shows its page only changes the fragment.
    addEventListener('hashchange', () => void this.#followLink())
    void this.#followLink()
  }

  /** @param email fills in the e-mail field; the password then takes the focus */
  open(email?: string): void {
    if (email) this.#input('email').value = email
    const dialog = this.#dialog
    if (!dialog.open) dialog.showModal()
    if (email) this.#input('password').focus()
  }

  /** Asks to sign in after the session has ended, without leaving the page. @returns undefined if the dialog was closed */
  askAgain(email: string): Promise<User | undefined> {
    this.#stopWaiting()
    getElement(this, '[data-again]').hidden = false
    this.open(email)
    return new Promise((resolve) => {
      this.#waiting = resolve
    })
  }

  #stopWaiting(user?: User): void {
    getElement(this, '[data-again]').hidden = true
    this.#waiting?.(user)
    this.#waiting = undefined
  }

  openForgotten(email?: string): void {
    this.open(email)
    void this.#askForLink()
  }

  /** Opens the dialog if the URL asks for it: by a mailed link's fragment, or by an order, which only its customer may see. */
  async #followLink(): Promise<void> {
    const fragment = readFragment()
    const forgotten = takeEmail(fragment, FORGOT_PASSWORD)
    if (forgotten !== null) return this.openForgotten(forgotten)
    const email = takeEmail(fragment, SIGN_IN)
    if (email === null && !namesOrder() && !fragment.has(CHANGE_PASSWORD)) return
    await loadSession()
    const { user } = $session.get()
    if (user) return await this.#offerSwitch(user, email)
    getElement(this, '[data-linked]').hidden = false
    // After a purchase that did not sign the buyer in, the address does not name the e-mail.
    this.open(email || readStored<{ email: string }>(BUYER_DRAFT)?.email)
  }

  /** Offers to switch the account if the link was mailed to another address. */
  async #offerSwitch(user: User, email: string | null): Promise<void> {
    if (!email || email.toLowerCase() === user.email.toLowerCase()) return
    const { askToSwitch } = await import('./sign-in-again.tsx')
    if (!(await askToSwitch(user))) return
    // Even if the call fails, this browser is signed out.
    await signOut().catch(() => {})
    this.open(email)
  }

  #enter(user: User): void {
    if (this.#waiting) {
      this.#stopWaiting(user)
      this.#leave()
      return
    }
    setUser(user)
    announceRedirect('Logged in successfully')
    const item = $selectedPackage.get()
    // Reload, so that the page handles the link that opened it.
    if (location.pathname === '/confirm-email' || readFragment().has(CHANGE_PASSWORD)) location.reload()
    else if (item) location.assign(`/checkout?packageId=${item.id}`)
    else if (isAt('/checkout', 'packageId')) this.#leave()
    else location.assign(findArea(user))
  }

  /** Closes the dialog and stays on the page, for example to continue a purchase. */
  #leave(): void {
    this.#setBusy(false)
    this.#form.reset()
    this.#dialog.close()
  }

  /** Shows the form for a forgotten password. Loaded on demand, because few visitors need it. */
  async #askForLink(): Promise<void> {
    const { showForgotPassword } = await import('./forgot-password.ts')
    const email = this.#input('email')
    this.#form.hidden = true
    showForgotPassword(this.#dialog, {
      email: email.value.trim(),
      onBack: (typed) => {
        email.value = typed
        this.#showSignIn()
        email.focus()
      },
    })
  }

  #showSignIn(): void {
    this.querySelector('form + form')?.remove()
    this.#refuse('')
    this.#form.hidden = false
    this.#dialog.setAttribute('aria-labelledby', 'sign-in-title')
  }

  async #submit(): Promise<void> {
    if (this.#isBusy) return
    const email = this.#input('email').value.trim()
    const password = this.#input('password').value
    if (!this.#showErrors({ email: checkEmail(email), password: checkPassword(password) })) return
    this.#refuse('')
    this.#setBusy(true)
    try {
      this.#enter(await callApi<User>('/api/auth/login', { method: 'POST', body: { email, password } }))
    } catch (error) {
      this.#setBusy(false)
      if (error instanceof ApiError && error.body?.factors) return this.#takeSecondStep(error.body.factors)
      if (!(error instanceof ApiError)) {
        return this.#refuse('Login failed', 'Login failed. Check your connection and try again.')
      }
      this.#refuse(error.body?.message || 'Authentication failed')
      const issues = error.body?.issues ?? []
      this.#showErrors(Object.fromEntries(issues.map(({ path, message }) => [path, message])))
    }
  }

  /** Replaces this dialog with one for the second factor. If that is cancelled, this one opens again. */
  async #takeSecondStep(factors: readonly Factor[]): Promise<void> {
    const { askForSecondStep } = await import('#site/account/second-factor/ask-for-factor.tsx')
    this.#isTakingSecondStep = true
    this.#dialog.close()
    const user = await askForSecondStep(factors)
    this.#isTakingSecondStep = false
    if (user) this.#enter(user)
    else this.open(this.#input('email').value)
  }

  async #usePasskey(): Promise<void> {
    const { describeFault, signInByPasskey } = await import('#site/account/second-factor/passkeys.ts')
    try {
      this.#enter(await signInByPasskey())
    } catch (error) {
      this.#refuse(describeFault(error))
    }
  }

  #reveal(isShown: boolean): void {
    revealPassword(this.#input('password'), getElement(this, '[data-reveal]'), isShown)
  }

  /** Shows the reason in a toast and in the form. An `inForm` of '' removes it from the form. */
  #refuse(reason: string, inForm = reason): void {
    const note = getElement(this, '[data-refused]')
    note.querySelector('span')?.replaceChildren(inForm)
    note.hidden = !inForm
    if (reason) showError('Error', reason)
  }

  /** Shows the errors under their fields. @returns whether there are none */
  #showErrors(errors: FieldErrors): boolean {
    for (const field of FIELDS) this.#showError(field, errors[field])
    const first = FIELDS.find((field) => errors[field])
    if (first) this.#input(first).focus()
    return !first
  }

  #showError(field: Field, message?: string): void {
    showFieldError(this.#input(field), getElement(this, `#sign-in-${field}-error`), message)
  }

  #setBusy(isBusy: boolean): void {
    this.#isBusy = isBusy
    setButtonBusy(getElement(this, '[type=submit]'), isBusy, isBusy ? 'Signing in...' : 'Sign In')
  }

  #input(field: Field): HTMLInputElement {
    return getElement(this, `#sign-in-${field}`)
  }

  get #dialog(): HTMLDialogElement {
    return getElement(this, 'dialog')
  }

  get #form(): HTMLFormElement {
    return getElement(this, 'form')
  }
}

customElements.define('sign-in-dialog', SignInDialog)
