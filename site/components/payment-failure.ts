/** `<payment-failure>`: shows the reason in the page's address, always as plain text, and pays the order again. */

import type { RetriedOrder } from '#api/contract/sales/checkout.ts'
import { SIGN_IN } from '#api/rules/mailed-links.ts'
import { formatMoney } from '#api/rules/money/format.ts'
import { money } from '#api/rules/money/money.ts'
import { callApi } from '#site/kit/client/api.ts'
import { readCode, readMessage } from '#site/kit/client/refusals.ts'
import { showError } from '#site/kit/stores/toast.ts'
import { writeText } from '#site/kit/ui/write-text.ts'
import {
  findFailedOrder,
  findPaidOrder,
  forgetOpenOrder,
  type OpenOrder,
} from '#site/shop/payment/open-order.ts'

type View = 'failed' | 'checking' | 'confirmed'

class PaymentFailure extends HTMLElement {
  #isBusy = false

  connectedCallback(): void {
    this.querySelector('[data-retry]')?.addEventListener('click', tryAgain)
    this.querySelector('[data-pay]')?.addEventListener('click', () => void this.#payAgain())
    this.#open()
  }

  /** Shows the failure that the address names. Each new try changes the address. */
  #open(): void {
    const parameters = new URLSearchParams(location.search)
    const reason = parameters.get('reason') || 'Unknown error occurred'
    const orderId = parameters.get('orderId')
    this.#explain(reason)
    if (orderId) this.#fill('order-id', `#${orderId}`)
    this.#toggle('[data-order]', Boolean(orderId))
    const failed = this.#showBought(orderId)
    if (reason === 'verification_failed') return void this.#check(Number(orderId))
    this.#show('failed')
    const mayBePaid = reason === 'network_error' || failed?.receipt !== undefined
    this.#toggle('[data-pay]', failed !== undefined && !mayBePaid)
    if (failed && mayBePaid) void this.#ask(failed.orderId)
    // Another tab may have paid it: the provider declines a second payment.
    else if (failed && reason === 'payment_failed')
      openAgain(failed.orderId).catch((error: unknown) => this.#learn(error))
  }

  #explain(reason: string): void {
    const find = (texts: Readonly<Record<string, string>>) =>
      Object.hasOwn(texts, reason) ? texts[reason] : undefined
    const known = find(paymentReasons)
    this.#fill('reason', known ?? reason)
    this.#fill('sentence', known ? '' : (find(reasonSentences) ?? UNKNOWN_REASON_SENTENCE))
    this.#fill('charge', find(chargeSentences) ?? '')
    const tips = [...this.querySelectorAll<HTMLElement>('[data-tip]')]
    const isFor = (tip: HTMLElement, wanted: string) => tip.dataset.tip?.split(' ').includes(wanted)
    const hasOwnTips = tips.some((tip) => isFor(tip, reason))
    for (const tip of tips) tip.hidden = !isFor(tip, hasOwnTips ? reason : 'payment_failed')
  }

