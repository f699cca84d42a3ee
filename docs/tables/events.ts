/** The events of outgoing webhooks, and the fields of each. */
import * as z from 'zod'
import {
  MessageCreatedEvent,
  OrderAcceptedEvent,
  OrderChangeRequestedEvent,
  OrderDeliveredEvent,
  OrderInstalmentPaidEvent,
  OrderPaidEvent,
  OrderRefundedEvent,
  OrderStatusChangedEvent,
  RefundRequestedEvent,
} from '#api/contract/orders/order-events.ts'
import type { OUTGOING_EVENTS } from '#api/contract/outbound/webhooks.ts'
import { writeTable } from './markdown.ts'

/** When each event is sent, and its schema. */
const EVENTS = {
  'order.paid': ['an order is paid', OrderPaidEvent],
  'order.instalment_paid': [
    'an instalment of an order is paid, and another is still to be',
    OrderInstalmentPaidEvent,
  ],
  'order.status_changed': ['the status of a paid order changes', OrderStatusChangedEvent],
  'order.refunded': ['money that had paid an order goes back', OrderRefundedEvent],
  'message.created': ['the customer or the team of an order writes, without its text', MessageCreatedEvent],
  'order.delivered': ['the customer gets a delivery of the whole order', OrderDeliveredEvent],
  'order.accepted': ['a delivery is accepted, by its customer or by time', OrderAcceptedEvent],
  'order.change_requested': ['the customer reports a fault or asks for a change', OrderChangeRequestedEvent],
  'refund.requested': ['the customer asks for a refund, which an admin decides', RefundRequestedEvent],
} as const satisfies Record<(typeof OUTGOING_EVENTS)[number], readonly [string, z.ZodObject]>

/** Describes a field by its values or its type, and its description. */
function describeField([name, field]: [string, z.ZodType]): string {
  const { type, enum: values, description } = z.toJSONSchema(field)
  return `\`${name}\` (${[values?.join(', ') ?? type, description].filter(Boolean).join(': ')})`
}

export function writeEvents(): string {
  const events = Object.entries(EVENTS).map(([event, [when, schema]]) => ({
    event: `\`${event}\``,
    when,
    fields: Object.entries<z.ZodType>(schema.shape.data.shape).map(describeField),
  }))
  const [first, ...others] = events
  const shared = (first?.fields ?? []).filter((field) => others.every(({ fields }) => fields.includes(field)))
  const rows = events.map(({ event, when, fields }) => [
    event,
    when,
    fields.filter((field) => !shared.includes(field)).join('<br>'),
  ])
  const facts = shared.map((field) => `- ${field}`).join('\n')
  return `The \`data\` of each has these facts of the order:\n\n${facts}\n\n${writeTable(['event', 'when', 'also in `data`'], rows)}`
}
