/** Chooses the payment provider. Another provider would be a folder beside `razorpay/`. */
import { createRazorpayGateway } from './razorpay/gateway.ts'

export const createGateway = createRazorpayGateway
