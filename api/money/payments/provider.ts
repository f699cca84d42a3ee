/** Chooses the payment provider. Another one would get a folder beside `razorpay/`. */
import type { Gateway, PaymentServices } from './gateway.ts'
import { createRazorpayGateway } from './razorpay/gateway.ts'

export const createGateway = createRazorpayGateway

/** Lists the current provider, then former ones. */
export const listGateways = ({ gateway, earlierGateways = [] }: PaymentServices): Gateway[] => [
  gateway,
  ...earlierGateways,
]

/**
 * Finds the provider of an order, payment or event, which may be a former one.
 * @param name as stored with it
 * @throws Error if that provider is no longer configured
 */
export function getGateway(services: PaymentServices, name: string): Gateway {
  const found = listGateways(services).find((one) => one.name === name)
  if (!found) throw new Error(`The payment provider ${name} is not configured`)
  return found
}
