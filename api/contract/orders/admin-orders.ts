/** Orders as the back office shows them: the list's rows, one order's page, its history. */
import * as z from 'zod'
import { AcceptedPolicy } from '#api/contract/content/policies.ts'
import { User } from '#api/contract/people/auth.ts'
import { FOLLOW_PARAMETERS, IdFilter, listParameters, oneOf } from '#api/contract/platform/lists.ts'
import { boundedText } from '#api/contract/platform/text.ts'
import { ORDER_ATTENTIONS } from '#api/rules/orders.ts'
import { PAYMENT_STATUSES } from '#api/rules/status-labels.ts'
import { Delivery, Work } from './deliveries.ts'
import { OfferNumber, Order, OrderStatus, ReadyTo } from './orders.ts'
import { Reminder } from './reminders.ts'
import { AdminAssignment } from './staff.ts'

export const ORDER_SORTS = [
  'createdAt',
  'invoiceNumber',
  'packageName',
  'amount',
  'status',
  'paymentStatus',
  'promisedBy',
] as const

const DAY = 'This must be a day such as 2026-04-01'
const Day = z.iso.date(DAY).regex(/^20/, DAY)

const OrderFilters = z.object({
  ...listParameters(ORDER_SORTS, '-createdAt'),
  status: OrderStatus.optional().describe('only orders whose work has this status'),
  paymentStatus: oneOf('paymentStatus', PAYMENT_STATUSES)
    .optional()
    .describe('only orders whose money has this status'),
  hasPayment: oneOf('hasPayment', ['true'])
    .optional()
    .describe('only orders whose money is with the shop, all of it or a part'),
  packageId: IdFilter.optional().describe('only orders of this package'),
  userId: IdFilter.optional().describe('only orders of this account'),
  attention: oneOf('attention', ORDER_ATTENTIONS)
    .optional()
    .describe('only orders that wait for an admin in this way'),
  from: Day.optional().describe('only orders from this day on, in the company’s time zone'),
  to: Day.optional().describe('only orders until this day, in the company’s time zone'),
})
const DAYS_IN_ORDER = { path: ['to'], message: 'to must not be before from' }
const areInOrder = ({ from, to }: { from?: string | undefined; to?: string | undefined }) =>
  !from || !to || from <= to

export const OrderListQuery = OrderFilters.extend(FOLLOW_PARAMETERS).refine(areInOrder, DAYS_IN_ORDER)
/** An export contains the whole filtered list. */
export const OrderExportQuery = OrderFilters.omit({ limit: true, offset: true }).refine(
  areInOrder,
  DAYS_IN_ORDER,
)
export type OrderListQuery = z.infer<typeof OrderListQuery>

/** A row of the list. `customer` is the buyer as recorded at the time of the order. */
export const ListedOrder = Order.pick({
  id: true,
  invoiceNumber: true,
  amount: true,
  currency: true,
  originalAmount: true,
  discountAmount: true,
  couponCode: true,
  refundedAmount: true,
  paidAmount: true,
  amountDue: true,
  paymentId: true,
  paymentStatus: true,
  status: true,
  createdAt: true,
  packageId: true,
  packageName: true,
  promisedBy: true,
  firstPromisedBy: true,
  awaitsAnswers: true,
  waitsFor: true,
  workState: true,
}).extend({
  awaitsReplySince: z.string().nullable().describe('since when its customer waits for a reply of the team'),
  due: z
    .enum(['overdue', 'soon'])
    .nullable()
    .describe('of work under way: promisedBy has passed, or comes within three business days'),
  readyTo: ReadyTo,
  refundDueBy: z.string().nullable().describe('a refund is asked for: by when it is to be decided'),
  refundPendingSince: z.string().nullable().describe('since when money that goes back is on its way'),
  answers: z.object({ answered: z.int(), asked: z.int() }).describe('to the questions'),
  staff: z
    .array(User.pick({ id: true, firstName: true, lastName: true }))
    .describe('who is assigned, the first one first'),
  customer: User.pick({ firstName: true, lastName: true, email: true, company: true }),
  user: User.pick({ id: true, firstName: true, lastName: true, email: true, company: true })
    .nullable()
    .describe('the account as it is today; null for an attempt that has none yet'),
})
export type ListedOrder = z.infer<typeof ListedOrder>

export const ChangeOrderStatusBody = z.object({
  status: OrderStatus,
  stillDue: z
    .array(z.int().min(1).max(3))
    .max(3)
    .optional()
    .describe(
      'with cancelled alone, of an order in instalments: what is owed for work that is done. The others lapse',
    ),
  hadWorkBegun: z
    .boolean()
    .optional()
    .describe('false, with pending alone: no start before counts. Absent: what was started stays started'),
  reason: z
    .optional(boundedText({ max: 500, label: 'The reason', isLong: true }))
    .describe('kept in the history of the order'),
})
export type ChangeOrderStatusBody = z.infer<typeof ChangeOrderStatusBody>

export const OrderHistoryEvent = z.object({
  id: z.int(),
  kind: z.enum(['status', 'payment_status', 'note']),
  from: z.string().nullable(),
  to: z.string().nullable(),
  note: z.string().nullable(),
  actorKind: z.enum(['customer', 'staff', 'admin', 'system', 'provider']),
  actor: User.pick({ id: true, firstName: true, lastName: true }).nullable(),
  createdAt: z.string(),
})
export type OrderHistoryEvent = z.infer<typeof OrderHistoryEvent>

/** A question of the package with the customer's answer. */
const OrderQuestion = z.object({
  id: z.int(),
  question: z.string().describe('as it was asked when it was answered'),
  required: z.boolean(),
  answer: z.string().describe('empty where there is none'),
})

export const OrderAssignment = AdminAssignment.omit({ order: true })
export type OrderAssignment = z.infer<typeof OrderAssignment>

export const AdminOrderDetail = Order.omit({ package: true }).extend({
  user: User.nullable().describe('the account; null for an attempt that has none yet'),
  embedOrigin: z
    .string()
    .nullable()
    .describe(
      'of the website that it was bought on, as its buyer’s browser has claimed; null: in the shop itself',
    ),
  offerNumber: OfferNumber,
  ...ListedOrder.pick({ due: true, readyTo: true }).shape,
  acceptedPolicies: z
    .array(AcceptedPolicy)
    .nullable()
    .describe('null for orders from before this was recorded'),
  questions: z.array(OrderQuestion).describe('in the order of the form'),
  reminders: z.array(Reminder).describe('of missing answers, oldest first'),
  isCallDue: z.boolean().describe('reminded by mail in vain, and not called yet'),
  mayClose: z.boolean().describe('the customer has said nothing for long, nor after a last reminder'),
  assignments: z.array(OrderAssignment).describe('oldest first'),
  work: Work,
  deliveries: z.array(Delivery).describe('oldest first, those that wait for an admin too'),
})
export type AdminOrderDetail = z.infer<typeof AdminOrderDetail>
