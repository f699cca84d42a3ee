/** Orders as their customers see them. */
import * as z from 'zod'
import { Package } from '#api/contract/catalogue/catalogue.ts'
import { Buyer, User } from '#api/contract/people/auth.ts'
import { boundedText } from '#api/contract/platform/text.ts'
import { INSTALMENT_STATES } from '#api/rules/money/instalment-state.ts'
import { DUE_MOMENTS } from '#api/rules/money/payment-plan.ts'
import { TURNS } from '#api/rules/order-work/turns.ts'
import { MOST_FILES } from '#api/rules/order-work/uploads.ts'
import { ORDER_STATUSES } from '#api/rules/orders.ts'
import { NEXT_STEPS, PAYMENT_STATUSES } from '#api/rules/status-labels.ts'
import { WaitKind } from './dates.ts'
import { Delivery, Work, WorkState } from './deliveries.ts'

export const OrderStatus = z.enum(ORDER_STATUSES)
export type OrderStatus = z.infer<typeof OrderStatus>

export const PaymentStatus = z.enum(PAYMENT_STATUSES)
export type PaymentStatus = z.infer<typeof PaymentStatus>

/** One installment of an order. */
export const OrderInstalment = z.object({
  position: z.int().describe('from 1, in the order in which they are paid'),
  label: z.string(),
  amount: z.string(),
  due: z.enum(DUE_MOMENTS).describe('after what it is due'),
  dueAt: z.string().nullable().describe('since when it is due'),
  state: z.enum(INSTALMENT_STATES),
  paidAt: z.string().nullable(),
  hasInvoice: z.boolean(),
})
export type OrderInstalment = z.infer<typeof OrderInstalment>

/** Amounts are decimal strings in `currency`. */
export const Order = z.object({
  id: z.int(),
  invoiceNumber: z.string(),
  amount: z.string(),
  originalAmount: z.string(),
  discountAmount: z.string(),
  refundedAmount: z.string().describe('what of amount has been given back'),
  paidAmount: z.string().optional().describe('what of amount is paid; absent where it is paid at once'),
  amountDue: z.string().optional().describe('what is due now and not paid; absent where it is paid at once'),
  instalments: z
    .array(OrderInstalment)
    .optional()
    .describe('in which it is paid; absent where it is paid at once'),
  currency: z.string(),
  amountInr: z
    .string()
    .nullable()
    .describe('rupees: the amount itself, or dollars converted at usdInrRate; null for other currencies'),
  usdInrRate: z.string(),
  couponCode: z.string().nullable(),
  paymentId: z.string().nullable(),
  paymentStatus: PaymentStatus,
  status: OrderStatus,
  createdAt: z.string(),
  paidAt: z.string().nullable(),
  packageId: z.int(),
  packageName: z.string().describe('the name as it was when the order was made'),
  deliveryDays: z.int().describe('business days, as promised when the order was made'),
  promisedBy: z
    .string()
    .nullable()
    .describe("the end of the company's last business day of the delivery; null until it is paid"),
  firstPromisedBy: z
    .string()
    .nullable()
    .describe('the first promised date, where the team has set another one'),
  awaitsAnswers: z
    .boolean()
    .describe('required answers are missing: promisedBy moves by the business days until they are in'),
  waitsFor: WaitKind.nullable().describe('why the promised date stands still; null while it runs'),
  turn: z.enum(TURNS).describe('whose turn it is: what its pages and mails say comes next'),
  blockedBy: z.string().nullable().describe('who of the team cannot go on without a reply'),
  workState: WorkState.describe('of what is delivered, beside the status'),
  package: Package,
  buyer: Buyer.describe('as they were when the order was made'),
  reference: z.string().nullable().describe('the buyer’s own number of the order'),
})
export type Order = z.infer<typeof Order>

/** The staff member working on an order, as the customer sees them. */
export const OrderContact = z.object({
  firstName: z.string(),
  lastName: z.string(),
  role: z.string().describe('their job title; may be empty'),
})
export type OrderContact = z.infer<typeof OrderContact>

/** The next step of an open, paid order. Ready to start: its answers are in. Ready to close: all assignments are completed and nothing was delivered. */
export const ReadyTo = z.enum(NEXT_STEPS).nullable()
export type ReadyTo = z.infer<typeof ReadyTo>

export const CustomerOrder = Order.extend({
  user: User.describe('its customer, as they are today; buyer: as they were'),
  questions: z
    .object({ asked: z.int(), answered: z.int(), requiredOpen: z.int() })
    .describe('of its package; blank answers do not count'),
  contacts: z.array(OrderContact).describe('in the order in which they were assigned'),
  readyTo: ReadyTo,
})
export type CustomerOrder = z.infer<typeof CustomerOrder>

/**
 * The steps of an order's timeline, as its customer sees them. `ready`: all required answers are in; it replaces an
 * `answered` of the same minute. `paused`: the order is pending again. `accepted`: by the customer or automatically, which completes
 * the order. `cancelled_in_time`: by the customer. `reopened`: no longer completed or cancelled.
 */
export const TIMELINE_STEPS = [
  'ordered',
  'paid',
  'answered',
  'ready',
  'started',
  'delivered',
  'fault_reported',
  'change_asked',
  'accepted',
  'paused',
  'completed',
  'cancelled',
  'cancelled_in_time',
  'reopened',
  'partly_refunded',
  'refunded',
] as const

export const TimelineEntry = z.object({ step: z.enum(TIMELINE_STEPS), at: z.string() })
export type TimelineEntry = z.infer<typeof TimelineEntry>

export const OfferNumber = z.string().nullable().describe('of the offer that it came from')

/** One order with its timeline, oldest entry first. */
export const OrderDetail = CustomerOrder.extend({
  offerNumber: OfferNumber,
  refunds: z
    .array(
      z.object({
        amount: z.string(),
        amountInr: z.string().nullable(),
        status: z.enum(['underway', 'processed']),
        at: z.string(),
        bankReference: z.string().nullable().describe('by which the bank can trace it, once it is known'),
      }),
    )
    .describe('what goes back or has gone back, oldest first'),
  work: Work,
  deliveries: z.array(Delivery).describe('what the team delivered, oldest first'),
  timeline: z.array(TimelineEntry),
})
export type OrderDetail = z.infer<typeof OrderDetail>

const QuestionId = z.string().regex(/^[1-9]\d{0,9}$/)

/** Answers by question id, to any of the package's questions. */
export const SaveAnswersBody = z.object({
  answers: z.record(QuestionId, boundedText({ max: 5000, label: 'An answer', isLong: true })),
  files: z
    .record(QuestionId, z.array(z.uuid()).max(MOST_FILES, `An answer can have at most ${MOST_FILES} files`))
    .default({})
    .describe('of questions that ask for files: all complete uploads that are the answer from now on'),
})
export type SaveAnswersBody = z.infer<typeof SaveAnswersBody>

export const OrderAnswer = z.object({ questionId: z.int(), question: z.string(), answer: z.string() })
export type OrderAnswer = z.infer<typeof OrderAnswer>
