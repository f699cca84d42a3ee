/** Chooses the payment provider. Another provider would be a folder beside `razorpay/`. */
import type { Gateway, PaymentServices } from './gateway.ts'
import { createRazorpayGateway } from './razorpay/gateway.ts'

export const createGateway = createRazorpayGateway

/** The provider that takes payments, then those that took earlier ones. */
export const listGateways = ({ gateway, earlierGateways = [] }: PaymentServices): Gateway[] => [
  gateway,
  ...earlierGateways,
]

/**
 * @param name as orders, payments and events store it
 * @returns the provider that an order, a payment or an event belongs to, whichever takes payments now
 * @throws Error where it is not configured any more
 */
export function getGateway(services: PaymentServices, name: string): Gateway {
  const found = listGateways(services).find((one) => one.name === name)
  if (!found) throw new Error(`The payment provider ${name} is not configured`)
  return found
}
