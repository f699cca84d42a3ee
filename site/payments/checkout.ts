/** What the site asks of a payment provider's checkout, in the shop's own words. */
import type { CreateOrderResponse, VerifyPaymentBody } from '../../api/contract/orders.ts'

export interface Checkout {
  /** @throws Error when the script is blocked, broken or slower than ten seconds; the next call tries again */
  load(scriptUrl: string): Promise<void>
  /**
   * Opens the checkout, loading it where that has not happened, and waits for its first outcome.
   * @throws Error when it cannot be loaded or opened
   */
  open(request: CheckoutRequest): Promise<CheckoutOutcome>
}

export interface CheckoutRequest {
  order: Omit<CreateOrderResponse, 'id'>
  sellerName: string
  description: string
  buyer: { name: string; email: string; contact: string }
  /** As `#rrggbb`. */
  colour: string
}

export type CheckoutOutcome =
  | { type: 'paid'; receipt: PaymentReceipt }
  | { type: 'dismissed' }
  /** By the bank or the card, in the provider's words. */
  | { type: 'declined'; description: string | undefined }
  /** Any other fault on the way. */
  | { type: 'interrupted'; description: string | undefined }

/** What verify-payment takes of a payment made. */
export type PaymentReceipt = Omit<VerifyPaymentBody, 'orderId'>
