/** `<confirm-email>`: confirms an e-mail address. The token is in the fragment of the mailed link. */
import type { User } from '#api/contract/people/auth.ts'
import { callApi } from '#site/kit/client/api.ts'
import { readFragment } from '#site/kit/client/fragment.ts'
import { readMessage } from '#site/kit/client/refusals.ts'
import { $session, loadSession, setUser } from '#site/kit/stores/session.ts'
import { getElement } from './form-fields.ts'

const PARTS = ['signed-out', 'refused', 'done'] as const
type Part = (typeof PARTS)[number]

class ConfirmEmail extends HTMLElement {
  connectedCallback(): void {
    void this.#confirm()
  }

  async #confirm(): Promise<void> {
    const token = readFragment().get('token')
    if (!token) return this.#show('refused')
    try {
      await loadSession()
      if (!$session.get().user) return this.#show('signed-out')
      const user = await callApi<User>('/api/auth/confirm-email', { method: 'POST', body: { token } })
      setUser(user)
      getElement(this, '[data-email]').textContent = user.email
      this.#show('done')
    } catch (error) {
      getElement(this, '[data-reason]').textContent =
        readMessage(error) ?? 'Please check your connection and load the page again.'
      this.#show('refused')
    }
  }

  #show(part: Part): void {
    for (const each of PARTS) getElement(this, `[data-${each}]`).hidden = each !== part
    getElement(this, `[data-${part}] h1`).focus()
  }
}

customElements.define('confirm-email', ConfirmEmail)
