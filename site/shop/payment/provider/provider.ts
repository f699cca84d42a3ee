/** Chooses the payment provider. Each has a folder like `razorpay/`. */
import type { Checkout } from './checkout.ts'
import { razorpayCheckout } from './razorpay/checkout.ts'

export const checkout: Checkout = razorpayCheckout
