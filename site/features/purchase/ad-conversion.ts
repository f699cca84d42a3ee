/** Tells an ad tracker of a sale. One is on the page only where the visitor has agreed to it; without one this does nothing. */

interface Sale {
  orderId: number
  email: string
  /** Dollars. */
  value: number
}

declare global {
  interface Window {
    gtag?: (...args: unknown[]) => void
    fbq?: (...args: unknown[]) => void
  }
}

export function reportSale({ orderId, email, value }: Sale): void {
  try {
    window.gtag?.('set', 'user_data', { email })
    window.gtag?.('event', 'conversion', { transaction_id: String(orderId), value, currency: 'USD' })
    window.fbq?.('track', 'Purchase', { value, currency: 'USD', email })
  } catch {
    // A broken tracker must not disturb the buyer.
  }
}
