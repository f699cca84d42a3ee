/** `<payment-failure>`: shows the reason in the page's address, always as plain text. */
import { paymentReasons } from '../content/data/payment-reasons.ts'

class PaymentFailure extends HTMLElement {
  connectedCallback(): void {
    const parameters = new URLSearchParams(location.search)
    const reason = parameters.get('reason') || 'Unknown error occurred'
    const orderId = parameters.get('orderId')
    const text = Object.hasOwn(paymentReasons, reason) ? paymentReasons[reason] : reason
    this.querySelector('[data-reason]')?.replaceChildren(text ?? reason)
    if (orderId) {
      const order = this.querySelector<HTMLElement>('[data-order]')
      order?.querySelector('span')?.replaceChildren(`#${orderId}`)
      if (order) order.hidden = false
    }
    this.querySelector('[data-retry]')?.addEventListener('click', () => history.back())
  }
}

customElements.define('payment-failure', PaymentFailure)
