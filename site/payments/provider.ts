/** The provider whose checkout the site opens. Another one gets a folder beside `razorpay/` and is chosen here. */
import type { Checkout } from './checkout.ts'
import { razorpayCheckout } from './razorpay/checkout.ts'

export const checkout: Checkout = razorpayCheckout
