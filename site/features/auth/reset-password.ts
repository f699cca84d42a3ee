/**
 * `<reset-password>`: sets a new password by the link of a mail. The link's token is in the address's fragment, which
 * browsers send to nobody; it leaves the address as soon as it is used up.
 */

import type { ResetPasswordResponse } from '../../../api/contract/auth.ts'
import { PASSWORD_TOO_SHORT, SHORTEST_PASSWORD } from '../../../api/contract/password-rules.ts'
import { ApiError, callApi } from '../../client/api.ts'
import { $session, loadSession, setUser } from '../../stores/session.ts'
import { showError, showToast } from '../../stores/toast.ts'
import { SignInDialog } from './sign-in-dialog.ts'

type Field = 'newPassword' | 'repeated'

type Part = 'choose' | 'spent' | 'done'

const PARTS: Part[] = ['choose', 'spent', 'done']
const FIELDS: Field[] = ['newPassword', 'repeated']
const SPENT = 'reset_link_invalid'

class ResetPassword extends HTMLElement {
  #isBusy = false

  connectedCallback(): void {
    this.#form.addEventListener('submit', (event) => {
      event.preventDefault()
      void this.#submit()
    })
    this.#form.addEventListener('input', ({ target }) => {
      if (target instanceof HTMLInputElement && target.ariaInvalid) this.#explain(target.name as Field)
    })
    this.#input('newPassword').addEventListener('input', () => this.#advise())
    for (const field of FIELDS) {
      const reveal = this.#get(`[data-reveal=${field}]`)
      reveal.addEventListener('click', () => {
        const isShown = this.#input(field).type === 'password'
        this.#input(field).type = isShown ? 'text' : 'password'
        reveal.setAttribute('aria-pressed', String(isShown))
      })
    }
    this.#get('[data-anew]').addEventListener('click', () => {
      findSignIn()?.openForgotten()
    })
    // Another link, opened in this very tab, changes the fragment alone.
    addEventListener('hashchange', () => this.#show())
    this.#show()
  }

  #show(part: Part = this.#token === '' ? 'spent' : 'choose'): void {
    for (const each of PARTS) this.#get<HTMLElement>(`[data-${each}]`).hidden = each !== part
  }

  get #token(): string {
    return new URLSearchParams(location.hash.slice(1)).get('token') ?? ''
  }

  async #submit(): Promise<void> {
    if (this.#isBusy || !this.#check()) return
    this.#setBusy(true)
    try {
      const { email } = await callApi<ResetPasswordResponse>('/api/auth/reset-password', {
        method: 'POST',
        body: { token: this.#token, newPassword: this.#input('newPassword').value },
      })
      await this.#finish(email)
    } catch (error) {
      this.#setBusy(false)
      const body = error instanceof ApiError ? error.body : undefined
      if (body?.code === SPENT) {
        this.#show('spent')
        return this.#get<HTMLElement>('[data-spent] h1').focus()
      }
      const issue = body?.issues?.find(({ path }) => path === 'newPassword')
      if (issue) this.#explain('newPassword', issue.message)
      else showError('Error', body?.message ?? 'The password could not be set. Please try again.')
    }
  }

  async #finish(email: string): Promise<void> {
    this.#form.reset()
    this.#setBusy(false)
    this.#show('done')
    history.replaceState(history.state, '', location.pathname)
    // The new password has ended this account's session, also here.
    await loadSession()
    if ($session.get().user?.email === email) setUser(null)
    showToast('Password Changed', 'Sign in with the new one. Every device has been signed out.')
    findSignIn()?.open(email)
  }

  #check(): boolean {
    const [typed, repeated] = FIELDS.map((field) => this.#input(field).value)
    const isLong = (typed?.length ?? 0) >= SHORTEST_PASSWORD
    this.#explain('repeated', isLong && typed !== repeated ? 'The two passwords differ' : undefined)
    this.#explain('newPassword', isLong ? undefined : PASSWORD_TOO_SHORT)
    return isLong && typed === repeated
  }

  /** Advice alone: where it does not load, there is none. */
  #advise(): void {
    void import('../../ui/password-strength.ts').then(
      ({ describeStrength }) => {
        const input = this.#input('newPassword')
        // The error under the field says it already.
        const hasError = input.hasAttribute('aria-invalid')
        this.#get('[data-advice]').textContent = hasError || !input.value ? '' : describeStrength(input.value)
      },
      () => {},
    )
  }

  /** Shows the message under the field and focuses it; without a message, clears it. */
  #explain(field: Field, message?: string): void {
    const note = this.#get<HTMLElement>(`#${field}-error`)
    note.querySelector('span')?.replaceChildren(message ?? '')
    note.hidden = !message
    const input = this.#input(field)
    if (message) {
      input.setAttribute('aria-invalid', 'true')
      input.focus()
    } else input.removeAttribute('aria-invalid')
    if (field === 'newPassword') this.#advise()
  }

  #setBusy(isBusy: boolean): void {
    this.#isBusy = isBusy
    const button = this.#get('[type=submit]')
    button.setAttribute('aria-disabled', String(isBusy))
    button.textContent = isBusy ? 'Saving...' : 'Set New Password'
  }

  get #form(): HTMLFormElement {
    return this.#get('form')
  }

  #input(field: Field): HTMLInputElement {
    return this.#get(`#${field}`)
  }

  #get<T extends Element = Element>(selector: string): T {
    const element = this.querySelector<T>(selector)
    if (!element) throw new Error(`The page has no ${selector}`)
    return element
  }
}

function findSignIn(): SignInDialog | undefined {
  const found = document.querySelector('sign-in-dialog')
  return found instanceof SignInDialog ? found : undefined
}

customElements.define('reset-password', ResetPassword)
