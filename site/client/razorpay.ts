/** Razorpay's browser checkout: its script is loaded once, on the first payment, and the first outcome wins. */

export interface CheckoutOptions {
  key: string
  /** In minor units. */
  amount: number
  currency: string
  order_id: string
  name: string
  description: string
  prefill: { name: string; email: string; contact: string }
  theme: { color: string }
}

export type CheckoutOutcome =
  | {
      type: 'paid'
      receipt: { razorpayOrderId: string; razorpayPaymentId: string; razorpaySignature: string }
    }
  | { type: 'dismissed' }
  | { type: 'declined'; code: string | undefined; description: string | undefined }

interface PaymentFields {
  razorpay_order_id: string
  razorpay_payment_id: string
  razorpay_signature: string
}

interface Checkout {
  open(): void
  close?(): void
  on(
    event: 'payment.failed',
    listener: (failure: { error?: { code?: string; description?: string } }) => void,
  ): void
}

export type CheckoutConstructor = new (
  options: CheckoutOptions & {
    retry: { enabled: boolean }
    handler: (fields: PaymentFields) => void
    modal: { ondismiss: () => void }
  },
) => Checkout

declare global {
  interface Window {
    Razorpay?: CheckoutConstructor
  }
}

const LOAD_TIMEOUT_MS = 10_000

let loading: Promise<CheckoutConstructor> | undefined

/** @throws Error when the script is blocked, broken or slower than ten seconds; the next call tries again */
export function loadCheckout(scriptUrl: string): Promise<CheckoutConstructor> {
  loading ??= loadScript(scriptUrl).catch((error: unknown) => {
    loading = undefined
    throw error
  })
  return loading
}

function loadScript(scriptUrl: string): Promise<CheckoutConstructor> {
  return new Promise((resolve, reject) => {
    if (window.Razorpay) return resolve(window.Razorpay)
    const script = document.createElement('script')
    const fail = (why: string) => {
      clearTimeout(timer)
      script.remove()
      reject(new Error(`The payment checkout ${why}`))
    }
    const timer = setTimeout(() => fail('took too long to load'), LOAD_TIMEOUT_MS)
    script.src = scriptUrl
    script.async = true
    script.onerror = () => fail('could not be loaded')
    script.onload = () => {
      clearTimeout(timer)
      if (window.Razorpay) resolve(window.Razorpay)
      else fail('is not what it should be')
    }
    document.head.append(script)
  })
}

/**
 * Opens the checkout and waits for its first outcome. Retry is off because `payment.failed` fires while a retry is still
 * open, and even so `ondismiss` follows a failure: later outcomes are dropped.
 * @throws whatever the constructor or `open` throws
 */
export function openCheckout(
  Checkout: CheckoutConstructor,
  options: CheckoutOptions,
): Promise<CheckoutOutcome> {
  return new Promise((resolve) => {
    const checkout = new Checkout({
      ...options,
      retry: { enabled: false },
      handler: (fields) =>
        resolve({
          type: 'paid',
          receipt: {
            razorpayOrderId: fields.razorpay_order_id,
            razorpayPaymentId: fields.razorpay_payment_id,
            razorpaySignature: fields.razorpay_signature,
          },
        }),
      modal: { ondismiss: () => resolve({ type: 'dismissed' }) },
    })
    checkout.on('payment.failed', ({ error }) => {
      resolve({ type: 'declined', code: error?.code, description: error?.description })
      checkout.close?.()
    })
    checkout.open()
  })
}
