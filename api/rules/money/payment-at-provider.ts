/** The states of a payment at its provider. Those of an order's payment stand in api/rules/orders.ts. */

interface ProviderPaymentRules {
  /** Whether the buyer's bank has agreed: the amount can be captured. */
  isAuthorized: boolean
  /** Whether the shop has the money. */
  isCaptured: boolean
  /** Whether all of it has gone back. */
  isRefunded: boolean
  hasFailed: boolean
}
export const PAYMENT_AT_PROVIDER = {
  created: { isAuthorized: false, isCaptured: false, isRefunded: false, hasFailed: false },
  authorized: { isAuthorized: true, isCaptured: false, isRefunded: false, hasFailed: false },
  captured: { isAuthorized: false, isCaptured: true, isRefunded: false, hasFailed: false },
  refunded: { isAuthorized: false, isCaptured: false, isRefunded: true, hasFailed: false },
  failed: { isAuthorized: false, isCaptured: false, isRefunded: false, hasFailed: true },
} as const satisfies Record<string, ProviderPaymentRules>
export type PaymentAtProvider = keyof typeof PAYMENT_AT_PROVIDER
