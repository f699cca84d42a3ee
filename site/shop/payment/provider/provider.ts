/** Chooses the payment provider. Each has its own folder, such as `razorpay/`. */
import type { Checkout } from './checkout.ts'
import { razorpayCheckout } from './razorpay/checkout.ts'

export const checkout: Checkout = razorpayCheckout
