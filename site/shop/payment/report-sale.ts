/** Reports a sale to the ad tracker, which is loaded only with the visitor's consent (docs/product/shop.md, Ad tracker). */
import { money, toNumber } from '#api/rules/money/money.ts'
import { readStored, store } from '#site/kit/stores/stored.ts'
import type { PlacedOrder } from './payment-machine.ts'

const KEY = 'reported-sale'

/** @param amount in minor units */
export function reportSale(
  { orderId, amount, currency }: Pick<PlacedOrder, 'orderId' | 'amount' | 'currency'>,
  email: string | undefined,
): void {
  if (!window.gtag || readStored(KEY) === orderId) return
  store(KEY, orderId)
  try {
    const tag = document.querySelector<HTMLElement>('cookie-notice')?.dataset.tag
    if (email) window.gtag('set', 'user_data', { email })
    window.gtag('event', 'conversion', {
      ...(tag && { send_to: tag }),
      transaction_id: String(orderId),
      value: toNumber(money(amount, currency)),
      currency,
    })
  } catch (error) {
    // An error in the tracker must not stop the purchase.
    reportError(error)
  }
}
