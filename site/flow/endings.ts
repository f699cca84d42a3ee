/** How a purchase on the home page ends without success: toast, pause and address (docs/product/shop.md, How a purchase ends). */
import type { FailureReason, PaymentState } from './payment-machine.ts'

export interface Ending {
  title: string
  description: string
  isError: boolean
  delayMs: number
  url: string
}

const FAILED_MS = 2000
const CANCELLED_MS = 1500
const DECLINED = {
  title: 'Payment Failed',
  description: 'Your payment could not be processed. Please try again.',
}
const WORDS: Record<FailureReason, { title: string; description: string }> = {
  verification_failed: {
    title: 'Payment Verification Failed',
    description: 'Payment was processed but verification failed. Please contact support.',
  },
  cancelled: {
    title: 'Payment Cancelled',
    description: 'Payment was cancelled. You can try again anytime.',
  },
  payment_failed: DECLINED,
  network_error: DECLINED,
  gateway_error: {
    title: 'Payment Gateway Error',
    description: 'Failed to initialize payment gateway. Please try again.',
  },
}

export function describeFailure({
  reason,
  order,
  description,
}: Extract<PaymentState, { step: 'failed' }>): Ending {
  const isCancelled = reason === 'cancelled'
  const orderId = reason === 'verification_failed' ? `&orderId=${order.orderId}` : ''
  return {
    title: WORDS[reason].title,
    description: description || WORDS[reason].description,
    isError: !isCancelled,
    delayMs: isCancelled ? CANCELLED_MS : FAILED_MS,
    url: `/payment-failed?reason=${reason}${orderId}`,
  }
}
