/** `<sign-in-dialog>`: opened by any `[data-sign-in]` of the page. What was typed stays until the page is left. */
import type { User } from '../../../api/contract/auth.ts'
import { FORGOT_PASSWORD, SIGN_IN } from '../../../api/contract/mailed-links.ts'
import { PASSWORD_TOO_SHORT, SHORTEST_PASSWORD } from '../../../api/contract/password-rules.ts'
import type { Factor } from '../../../api/contract/second-factor.ts'
import { ApiError, callApi } from '../../client/api.ts'
import { $selectedPackage } from '../../stores/selected-package.ts'
import { $session, loadSession, setUser, signOut } from '../../stores/session.ts'
import { showError, showToast } from '../../stores/toast.ts'

type Field = 'email' | 'password'
type FieldErrors = Partial<Record<Field, string>>

const FIELDS: Field[] = ['email', 'password']
const EMAIL = /^[^\s@]+@[^\s@]+\.[^\s@]+$/

function findErrors(email: string, password: string): FieldErrors {
  const errors: FieldErrors = {}
  if (!email) errors.email = 'Email is required'
  else if (!EMAIL.test(email)) errors.email = 'Please enter a valid email address'
  if (!password) errors.password = 'Password is required'
  else if (password.length < SHORTEST_PASSWORD) errors.password = PASSWORD_TOO_SHORT
  return errors
}

const isOf = (path: string, parameter: string) =>
  location.pathname === path && new URLSearchParams(location.search).has(parameter)
const namesOrder = () => isOf('/dashboard', 'order')

/** Somebody who followed a link into an area of theirs, to one order say, stays at its target. */
function findArea({ isAdmin, isStaff }: User): string {
  const { pathname, search } = location
  const isHere =
    (pathname === '/admin' && isAdmin) ||
    (pathname === '/staff' && isStaff) ||
    (pathname === '/dashboard' && (!isAdmin || namesOrder()))
  if (isHere) return pathname + search
  return isAdmin ? '/admin' : '/dashboard'
}

