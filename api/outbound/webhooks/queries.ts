/** Webhook messages and their attempts, for admins. */
import type { OutgoingEvent } from '#api/contract/orders/order-events.ts'
import { WebhookMessageListQuery, WebhookMessage as WireMessage } from '#api/contract/outbound/webhooks.ts'
import { toWire } from '#api/platform/http/to-wire.ts'
import { defineList } from '#api/platform/lists/define-list.ts'
import { whereGiven } from '#api/platform/lists/list.ts'
import { containsWord } from '#api/platform/lists/search.ts'
import { WebhookMessage } from '#db/models/outbound/webhook-endpoint.ts'

export const webhookMessageList = defineList({
  query: WebhookMessageListQuery,
  row: WireMessage,
  select: (db) => WebhookMessage.query(db).withGraphFetched('endpoint'),
  sorts: { createdAt: ['webhook_messages.created_at', 'webhook_messages.id'] },
  filter: (query, { endpointId, event, state }) => whereGiven(query, { endpointId, event, state }),
  search: containsWord(`' ' || event || ' ' || message_id || ' ' || (payload -> 'data' ->> 'invoiceNumber')`),
  toRow: toWireMessage,
})

export function toWireMessage(message: WebhookMessage): WireMessage {
  const { orderId, invoiceNumber } = (message.payload as OutgoingEvent).data
  return toWire(WireMessage, { ...message, orderId, invoiceNumber, url: message.endpoint?.url ?? '' })
}
