import type { CreateOrderResponse, VerifyPaymentBody } from '#api/contract/sales/checkout.ts'

export interface Checkout {
  /** @throws Error if the script is blocked, broken or takes over ten seconds; the next call tries again */
  load(scriptUrl: string): Promise<unknown>
  /**
   * Opens the checkout, loading it if necessary, and waits for the first outcome.
   * @throws Error if it cannot be loaded or opened
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
  /** Declined by the bank, with the provider's explanation. */
  | { type: 'declined'; description: string | undefined }
  /** Failed for any other reason. */
  | { type: 'interrupted'; description: string | undefined }

/** The provider's proof of payment, which verify-payment checks. */
export type PaymentReceipt = Omit<VerifyPaymentBody, 'orderId'>
