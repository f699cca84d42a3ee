import type { Knex } from 'knex'
import type { Order } from '../../../db/models/order.ts'
import { OrderPart } from '../../../db/models/order-work/order-part.ts'
import type { Services } from '../../app-type.ts'
import { CreateOrderResponse } from '../../contract/checkout.ts'
import { toWire } from '../../http/to-wire.ts'
import { getGateway } from '../payments/provider.ts'

/** @returns what the page needs to open the provider's checkout, of an order in parts with its first part */
export async function openPayableOrder(
  services: Services,
  db: Knex,
  order: Order,
): Promise<CreateOrderResponse> {
  const first = order.isInParts ? await OrderPart.query(db).findById([order.id, 1]) : undefined
  return toPayableOrder(services, order, first?.amountCents)
}

export function toPayableOrder(
  services: Services,
  order: Order,
  amount = order.amountCents,
): CreateOrderResponse {
  const gateway = getGateway(services, order.provider)
  return toWire(CreateOrderResponse, {
    ...order,
    orderId: order.id,
    razorpayOrderId: order.providerOrderId,
    amount,
    keyId: gateway.keyId,
    checkoutScript: gateway.checkoutScript,
  })
}
