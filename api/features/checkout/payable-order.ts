import type { Knex } from 'knex'
import type { Order } from '../../../db/models/order.ts'
import { OPEN_PART_STATES, OrderPart } from '../../../db/models/order-work/order-part.ts'
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
  return toPayableOrder(services, order, order.isInParts ? await listParts(db, order) : [])
}

/** That part, and what follows it and is not given up. */
export async function listParts(db: Knex, { id: orderId }: Order, from = 1): Promise<PayablePart[]> {
  const parts = await OrderPart.query(db)
    .where({ orderId })
    .where('position', '>=', from)
    .where((either) => either.where('position', from).orWhereIn('state', OPEN_PART_STATES))
    .orderBy('position')
  return parts.map(({ amountCents, due }) => ({ amount: amountCents, due }))
}

type PayablePart = NonNullable<CreateOrderResponse['later']>[number]

/** @param parts the one that is paid now and those that follow; empty for an order that is paid at once */
export function toPayableOrder(
  services: Services,
  order: Order,
  [now, ...later]: readonly PayablePart[] = [],
): CreateOrderResponse {
  const gateway = getGateway(services, order.provider)
  return toWire(CreateOrderResponse, {
    ...order,
    orderId: order.id,
    razorpayOrderId: order.providerOrderId,
    amount: now?.amount ?? order.amountCents,
    ...(later.length > 0 && { later }),
    keyId: gateway.keyId,
    checkoutScript: gateway.checkoutScript,
  })
}
