/**
 * `<reset-password>`: sets a new password through a mailed link. The token is in the URL's fragment, which browsers never send to
 * a server, and is removed from the URL once it is used.
 */
import type { ResetFactors, ResetPasswordBody, ResetPasswordResponse } from '#api/contract/people/auth.ts'
import { PASSWORD_TOO_COMMON, PASSWORD_TOO_SHORT, SHORTEST_PASSWORD } from '#api/rules/password-rules.ts'
import { ApiError, callApi } from '#site/kit/client/api.ts'
import { readFragment } from '#site/kit/client/fragment.ts'
import { formatDate } from '#site/kit/format/date.ts'
import { $session, loadSession, setUser } from '#site/kit/stores/session.ts'
import { showError, showToast } from '#site/kit/stores/toast.ts'
import { getElement, revealPassword, setButtonBusy, showFieldError } from './form-fields.ts'
import { SignInDialog } from './sign-in-dialog.ts'

const PARTS = ['choose', 'spent', 'done'] as const
type Part = (typeof PARTS)[number]
const FIELDS = ['newPassword', 'repeated'] as const
type Field = (typeof FIELDS)[number]
const SPENT = 'reset_link_invalid'

class ResetPassword extends HTMLElement {
  #isBusy = false

  connectedCallback(): void {
    this.#form.addEventListener('submit', (event) => {
      event.preventDefault()
      void this.#submit()
    })
    this.#form.addEventListener('input', ({ target }) => {
      if (target instanceof HTMLInputElement && target.hasAttribute('aria-invalid'))
        this.#explain(target.name as Field)
    })
    this.#input('newPassword').addEventListener('input', () => this.#advise())
    for (const field of FIELDS) {
      const [input, reveal] = [this.#input(field), getElement(this, `[data-reveal=${field}]`)]
      reveal.addEventListener('click', () => revealPassword(input, reveal, input.type === 'password'))
    }
    getElement(this, '[data-anew]').addEventListener('click', () => findSignIn()?.openForgotten())
    // Opening another link in the same tab only changes the fragment.
    addEventListener('hashchange', () => this.#begin())
    this.#begin()
  }

  #begin(): void {
    this.#show()
    if (this.#token)
      void this.#listFactors().catch((error: unknown) => {
        // The password can be set without the list.
        if (error instanceof ApiError && error.body?.code === SPENT) this.#show('spent')
      })
  }

  /** Lists the passkeys and the authenticator app, because an intruder who knew the old password may have added one. */
  async #listFactors(): Promise<void> {
    const body = { token: this.#token }
    const listed = await callApi<ResetFactors>('/api/auth/reset-password/factors', { method: 'POST', body })
    const { passkeys, totp, isRemovable } = listed
    const factors = passkeys.map(({ id, name, createdAt, lastUsedAt }) => ({
      value: String(id),
      what: `Passkey ‘${name}’`,
      when: `Added ${formatDate(createdAt)}${lastUsedAt ? `, last used ${formatDate(lastUsedAt)}` : ', never used'}`,
    }))
    if (totp)
      factors.push({
        value: 'totp',
        what: 'Authenticator app',
        when: `Added ${formatDate(totp.confirmedAt)}`,
      })
    const template = getElement<HTMLTemplateElement>(this, '[data-factor]')
    const rows = factors.map(({ value, what, when }) => {
      const row = template.content.cloneNode(true) as DocumentFragment
      const item = row.firstElementChild as Element
      const box = getElement<HTMLInputElement>(item, 'input')
      box.value = value
      box.hidden = !isRemovable
      getElement(item, '[data-what]').textContent = what
      getElement(item, '[data-when]').textContent = when
      getElement(item, '[data-question]').hidden = !isRemovable
      return row
    })
    const fieldset = getElement(this, '[data-factors]')
    getElement(fieldset, '[data-removable]').hidden = !isRemovable
    getElement(fieldset, '[data-kept]').hidden = isRemovable
    getElement(fieldset, 'ul').replaceChildren(...rows)
    fieldset.hidden = factors.length === 0
  }

  /** The ticked factors, which the reset removes. */
  get #disowned(): ResetPasswordBody['disowned'] {
    const ticked = new FormData(this.#form).getAll('disowned').map(String)
    if (ticked.length === 0) return undefined
    const passkeyIds = ticked.filter((value) => value !== 'totp').map(Number)
    return { passkeyIds, totp: ticked.includes('totp') }
  }

  #show(part: Part = this.#token === '' ? 'spent' : 'choose'): void {
    for (const each of PARTS) getElement(this, `[data-${each}]`).hidden = each !== part
  }

  get #token(): string {
    return readFragment().get('token') ?? ''
  }

  async #submit(): Promise<void> {
    if (this.#isBusy || !this.#check()) return
    this.#setBusy(true)
    try {
      const { email } = await callApi<ResetPasswordResponse>('/api/auth/reset-password', {
        method: 'POST',
        body: {
          token: this.#token,
          newPassword: this.#input('newPassword').value,
          disowned: this.#disowned,
        },
      })
      await this.#finish(email)
    } catch (error) {
      this.#setBusy(false)
      const body = error instanceof ApiError ? error.body : undefined
      if (body?.code === SPENT) {
        this.#show('spent')
        return getElement(this, '[data-spent] h1').focus()
      }
      const issue = body?.issues?.find(({ path }) => path === 'newPassword')
      if (issue) this.#explain('newPassword', issue.message)
      else showError('Error', body?.message ?? 'The password couldn’t be set. Please try again.')
    }
  }

  async #finish(email: string): Promise<void> {
    this.#form.reset()
    this.#setBusy(false)
    this.#show('done')
    history.replaceState(history.state, '', location.pathname)
    // The new password ended all of the account's sessions, perhaps including this page's.
    await loadSession()
    if ($session.get().user?.email === email) setUser(null)
    showToast('Password Changed', 'Sign in with your new password. All devices have been signed out.')
    findSignIn()?.open(email)
  }

  #check(): boolean {
    const [typed, repeated] = FIELDS.map((field) => this.#input(field).value)
    const isLong = (typed?.length ?? 0) >= SHORTEST_PASSWORD
    this.#explain('repeated', isLong && typed !== repeated ? 'The passwords don’t match' : undefined)
    this.#explain('newPassword', isLong ? undefined : PASSWORD_TOO_SHORT)
    return isLong && typed === repeated
  }

  /** Says how strong the password is. Gives no advice if the estimator does not load. */
  #advise(): void {
    void import('#site/kit/ui/field/password-strength.ts').then(
      ({ describeStrength }) => {
        const input = this.#input('newPassword')
        // No advice beside an error under the field.
        const hasError = input.hasAttribute('aria-invalid')
        const advice = hasError || !input.value ? '' : describeStrength(input.value)
        const isCommon = advice === PASSWORD_TOO_COMMON
        if (isCommon) showFieldError(input, getElement(this, '#newPassword-error'), advice)
        getElement(this, '[data-advice]').textContent = isCommon ? '' : advice
      },
      () => {},
    )
  }

  /** Shows the message under the field and focuses it; without a message, clears it. */
  #explain(field: Field, message?: string): void {
    const input = this.#input(field)
    showFieldError(input, getElement(this, `#${field}-error`), message)
    if (message) input.focus()
    if (field === 'newPassword') this.#advise()
  }

  #setBusy(isBusy: boolean): void {
    this.#isBusy = isBusy
    setButtonBusy(getElement(this, '[type=submit]'), isBusy, isBusy ? 'Saving...' : 'Set New Password')
  }

  get #form(): HTMLFormElement {
    return getElement(this, 'form')
  }

  #input(field: Field): HTMLInputElement {
    return getElement(this, `#${field}`)
  }
}

function findSignIn(): SignInDialog | undefined {
  const found = document.querySelector('sign-in-dialog')
  return found instanceof SignInDialog ? found : undefined
}

customElements.define('reset-password', ResetPassword)
