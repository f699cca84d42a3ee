/** `<payment-failure>`: shows the reason in the page's address, always as plain text. */

import { SIGN_IN } from '../../api/contract/mailed-links.ts'
import { findOpenPackagePage, findPaidOrder, forgetOpenOrder } from '../flow/open-order.ts'
import { paymentReasons, reasonSentences, UNKNOWN_REASON_SENTENCE } from './payment-reasons.ts'

type View = 'failed' | 'checking' | 'confirmed'

class PaymentFailure extends HTMLElement {
  connectedCallback(): void {
    const parameters = new URLSearchParams(location.search)
    const reason = parameters.get('reason') || 'Unknown error occurred'
    const orderId = parameters.get('orderId')
    this.#explain(reason)
    if (orderId) {
      this.#fill('order-id', `#${orderId}`)
      for (const element of this.querySelectorAll<HTMLElement>('[data-order]')) element.hidden = false
    }
    this.querySelector('[data-retry]')?.addEventListener('click', tryAgain)
    if (reason === 'verification_failed') void this.#check(Number(orderId))
    else this.#show('failed')
  }

  #explain(reason: string): void {
    const known = Object.hasOwn(paymentReasons, reason)
    this.#fill('reason', (known && paymentReasons[reason]) || reason)
    if (known) return
    const sentence = Object.hasOwn(reasonSentences, reason) && reasonSentences[reason]
    this.#fill('sentence', sentence || UNKNOWN_REASON_SENTENCE)
  }

  /** The money may have been taken: asks until the payment is confirmed, as far as this tab knows the receipt. */
  async #check(orderId: number): Promise<void> {
    this.#show('checking')
    const order = findPaidOrder(orderId)
    if (!order) return
    this.querySelector('[data-asks]')?.removeAttribute('hidden')
    const { waitForConfirmation } = await import('../flow/verify-payment.ts')
    if (!(await waitForConfirmation(orderId, order.receipt))) return
    forgetOpenOrder()
    const { $session } = await import('../stores/session.ts')
    const { reportSale } = await import('../flow/report-sale.ts')
    reportSale(order, $session.get().user?.email)
    this.#fill('invoice-number', order.invoiceNumber)
    if (!$session.get().user)
      this.querySelector('[data-dashboard]')?.setAttribute('href', `/dashboard#${SIGN_IN}`)
    this.#show('confirmed')
  }

  #fill(name: string, text: string): void {
    this.querySelector(`[data-${name}]`)?.replaceChildren(text)
  }

  #show(view: View): void {
    this.dataset.view = view
    for (const element of this.querySelectorAll<HTMLElement>('[data-views]')) {
      element.hidden = !element.dataset.views?.split(' ').includes(view)
    }
  }
}

/** Back to the form; where the step back would leave the shop, to the package. */
function tryAgain(): void {
  const canGoBack = 'navigation' in window ? navigation.canGoBack : history.length > 1
  if (canGoBack) history.back()
  else location.assign(findOpenPackagePage() ?? '/#packages')
}

customElements.define('payment-failure', PaymentFailure)
