/** Webhook messages and their delivery, for admins. */
import type { OutgoingEvent } from '#api/contract/orders/order-events.ts'
import { DeliveryListQuery, WebhookDelivery as WireDelivery } from '#api/contract/outbound/webhooks.ts'
import { toWire } from '#api/platform/http/to-wire.ts'
import { defineList } from '#api/platform/lists/define-list.ts'
import { whereGiven } from '#api/platform/lists/list.ts'
import { holdsWord } from '#api/platform/lists/search.ts'
import { WebhookDelivery } from '#db/models/outbound/webhook-endpoint.ts'

export const deliveryList = defineList({
  query: DeliveryListQuery,
  row: WireDelivery,
  select: (db) => WebhookDelivery.query(db).withGraphFetched('endpoint'),
  sorts: { createdAt: ['webhook_messages.created_at', 'webhook_messages.id'] },
  filter: (query, { endpointId, event, state }) => whereGiven(query, { endpointId, event, state }),
  search: holdsWord(`' ' || event || ' ' || message_id || ' ' || (payload -> 'data' ->> 'invoiceNumber')`),
  toRow: toWireDelivery,
})

export function toWireDelivery(delivery: WebhookDelivery): WireDelivery {
  const { orderId, invoiceNumber } = (delivery.payload as OutgoingEvent).data
  return toWire(WireDelivery, { ...delivery, orderId, invoiceNumber, url: delivery.endpoint?.url ?? '' })
}
