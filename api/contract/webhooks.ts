/**
 * Outgoing webhooks (docs/webhooks.md): their messages, and the list of endpoints that admins edit. The payment provider's
 * events, which come in, are in payments.ts.
 */

import * as z from 'zod'
import { cleanLine } from '#api/rules/clean-text.ts'
import { IdFilter, listParameters, oneOf } from './lists.ts'
import { MessageRole } from './order-work/messages.ts'
import { OrderStatus, PaymentStatus } from './orders.ts'

/** The fields of the order in every message. Without the customer: receivers ask the API. */
export const OrderFacts = z.object({
  orderId: z.int().meta({ examples: [42] }),
  invoiceNumber: z.string().meta({ examples: ['INV-42'] }),
  packageId: z.int().meta({ examples: [7] }),
  packageName: z
    .string()
    .meta({ examples: ['Business Website'] })
    .describe('the name as it was when the order was made'),
  amount: z
    .string()
    .meta({ examples: ['1299.00'] })
    .describe('the price of the order, a decimal string such as 99.00'),
  currency: z.string().meta({ examples: ['USD'] }),
  status: OrderStatus,
  paymentStatus: PaymentStatus.meta({ examples: ['paid'] }),
})
export type OrderFacts = z.infer<typeof OrderFacts>

const eventOf = <Type extends string, Data extends z.ZodObject>(type: Type, data: Data) =>
  z.object({
    type: z.literal(type),
    timestamp: z
      .string()
      .meta({ examples: ['2026-11-22T10:15:00.000Z'] })
      .describe('when it happened, in ISO 8601 and UTC'),
    data,
  })

/** Of an order that is paid in parts, absent where it is paid at once. */
const PaidFacts = OrderFacts.extend({
  paidAmount: z
    .string()
    .meta({ examples: ['649.50'] })
    .optional()
    .describe('of an order in parts: what of amount is paid'),
  amountDue: z
    .string()
    .meta({ examples: ['0.00'] })
    .optional()
    .describe('of an order in parts: what is due now and not paid'),
})
export const OrderPaidEvent = eventOf('order.paid', PaidFacts)
export const OrderPartPaidEvent = eventOf(
  'order.part_paid',
  PaidFacts.required().extend({ paymentStatus: PaymentStatus.meta({ examples: ['part_paid'] }) }),
)
export const OrderStatusChangedEvent = eventOf(
  'order.status_changed',
  OrderFacts.extend({
    status: OrderStatus.meta({ examples: ['processing'] }),
    fromStatus: OrderStatus.describe('what the status was before'),
  }),
)
export const OrderRefundedEvent = eventOf(
  'order.refunded',
  OrderFacts.extend({
    refundId: z.int(),
    refundAmount: z
      .string()
      .meta({ examples: ['99.00'] })
      .describe('what goes back by this refund'),
    refundedAmount: z
      .string()
      .meta({ examples: ['99.00'] })
      .describe('what has gone back in all'),
  }),
)
const DeliveryFacts = OrderFacts.extend({ deliveryNumber: z.int().describe('of the delivery, in its order') })
export const OrderDeliveredEvent = eventOf('order.delivered', DeliveryFacts)
export const OrderAcceptedEvent = eventOf(
  'order.accepted',
  DeliveryFacts.extend({
    acceptedBy: z.enum(['customer', 'time']).describe('time: nothing was reported in the days for testing'),
  }),
)
export const OrderChangeRequestedEvent = eventOf(
  'order.change_requested',
  OrderFacts.extend({
    requestId: z.int(),
    kind: z.enum(['fault', 'change']).describe('fault: something is wrong with what was delivered'),
  }),
)
export const RefundRequestedEvent = eventOf(
  'refund.requested',
  OrderFacts.extend({
    requestId: z.int(),
    askedAmount: z
      .string()
      .meta({ examples: ['99.00'] })
      .describe('what the customer asks to have back; an admin decides'),
  }),
)

export const MessageCreatedEvent = eventOf(
  'message.created',
  OrderFacts.extend({
    messageId: z.int(),
    authorRole: MessageRole.describe('what the writer is to the order; notes of the team cause no event'),
  }),
)

