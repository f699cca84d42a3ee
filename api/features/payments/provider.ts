/** The payment provider that the shop works with. Another one gets a folder beside `razorpay/` and is chosen here. */
import { createRazorpayGateway } from './razorpay/gateway.ts'

export const createGateway = createRazorpayGateway
