import type { PlacedOrder } from '../payment-machine.ts'

/** An order that waits for its payment. */
export const ORDER: PlacedOrder = {
  orderId: 7,
  invoiceNumber: 'INV-7',
  razorpayOrderId: 'order_1',
  amount: 129_900,
  currency: 'USD',
  keyId: 'key',
  checkoutScript: '/checkout.js',
}

/** What proves its payment, as the page and the provider's widget write it. */
export const RECEIPT = { razorpayOrderId: 'order_1', razorpayPaymentId: 'pay_1', razorpaySignature: 'sig' }
export const WIDGET_FIELDS = {
  razorpay_order_id: 'order_1',
  razorpay_payment_id: 'pay_1',
  razorpay_signature: 'sig',
}
