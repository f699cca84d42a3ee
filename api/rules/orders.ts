/**
 * Every status of an order's work, once: what it is called and shown as, and what it means for the customer. A new
 * status also needs a migration, its name in db/models/order.ts and its mail (api/features/orders/mails.ts); a new step,
 * its name in order-detail.ts and its look in site/features/dashboard/orders/order-timeline.tsx. What happens to an order that
 * gets a status, such as giving back its coupon, is in api/features/orders/order-status.ts. Free of zod, so that pages
 * can load it.
 */
interface OrderStatusRules {
  label: string
  /** How far the work is; what follows from it is in `WORK` and in site/features/dashboard/orders/next-step.ts. */
  work: 'waiting' | 'underway' | 'done' | 'dropped'
  /** The step of the customer's timeline when an open order gets this status. */
  step: string
  tone: Tone
  /** In the admin orders table alone: completed in the default style, pending secondary, all else destructive (docs/product/back-office.md, Admin area). */
  adminTone: Tone
}
/** Neutral: past. Accent: under way. Positive: done. Caution: somebody waits. Negative: late, failed or called off. */
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

/** Whether work on the order is still to come. */
export function isOpenStatus(status: OrderStatus): boolean {
  return WORK[RULES[status].work].isOpen
}

/** Whether it is called off: it takes no coupon, answers or work. */
export function isDropped(status: OrderStatus): boolean {
  return RULES[status].work === 'dropped'
}

/** Whether somebody works on the order now. */
export function isUnderWay(status: OrderStatus): boolean {
  return RULES[status].work === 'underway'
}

/** Whether somebody has worked on an order that the team gave this status. */
export function hasWork(status: OrderStatus): boolean {
  return WORK[RULES[status].work].hasStarted
}

/** @returns what `choose` takes of each status' rules, by status */
export function mapStatuses<Value>(choose: (rules: OrderStatusRules) => Value) {
  return Object.fromEntries(ORDER_STATUSES.map((status) => [status, choose(RULES[status])])) as Readonly<
    Record<OrderStatus, Value>
  >
}

/** What of the orders can wait for an admin, in the order in which it is shown. Free of zod, so that pages can load it. */
interface AttentionRules {
  label: string
  /** Of the list that it leads to, which begins with what has waited longest. */
  sort: 'createdAt' | 'promisedBy'
}

export const ORDER_ATTENTION = {
  overdue: { label: 'Overdue', sort: 'promisedBy' },
  dueSoon: { label: 'Due in 3 days', sort: 'promisedBy' },
  unassigned: { label: 'Unassigned', sort: 'createdAt' },
  readyToClose: { label: 'Ready to close', sort: 'promisedBy' },
  awaitsAnswers: { label: 'Waits for answers', sort: 'createdAt' },
} as const satisfies Record<string, AttentionRules>

export type OrderAttention = keyof typeof ORDER_ATTENTION
export const ORDER_ATTENTIONS = Object.keys(ORDER_ATTENTION) as OrderAttention[]

/** The database makes the numbers from the order's id (db/migrations/0004-orders.ts). @returns undefined for other text */
export function readOrderId(invoiceNumber: string): number | undefined {
  const id = /^INV-(\d+)$/.exec(invoiceNumber)?.[1]
  return id === undefined ? undefined : Number(id)
}
