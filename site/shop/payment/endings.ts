/** How a failed purchase ends: with a toast and, after a pause, another page (docs/product/shop.md, How a purchase ends). */

import { SIGN_IN } from '#api/rules/mailed-links.ts'
import { $session } from '#site/kit/stores/session.ts'
import { announceRedirect, showError } from '#site/kit/stores/toast.ts'
import type { FailedPayment, FailureReason } from './payment-machine.ts'

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

export function describeFailure({ reason, order, description }: FailedPayment) {
  // biome-ignore lint/plugin: why a payment failed
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

/** Shows the failure in a toast. @returns where to send the buyer, and after which pause */
export function announceFailure(failed: FailedPayment) {
  const ending = describeFailure(failed)
  if (ending.isError) showError(ending.title, ending.description)
  else announceRedirect(ending.title, ending.description, 'neutral')
  return ending
}

const SUCCESS_MS = 2000

interface Leaving {
  /** Replaces the history entry, so that Back does not return to this page. */
  replacesPage?: boolean
}

/** Redirects after a pause for reading the toast, unless the buyer leaves the page first. */
export function redirectLater(url: string, delayMs: number, { replacesPage = false }: Leaving = {}): void {
  const timer = setTimeout(() => (replacesPage ? location.replace(url) : location.assign(url)), delayMs)
  window.addEventListener('pagehide', () => clearTimeout(timer), { once: true })
}

/** If the payment did not sign the buyer in, the dashboard asks for the password (docs/product/account.md, Signing in). */
export function redirectToDashboard(leaving?: Leaving): void {
  redirectLater($session.get().user ? '/dashboard' : `/dashboard#${SIGN_IN}`, SUCCESS_MS, leaving)
}