export type OutgoingEvent =
  | z.infer<typeof OrderPaidEvent>
  | z.infer<typeof OrderPartPaidEvent>
  | z.infer<typeof OrderStatusChangedEvent>
  | z.infer<typeof OrderRefundedEvent>
  | z.infer<typeof MessageCreatedEvent>
  | z.infer<typeof OrderDeliveredEvent>
  | z.infer<typeof OrderAcceptedEvent>
  | z.infer<typeof OrderChangeRequestedEvent>
  | z.infer<typeof RefundRequestedEvent>

export const OUTGOING_EVENTS = [
  'order.paid',
  'order.part_paid',
  'order.status_changed',
  'order.refunded',
  'message.created',
  'order.delivered',
  'order.accepted',
  'order.change_requested',
  'refund.requested',
] as const

const Url = z
  .string('Address must be text')
  .overwrite(cleanLine)
  .min(1, 'Address is required')
  .max(500, 'Address must be at most 500 characters')
const Events = z
  .array(z.enum(OUTGOING_EVENTS, `Events are some of ${OUTGOING_EVENTS.join(', ')}`))
  .min(1, 'Choose at least one event')
  .max(OUTGOING_EVENTS.length, 'Choose each event once')

export const CreateEndpointBody = z.object({ url: Url, events: Events })
export type CreateEndpointBody = z.infer<typeof CreateEndpointBody>

/** Fields that are left out stay as they are. */
export const UpdateEndpointBody = CreateEndpointBody.partial().extend({ isDisabled: z.boolean().optional() })
export type UpdateEndpointBody = z.infer<typeof UpdateEndpointBody>

export const WebhookEndpoint = z.object({
  id: z.int(),
  url: z.string(),
  events: z.array(z.enum(OUTGOING_EVENTS)),
  createdAt: z.string(),
  failingSince: z.string().nullable().describe('since when every try has failed'),
  disabledAt: z.string().nullable(),
  disabledAs: z
    .enum(['admin', 'failing', 'gone'])
    .nullable()
    .describe('failing and gone: by the shop itself, because nothing arrived or it said 410'),
})
export type WebhookEndpoint = z.infer<typeof WebhookEndpoint>

/** Only this response shows the secret. */
export const EndpointWithSecret = WebhookEndpoint.extend({
  secret: z.string().describe('whsec_…, to check signatures with; shown this once'),
})
export type EndpointWithSecret = z.infer<typeof EndpointWithSecret>

const WebhookOutcome = z.object({
  responseStatus: z.int().nullable().describe('null where nobody responded'),
  response: z.string().nullable().describe('its beginning, or why there was none'),
})

/** What became of a test message at once. */
export const WebhookTest = WebhookOutcome.extend({
  isDelivered: z.boolean().describe('the status is one of 200 to 299'),
})
export type WebhookTest = z.infer<typeof WebhookTest>

export const DELIVERY_STATES = ['waiting', 'delivered', 'failed'] as const

export const DeliveryListQuery = z.object({
  ...listParameters(['createdAt'], '-createdAt'),
  endpointId: IdFilter.optional().describe('only messages to this endpoint'),
  event: oneOf('event', OUTGOING_EVENTS).optional().describe('only messages about this event'),
  state: oneOf('state', DELIVERY_STATES).optional().describe('only messages in this state'),
})
export type DeliveryListQuery = z.infer<typeof DeliveryListQuery>

/** One message to one endpoint, and how its delivery went. */
export const WebhookDelivery = z.object({
  id: z.int(),
  messageId: z.string().describe('webhook-id, the same for all tries'),
  endpointId: z.int(),
  url: z.string().describe('of the endpoint, as it is today'),
  event: z.string(),
  orderId: z.int(),
  invoiceNumber: z.string(),
  state: z.enum(DELIVERY_STATES),
  attempts: z.int(),
  createdAt: z.string(),
  triedAt: z.string().nullable(),
  nextTryAt: z.string().nullable(),
  ...WebhookOutcome.shape,
})
export type WebhookDelivery = z.infer<typeof WebhookDelivery>
