/**
 * What /payment-failed says for a reason (docs/product/shop.md, Payment-failed page); any other reason is shown as it is.
 * The reason comes from the address bar: look it up with `Object.hasOwn`, or `?reason=constructor` finds a function.
 */
export const paymentReasons: Readonly<Record<string, string>> = {
  payment_failed: 'Your payment was declined by the bank or card issuer.',
  network_error: 'A network error occurred during payment processing.',
  cancelled: 'The payment was cancelled.',
}

/** What follows a reason that is shown as it is. */
export const reasonSentences: Readonly<Record<string, string>> = {
  gateway_error: 'The payment window could not be opened.',
  verification_failed: 'Your payment was made, and we have not been able to confirm it yet.',
}
export const UNKNOWN_REASON_SENTENCE =
  'If you are not sure whether you were charged, write to us before you pay again.'

const NOT_CHARGED = 'You have not been charged.'

/** Whether the buyer was charged, as far as the reason tells; nothing is said for any other. */
export const chargeSentences: Readonly<Record<string, string>> = {
  payment_failed: NOT_CHARGED,
  cancelled: NOT_CHARGED,
  gateway_error: NOT_CHARGED,
  network_error: 'We are checking whether the payment went through. Do not pay twice.',
}
/** Once the provider has been asked. */
export const NOTHING_ARRIVED = `No payment has reached us for this order. ${NOT_CHARGED}`
