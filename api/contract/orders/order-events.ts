/** The content of outgoing webhooks about an order (docs/webhooks.md). */
import * as z from 'zod'
import { MessageRole } from './conversation.ts'
import { OrderStatus, PaymentStatus } from './orders.ts'

/** The order's fields, which every message has. The customer's data is left out: receivers read it through the API. */
export const OrderPayload = z.object({
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
export type OrderPayload = z.infer<typeof OrderPayload>

const eventOf = <Type extends string, Data extends z.ZodObject>(type: Type, data: Data) =>
  z.object({
    type: z.literal(type),
    timestamp: z
      .string()
      .meta({ examples: ['2026-11-22T10:15:00.000Z'] })
      .describe('when it happened, in ISO 8601 and UTC'),
    data,
  })

/** An order that is paid in instalments has two more fields. They are absent if the order is paid at once. */
const PaidPayload = OrderPayload.extend({
  paidAmount: z
    .string()
    .meta({ examples: ['649.50'] })
    .optional()
    .describe('of an order in instalments: what of amount is paid'),
  amountDue: z
    .string()
    .meta({ examples: ['0.00'] })
    .optional()
    .describe('of an order in instalments: what is due now and not paid'),
})
export const OrderPaidEvent = eventOf('order.paid', PaidPayload)
export const OrderInstalmentPaidEvent = eventOf(
  'order.instalment_paid',
  PaidPayload.required().extend({ paymentStatus: PaymentStatus.meta({ examples: ['instalment_paid'] }) }),
)
export const OrderStatusChangedEvent = eventOf(
  'order.status_changed',
  OrderPayload.extend({
    status: OrderStatus.meta({ examples: ['processing'] }),
    fromStatus: OrderStatus.describe('what the status was before'),
  }),
)
export const OrderRefundedEvent = eventOf(
  'order.refunded',
  OrderPayload.extend({
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
const DeliveryPayload = OrderPayload.extend({
  deliveryNumber: z.int().describe('of the delivery, in its order'),
})
export const OrderDeliveredEvent = eventOf('order.delivered', DeliveryPayload)
export const OrderAcceptedEvent = eventOf(
  'order.accepted',
  DeliveryPayload.extend({
    acceptedBy: z.enum(['customer', 'time']).describe('time: nothing was reported in the days for testing'),
  }),
)
export const OrderChangeRequestedEvent = eventOf(
  'order.change_requested',
  OrderPayload.extend({
    requestId: z.int(),
    kind: z.enum(['fault', 'change']).describe('fault: something is wrong with what was delivered'),
  }),
)
export const RefundRequestedEvent = eventOf(
  'refund.requested',
  OrderPayload.extend({
    requestId: z.int(),
    askedAmount: z
      .string()
      .meta({ examples: ['99.00'] })
      .describe('what the customer asks to have back; an admin decides'),
  }),
)

export const MessageCreatedEvent = eventOf(
  'message.created',
  OrderPayload.extend({
    messageId: z.int(),
    authorRole: MessageRole.describe('what the writer is to the order; notes of the team cause no event'),
  }),
)

export type OutgoingEvent =
  | z.infer<typeof OrderPaidEvent>
  | z.infer<typeof OrderInstalmentPaidEvent>
  | z.infer<typeof OrderStatusChangedEvent>
  | z.infer<typeof OrderRefundedEvent>
  | z.infer<typeof MessageCreatedEvent>
  | z.infer<typeof OrderDeliveredEvent>
  | z.infer<typeof OrderAcceptedEvent>
  | z.infer<typeof OrderChangeRequestedEvent>
  | z.infer<typeof RefundRequestedEvent>
