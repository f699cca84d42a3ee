/** `<confirm-email>`: confirms an address by a link from a mail. The link's fragment holds the token. */
import type { User } from '../../../api/contract/auth.ts'
import { callApi } from '../../client/api.ts'
import { readFragment } from '../../client/fragment.ts'
import { readMessage } from '../../client/refusals.ts'
import { $session, loadSession, setUser } from '../../stores/session.ts'
import { getElement } from './form-fields.ts'

const PARTS = ['signed-out', 'refused', 'done'] as const
type Part = (typeof PARTS)[number]

class ConfirmEmail extends HTMLElement {
  connectedCallback(): void {
    void this.#confirm()
  }

  async #confirm(): Promise<void> {
    const parameters = readFragment()
    const recipientToken = parameters.get('recipient')
    const token = parameters.get('token')
    if (!recipientToken && !token) return this.#show('refused')
    try {
      if (recipientToken) {
        // A recipient of the shop's notifications, who needs no account.
        const path = '/api/notification-recipients/confirm'
        return this.#finish(
          await callApi<{ email: string }>(path, { method: 'POST', body: { token: recipientToken } }),
        )
      }
      await loadSession()
      if (!$session.get().user) return this.#show('signed-out')
      const user = await callApi<User>('/api/auth/confirm-email', { method: 'POST', body: { token } })
      setUser(user)
      this.#finish(user)
    } catch (error) {
      getElement(this, '[data-reason]').textContent =
        readMessage(error) ?? 'Please check your connection and load the page again.'
      this.#show('refused')
    }
  }

  #finish({ email }: { email: string }): void {
    getElement(this, '[data-email]').textContent = email
    this.#show('done')
  }

  #show(part: Part): void {
    for (const each of PARTS) getElement(this, `[data-${each}]`).hidden = each !== part
    getElement(this, `[data-${part}] h1`).focus()
  }
}

customElements.define('confirm-email', ConfirmEmail)
