/** The content of outgoing webhooks about an order (docs/webhooks.md). */
import * as z from 'zod'
import { MessageRole } from './conversation.ts'
import { OrderStatus, PaymentStatus } from './orders.ts'

/** The order's fields in every message. The customer is left out: receivers fetch that from the API. */
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

/** The additional fields of an order that is paid in instalments. Absent if it is paid at once. */
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
export const OrderInstalmentPaidEvent = eventOf(
  'order.instalment_paid',
  PaidFacts.required().extend({ paymentStatus: PaymentStatus.meta({ examples: ['instalment_paid'] }) }),
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
  | z.infer<typeof OrderInstalmentPaidEvent>
  | z.infer<typeof OrderStatusChangedEvent>
  | z.infer<typeof OrderRefundedEvent>
  | z.infer<typeof MessageCreatedEvent>
  | z.infer<typeof OrderDeliveredEvent>
  | z.infer<typeof OrderAcceptedEvent>
  | z.infer<typeof OrderChangeRequestedEvent>
  | z.infer<typeof RefundRequestedEvent>
