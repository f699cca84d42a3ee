/** `<confirm-email>`: confirms an address by the link of a mail, for who is signed in. The token is in the fragment. */
import type { User } from '../../../api/contract/auth.ts'
import { callApi } from '../../client/api.ts'
import { readMessage } from '../../client/refusals.ts'
import { $session, loadSession, setUser } from '../../stores/session.ts'

type Part = 'signed-out' | 'refused' | 'done'

const PARTS: Part[] = ['signed-out', 'refused', 'done']

class ConfirmEmail extends HTMLElement {
  connectedCallback(): void {
    void this.#confirm()
  }

  async #confirm(): Promise<void> {
    const parameters = new URLSearchParams(location.hash.slice(1))
    const recipientToken = parameters.get('recipient')
    const token = parameters.get('token')
    if (!recipientToken && !token) return this.#show('refused')
    try {
      if (recipientToken) {
        // The address of a mailbox that hears of the shop: it needs no account.
        const path = '/api/notification-recipients/confirm'
        const body = { token: recipientToken }
        this.#get('[data-email]').textContent = (
          await callApi<{ email: string }>(path, { method: 'POST', body })
        ).email
        return this.#show('done')
      }
      await loadSession()
      if (!$session.get().user) return this.#show('signed-out')
      const user = await callApi<User>('/api/auth/confirm-email', { method: 'POST', body: { token } })
      setUser(user)
      this.#get('[data-email]').textContent = user.email
      this.#show('done')
    } catch (error) {
      this.#get('[data-reason]').textContent =
        readMessage(error) ?? 'Please check your connection and load the page again.'
      this.#show('refused')
    }
  }

  #show(part: Part): void {
    for (const each of PARTS) this.#get(`[data-${each}]`).hidden = each !== part
    this.#get(`[data-${part}] h1`).focus()
  }

  #get(selector: string): HTMLElement {
    const element = this.querySelector<HTMLElement>(selector)
    if (!element) throw new Error(`The page has no ${selector}`)
    return element
  }
}

customElements.define('confirm-email', ConfirmEmail)
