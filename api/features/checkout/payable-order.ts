import type { Order } from '../../../db/models/order.ts'
import type { Services } from '../../app-type.ts'
import { CreateOrderResponse } from '../../contract/checkout.ts'
import { toWire } from '../../http/to-wire.ts'
import { getGateway } from '../payments/provider.ts'

/** @returns what the page needs to open the provider's checkout */
export function toPayableOrder(services: Services, order: Order): CreateOrderResponse {
  const gateway = getGateway(services, order.provider)
  return toWire(CreateOrderResponse, {
    ...order,
    orderId: order.id,
    razorpayOrderId: order.providerOrderId,
    amount: order.amountCents,
    keyId: gateway.keyId,
    checkoutScript: gateway.checkoutScript,
  })
}
