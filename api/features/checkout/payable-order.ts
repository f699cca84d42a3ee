import type { Order } from '../../../db/models/order.ts'
import { CreateOrderResponse } from '../../contract/checkout.ts'
import { toWire } from '../../http/to-wire.ts'
import type { Gateway } from '../payments/gateway.ts'

/** @returns what the page needs to open the provider's checkout */
export function toPayableOrder(gateway: Gateway, order: Order): CreateOrderResponse {
  return toWire(CreateOrderResponse, {
    ...order,
    orderId: order.id,
    razorpayOrderId: order.providerOrderId,
    amount: order.amountCents,
    keyId: gateway.keyId,
    checkoutScript: gateway.checkoutScript,
  })
}
