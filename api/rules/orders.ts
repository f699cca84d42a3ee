/**
 * Every status of an order's work: its label and colour, and what it means for the customer. A new status also needs a
 * migration, its name in db/models/orders/order.ts and its mail (api/orders/order/mails.ts). A new step also needs its name in
 * api/contract/orders/orders.ts and its look in site/areas/customer/orders/order-timeline.tsx. What happens when an order gets a
 * status, such as giving back its coupon, is in api/orders/order/order-status.ts. Without zod, so that pages can load it.
 */
interface OrderStatusRules {
  label: string
  /** The progress of the work. `WORK` and site/areas/customer/orders/next-step.ts depend on it. */
  work: 'waiting' | 'underway' | 'done' | 'dropped'
  /** The step of the customer's timeline when an open order gets this status. */
  step: string
  tone: Tone
  /** The colour in the admin orders table, which differs from all other places (docs/product/back-office.md, Admin area). */
  adminTone: Tone
}
/** The colours' meanings. Neutral: past. Accent: in progress. Positive: done. Caution: waiting. Negative: late, failed or cancelled. */
export type Tone = 'neutral' | 'accent' | 'positive' | 'caution' | 'negative'

const RULES = {
  pending: {
    label: 'Pending',
    work: 'waiting',
    step: 'paused',
    tone: 'caution',
    adminTone: 'neutral',
  },
  processing: {
    label: 'In Process',
    work: 'underway',
    step: 'started',
    tone: 'accent',
    adminTone: 'negative',
  },
  completed: {
    label: 'Completed',
    work: 'done',
    step: 'completed',
    tone: 'positive',
    adminTone: 'accent',
  },
  cancelled: {
    label: 'Cancelled',
    work: 'dropped',
    step: 'cancelled',
    tone: 'negative',
    adminTone: 'negative',
  },
} as const satisfies Record<string, OrderStatusRules>

type Rules = typeof RULES
type OrderStatus = keyof Rules

export const ORDER_STATUSES = Object.keys(RULES) as OrderStatus[]

export function getStatusRules(status: OrderStatus): OrderStatusRules & Pick<Rules[OrderStatus], 'step'> {
  return RULES[status]
}

const WORK: Record<OrderStatusRules['work'], { isOpen: boolean; hasStarted: boolean }> = {
  waiting: { isOpen: true, hasStarted: false },
  underway: { isOpen: true, hasStarted: true },
  done: { isOpen: false, hasStarted: true },
  dropped: { isOpen: false, hasStarted: false },
}

/** Whether work on the order is not finished. */
export function isOpenStatus(status: OrderStatus): boolean {
  return WORK[RULES[status].work].isOpen
}

/** Whether the order is cancelled: it then uses no coupon and needs no answers or work. */
export function isDropped(status: OrderStatus): boolean {
  return RULES[status].work === 'dropped'
}

export function isUnderWay(status: OrderStatus): boolean {
  return RULES[status].work === 'underway'
}

/** Whether work has started, provided that the team set this status. */
export function hasWork(status: OrderStatus): boolean {
  return WORK[RULES[status].work].hasStarted
}

/** What each payment status means. */
const MONEY = {
  unpaid: { hasMoney: false },
  /** At least one part is paid, and another is still to be paid. */
  part_paid: { hasMoney: true },
  paid: { hasMoney: true },
  /** Everything that was paid has been refunded. */
  refunded: { hasMoney: false },
} as const satisfies Record<string, { hasMoney: boolean }>

export type MoneyStatus = keyof typeof MONEY
/** The payment statuses in which an order is worked on. */
export const STATUSES_WITH_MONEY = (Object.keys(MONEY) as MoneyStatus[]).filter(
  (status) => MONEY[status].hasMoney,
)

/** Whether the shop holds money for the order, in full or in part. Work, answers, dates and warranty depend on it. */
export function hasMoney({ paymentStatus }: { paymentStatus: MoneyStatus }): boolean {
  return MONEY[paymentStatus].hasMoney
}

/** Whether the order is paid, at least in part, and open. */
export function isInWork(order: { status: OrderStatus; paymentStatus: MoneyStatus }): boolean {
  return hasMoney(order) && isOpenStatus(order.status)
}

/** @returns the result of `choose` for the rules of each status, by status */
export function mapStatuses<Value>(choose: (rules: OrderStatusRules) => Value) {
  return Object.fromEntries(ORDER_STATUSES.map((status) => [status, choose(RULES[status])])) as Readonly<
    Record<OrderStatus, Value>
  >
}

/** The reasons why orders need an admin's attention, in display order. */
interface AttentionRules {
  label: string
  /** Sorts the list of these orders, so that the one that has waited longest comes first. */
  sort: 'createdAt' | 'promisedBy'
  /** A broken promise, which is rare. The list offers this filter only to those who arrive from what needs attention. */
  isAlarm?: true
}

export const ORDER_ATTENTION = {
  overdue: { label: 'Overdue', sort: 'promisedBy' },
  dueSoon: { label: 'Due in 3 days', sort: 'promisedBy' },
  overduePart: { label: 'Payment overdue', sort: 'createdAt' },
  refundLate: { label: 'Refund review past its date', sort: 'createdAt', isAlarm: true },
  refundPending: { label: 'Refund not sent in time', sort: 'createdAt', isAlarm: true },
  lateReply: { label: 'Reply is late', sort: 'createdAt', isAlarm: true },
  refundAsked: { label: 'Refund asked for', sort: 'createdAt' },
  awaitsReply: { label: 'Customer waits for a reply', sort: 'createdAt' },
  unassigned: { label: 'Unassigned', sort: 'createdAt' },
  readyToClose: { label: 'Ready to close', sort: 'promisedBy' },
  callCustomer: { label: 'Call the customer', sort: 'createdAt' },
  mayClose: { label: 'Silent, may be closed', sort: 'createdAt' },
  awaitsAnswers: { label: 'Waits for answers', sort: 'createdAt' },
  awaitsAcceptance: { label: 'Waits for acceptance', sort: 'createdAt' },
} as const satisfies Record<string, AttentionRules>

export type OrderAttention = keyof typeof ORDER_ATTENTION
export const isAlarm = (attention: OrderAttention): boolean => 'isAlarm' in ORDER_ATTENTION[attention]
export const ORDER_ATTENTIONS = Object.keys(ORDER_ATTENTION) as OrderAttention[]

/** Reverses the invoice number that the database generates from an order's id (db/migrations/0004-orders.ts). @returns undefined for other text */
export function readOrderId(invoiceNumber: string): number | undefined {
  const id = /^INV-(\d+)$/.exec(invoiceNumber)?.[1]
  return id === undefined ? undefined : Number(id)
}