  /** @returns the order stored in this tab, unless the address names another one */
  #showBought(orderId: string | null): OpenOrder | undefined {
    const failed = findFailedOrder()
    const isMeant = failed !== undefined && (!orderId || Number(orderId) === failed.order.orderId)
    this.#toggle('[data-bought]', isMeant)
    if (!isMeant) return undefined
    this.#fill('package', failed.item.name)
    this.#fill('amount', formatMoney(money(failed.order.amount, failed.order.currency)))
    return failed.order
  }

  /** After a network error, asks the provider before the order may be paid again. */
  async #ask(orderId: number): Promise<void> {
    try {
      await openAgain(orderId)
      this.#fill('charge', NOTHING_ARRIVED)
      this.#toggle('[data-pay]', true)
    } catch (error) {
      this.#learn(error)
    }
  }

  async #payAgain(): Promise<void> {
    const failed = findFailedOrder()
    if (this.#isBusy || !failed) return
    this.#setBusy(true)
    try {
      const again = await openAgain(failed.order.orderId)
      const { payAgain } = await import('#site/shop/payment/retry-payment.tsx')
      const address = await payAgain(again)
      // The order is paid: the button stays busy until the redirect.
      if (!address) return
      history.replaceState(history.state, '', address)
      this.#open()
    } catch (error) {
      if (!this.#learn(error)) showError('Payment Failed', readMessage(error) ?? 'Something went wrong')
    }
    this.#setBusy(false)
  }

  /** Shows the order's state if the refusal contains it. @returns whether it does */
  #learn(error: unknown): boolean {
    const code = readCode(error)
    if (code === 'order_paid') {
      void this.#confirm(findFailedOrder()?.order)
      return true
    }
    // The order was given up, or this browser may no longer pay it.
    if (code !== 'order_given_up' && code !== 'not_found') return false
    this.#fill('charge', 'This order is no longer open. Please order again.')
    this.#toggle('[data-pay]', false)
    return true
  }

  /** The buyer may have been charged: asks until the payment is confirmed, if this tab has stored the receipt. */
  async #check(orderId: number): Promise<void> {
    this.#show('checking')
    const order = findPaidOrder(orderId)
    if (!order) return
    this.querySelector('[data-asks]')?.removeAttribute('hidden')
    const { waitForConfirmation } = await import('#site/shop/payment/verify-payment.ts')
    if (await waitForConfirmation(orderId, order.receipt)) await this.#confirm(order)
  }

  async #confirm(order: OpenOrder | undefined): Promise<void> {
    forgetOpenOrder()
    const { $session } = await import('#site/kit/stores/session.ts')
    const { reportSale } = await import('#site/shop/payment/report-sale.ts')
    const { user } = $session.get()
    if (order) {
      reportSale(order, user?.email)
      this.#fill('invoice-number', order.invoiceNumber)
    }
    if (!user) this.querySelector('[data-dashboard]')?.setAttribute('href', `/dashboard#${SIGN_IN}`)
    this.#show('confirmed')
  }

  #fill(name: string, text: string): void {
    const slot = this.querySelector(`[data-${name}]`)
    if (slot) writeText(slot, text)
  }

  #toggle(selector: string, isShown: boolean): void {
    for (const element of this.querySelectorAll<HTMLElement>(selector)) element.hidden = !isShown
  }

  #setBusy(isBusy: boolean): void {
    this.#isBusy = isBusy
    const button = this.querySelector('[data-pay]')
    button?.setAttribute('aria-disabled', String(isBusy))
    button?.setAttribute('aria-busy', String(isBusy))
  }

  #show(view: View): void {
    // biome-ignore lint/plugin: why a payment failed
    const isCancelled = new URLSearchParams(location.search).get('reason') === 'cancelled'
    // The colours: red only for what went wrong.
    this.dataset.kind = view === 'failed' && isCancelled ? 'stopped' : view
    for (const element of this.querySelectorAll<HTMLElement>('[data-views]')) {
      element.hidden = !element.dataset.views?.split(' ').includes(view)
    }
  }
}

/** @throws as callApi does */
function openAgain(orderId: number): Promise<RetriedOrder> {
  return callApi<RetriedOrder>(`/api/orders/${orderId}/retry`, { method: 'POST' })
}

/** Goes back to the form, or to the package's page if going back would leave the shop. */
function tryAgain(): void {
  const canGoBack = 'navigation' in window ? navigation.canGoBack : history.length > 1
  if (canGoBack) history.back()
  else location.assign(findFailedOrder()?.item.page ?? '/#packages')
}

/**
 * The texts of /payment-failed by reason (docs/product/shop.md, Payment-failed page). Any other reason is shown unchanged.
 * The reason comes from the address bar: look it up with `Object.hasOwn`, or `?reason=constructor` finds a function.
 */
const paymentReasons: Readonly<Record<string, string>> = {
  payment_failed: 'Your payment was declined by the bank or card issuer.',
  network_error: 'A network error occurred during payment processing.',
  cancelled: 'The payment was cancelled.',
}

/** The sentence after a reason that has no text of its own. */
const reasonSentences: Readonly<Record<string, string>> = {
  gateway_error: 'The payment window couldn’t be opened.',
  verification_failed: 'You’ve paid, but we haven’t been able to confirm it yet.',
}
const UNKNOWN_REASON_SENTENCE =
  'If you aren’t sure whether you were charged, write to us before you pay again.'

const NOT_CHARGED = 'You have not been charged.'

/** What the page says about the charge, by reason. Other reasons get no sentence. */
const chargeSentences: Readonly<Record<string, string>> = {
  payment_failed: NOT_CHARGED,
  cancelled: NOT_CHARGED,
  gateway_error: NOT_CHARGED,
  network_error: 'If the payment went through, we’ll confirm it by email. We refund anything you pay twice.',
}
/** Shown after asking the provider. */
const NOTHING_ARRIVED = `We’ve received no payment for this order. ${NOT_CHARGED}`

customElements.define('payment-failure', PaymentFailure)
