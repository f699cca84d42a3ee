import type { Order } from '../../../db/models/order.ts'
import type { CreateOrderResponse } from '../../contract/orders.ts'
import type { Gateway } from '../payments/gateway.ts'

/** What the page needs to open the provider's checkout for an order. */
export function toPayableOrder(gateway: Gateway, order: Order): CreateOrderResponse {
  return {
    id: order.id,
    orderId: order.id,
    invoiceNumber: order.invoiceNumber,
    razorpayOrderId: order.providerOrderId,
    amount: order.amountCents,
    currency: order.currency,
    keyId: gateway.keyId,
    checkoutScript: gateway.checkoutScript,
  }
}