/** Takes an e-mail out of the address, which others may look at. @returns null where the fragment does not name it */
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

  connectedCallback(): void {
    // An island that hydrates early loads this file too, perhaps before the parser has reached the element's content.
    if (document.readyState === 'loading') {
      document.addEventListener('DOMContentLoaded', () => this.#listen(), { once: true })
    } else this.#listen()
  }

  #listen(): void {
    const dialog = this.#get('dialog')
    document.addEventListener('click', ({ target }) => {
      const isAsked = target instanceof Element && target.closest<HTMLElement>('[data-sign-in]')
      // A browser with invoker commands has opened it already, even before this script ran.
      if (isAsked && !dialog.open) this.open(isAsked.dataset.email)
    })
    dialog.addEventListener('pointerdown', ({ target }) => {
      this.#pressedOnBackdrop = target === dialog
    })
    dialog.addEventListener('click', ({ target }) => {
      // Both ends of the click: a selection dragged out of a field must not close the dialog.
      if (target === dialog && this.#pressedOnBackdrop) dialog.close()
      if (target instanceof Element && target.closest('[data-close]')) dialog.close()
    })
    dialog.addEventListener('close', () => {
      this.#showSignIn()
      this.#reveal(false)
    })
    this.#get('[data-reveal]').addEventListener('click', () =>
      this.#reveal(this.#input('password').type === 'password'),
    )
    this.#get('[data-forgot]').addEventListener('click', () => void this.#askForLink())
    const passkey = this.#get<HTMLButtonElement>('[data-passkey]')
    passkey.hidden = !('PublicKeyCredential' in window)
    passkey.addEventListener('click', () => void this.#usePasskey())
    const form = this.#get('form')
    form.addEventListener('submit', (event) => {
      event.preventDefault()
      void this.#submit()
    })
    form.addEventListener('input', ({ target }) => {
      this.#refuse('')
      if (target instanceof HTMLInputElement && target.ariaInvalid) this.#showError(target.name as Field)
    })
    // Back from the dashboard, the form must be usable again.
    addEventListener('pageshow', ({ persisted }) => persisted && this.#setBusy(false))
    // A link may be opened in the very tab that shows its page: then the fragment alone changes.
    addEventListener('hashchange', () => void this.#followLink())
    void this.#followLink()
  }

  /** @param email of a known account; then only the password is missing */
  open(email?: string): void {
    if (email) this.#input('email').value = email
    const dialog = this.#get('dialog')
    if (!dialog.open) dialog.showModal()
    if (email) this.#input('password').focus()
  }

  openForgotten(email?: string): void {
    this.open(email)
    void this.#askForLink()
  }

  /** What the address asks for: the fragment of a mail's link, or an order, which its customer alone can see. */
  async #followLink(): Promise<void> {
    const fragment = new URLSearchParams(location.hash.slice(1))
    const forgotten = takeEmail(fragment, FORGOT_PASSWORD)
    if (forgotten !== null) return this.openForgotten(forgotten)
    const email = takeEmail(fragment, SIGN_IN)
    if (email === null && !namesOrder()) return
    await loadSession()
    const { user } = $session.get()
    if (user) return await this.#tellOther(user, email)
    this.#get<HTMLElement>('[data-linked]').hidden = false
    this.open(email ?? undefined)
  }

  /** Whoever is signed in as somebody else than the link was mailed to. */
  async #tellOther(user: User, email: string | null): Promise<void> {
    if (!email || email.toLowerCase() === user.email.toLowerCase()) return
    const { askToSwitch } = await import('./ask-to-switch.tsx')
    if (!(await askToSwitch(user))) return
    // Signed out on this page, even where the call fails.
    await signOut().catch(() => {})
    this.open(email)
  }

  #enter(user: User): void {
    setUser(user)
    showToast('Logged in successfully')
    const item = $selectedPackage.get()
    // The link of a mail is followed where it was opened.
    if (location.pathname === '/confirm-email') location.reload()
    else if (item) location.assign(`/checkout?packageId=${item.id}`)
    else if (isOf('/checkout', 'packageId')) this.#leave()
    else location.assign(findArea(user))
  }

  /** The page stays, because a purchase goes on in it. */
  #leave(): void {
    this.#setBusy(false)
    this.#get('form').reset()
    this.#get('dialog').close()
  }

  /** Loaded on demand: few ever need it. */
  async #askForLink(): Promise<void> {
    const { showForgotPassword } = await import('./forgot-password.ts')
    const email = this.#input('email')
    this.#get<HTMLFormElement>('form').hidden = true
    showForgotPassword(this.#get('dialog'), {
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
    this.#get<HTMLFormElement>('form').hidden = false
    this.#get('dialog').setAttribute('aria-labelledby', 'sign-in-title')
  }

  async #submit(): Promise<void> {
    if (this.#isBusy) return
    const email = this.#input('email').value.trim()
    const password = this.#input('password').value
    if (!this.#showErrors(findErrors(email, password))) return
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

  /** Its dialog takes the place of this one, and gives it back where the step is not taken. */
  async #takeSecondStep(factors: readonly Factor[]): Promise<void> {
    const { askForSecondStep } = await import('../../security/ask-for-factor.tsx')
    this.#get('dialog').close()
    const user = await askForSecondStep(factors)
    if (user) this.#enter(user)
    else this.open(this.#input('email').value)
  }

  async #usePasskey(): Promise<void> {
    const { describeFault, signInByPasskey } = await import('../../security/passkeys.ts')
    try {
      this.#enter(await signInByPasskey())
    } catch (error) {
      this.#refuse(describeFault(error))
    }
  }

  #reveal(isShown: boolean): void {
    this.#input('password').type = isShown ? 'text' : 'password'
    this.#get('[data-reveal]').setAttribute('aria-pressed', String(isShown))
  }

  /** Says why nobody is signed in: in the toast, and in the form, where it stays. '' takes it out of the form. */
  #refuse(reason: string, inForm = reason): void {
    const note = this.#get<HTMLElement>('[data-refused]')
    note.querySelector('span')?.replaceChildren(inForm)
    note.hidden = !inForm
    if (reason) showError('Error', reason)
  }

  /** @returns whether there was none */
  #showErrors(errors: FieldErrors): boolean {
    for (const field of FIELDS) this.#showError(field, errors[field])
    const first = FIELDS.find((field) => errors[field])
    if (first) this.#input(first).focus()
    return !first
  }

  #showError(field: Field, message?: string): void {
    const input = this.#input(field)
    const note = this.#get<HTMLElement>(`#sign-in-${field}-error`)
    const text = note.querySelector('span')
    if (text) text.textContent = message ?? ''
    note.hidden = !message
    if (message) input.setAttribute('aria-invalid', 'true')
    else input.removeAttribute('aria-invalid')
  }

  #setBusy(isBusy: boolean): void {
    this.#isBusy = isBusy
    const button = this.#get<HTMLButtonElement>('[type=submit]')
    // Not `disabled`, which would take the focus away from it.
    button.setAttribute('aria-disabled', String(isBusy))
    button.textContent = isBusy ? 'Signing in...' : 'Sign In'
  }

  #input(field: Field): HTMLInputElement {
    return this.#get(`#sign-in-${field}`)
  }

  #get<K extends keyof HTMLElementTagNameMap>(selector: K): HTMLElementTagNameMap[K]
  #get<T extends HTMLElement>(selector: string): T
  #get(selector: string): Element {
    const element = this.querySelector(selector)
    if (!element) throw new Error(`The sign-in dialog has no ${selector}`)
    return element
  }
}

customElements.define('sign-in-dialog', SignInDialog)
