/**
 * What /payment-failed says for a reason (docs/product.md, Payment-failed page); any other reason is shown as it is.
 * The reason comes from the address bar: look it up with `Object.hasOwn`, or `?reason=constructor` finds a function.
 */
export const paymentReasons: Readonly<Record<string, string>> = {
  payment_failed: 'Your payment was declined by the bank or card issuer.',
  network_error: 'A network error occurred during payment processing.',
  cancelled: 'The payment was cancelled.',
}
