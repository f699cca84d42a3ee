/**
 * What /payment-failed says for a reason (docs/product.md, Payment-failed page); any other reason is shown as it is.
 * The reason comes from the address bar: look it up with `Object.hasOwn`, or `?reason=constructor` finds a function.
 */
export const paymentReasons: Readonly<Record<string, string>> = {
  payment_failed: 'Your payment was declined by the bank or card issuer.',
  network_error: 'A network error occurred during payment processing.',
  cancelled: 'The payment was cancelled.',
}

/** What follows a reason that is shown as it is. */
export const reasonSentences: Readonly<Record<string, string>> = {
  gateway_error: 'The payment window could not be opened. You have not been charged.',
  verification_failed: 'Your payment was made, and we have not been able to confirm it yet.',
}
export const UNKNOWN_REASON_SENTENCE =
  'If you are not sure whether you were charged, write to us before you pay again.'
