/** Razorpay's checkout in the browser. The script loads once, with the first payment. */
import type { Checkout, CheckoutOutcome, CheckoutRequest } from '#site/shop/payment/provider/checkout.ts'

interface WidgetOptions {
  key: string
  /** In minor units. */
  amount: number
  currency: string
  order_id: string
  name: string
  description: string
  prefill: { name: string; email: string; contact: string }
  theme: { color: string }
  retry: { enabled: boolean }
  handler: (fields: PaymentFields) => void
  modal: { ondismiss: () => void }
}

interface PaymentFields {
  razorpay_order_id: string
  razorpay_payment_id: string
  razorpay_signature: string
}

interface Widget {
  open(): void
  close?(): void
  on(
    event: 'payment.failed',
    listener: (failure: { error?: { code?: string; description?: string } }) => void,
  ): void
}

export type WidgetConstructor = new (options: WidgetOptions) => Widget

declare global {
  interface Window {
    Razorpay?: WidgetConstructor
  }
}

const LOAD_TIMEOUT_MS = 10_000
/** The error code for a payment that the bank declined. All other codes are technical errors. */
const DECLINED_BY_BANK = 'BAD_REQUEST_ERROR'

let loading: Promise<WidgetConstructor> | undefined

function loadWidget(scriptUrl: string): Promise<WidgetConstructor> {
  loading ??= loadScript(scriptUrl).catch((error: unknown) => {
    loading = undefined
    throw error
  })
  return loading
}

function loadScript(scriptUrl: string): Promise<WidgetConstructor> {
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
 * The first outcome counts, because Razorpay calls `ondismiss` after a failure. Razorpay's own retry is off: with it,
 * `payment.failed` would arrive while the buyer can still try again.
 * @throws what the constructor and `open` throw
 */
export function openWidget(
  Widget: WidgetConstructor,
  { order, sellerName, description, buyer, colour }: CheckoutRequest,
): Promise<CheckoutOutcome> {
  return new Promise((resolve) => {
    const widget = new Widget({
      key: order.keyId,
      amount: order.amount,
      currency: order.currency,
      order_id: order.razorpayOrderId ?? '',
      name: sellerName,
      description,
      prefill: buyer,
      theme: { color: colour },
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
    widget.on('payment.failed', ({ error }) => {
      resolve({
        type: error?.code === DECLINED_BY_BANK ? 'declined' : 'interrupted',
        description: error?.description,
      })
      widget.close?.()
    })
    widget.open()
  })
}

export const razorpayCheckout: Checkout = {
  load: loadWidget,
  open: async (request) => openWidget(await loadWidget(request.order.checkoutScript), request),
}
