/**
 * Every status of an order's work and of its payment, each in a table whose columns say what follows from a status. No other code
 * compares a status with its name (docs/no-order-status.grit, docs/no-status-compared.grit). A new status also needs its name in
 * db/models/orders/order.ts and a migration: its constraint and, where it is open, the index orders_to_do_idx. A new step also needs
 * its name in api/contract/orders/orders.ts. Without zod, so that pages can load it.
 */
import type { Turn } from './order-work/turns.ts'
import { isUnderWarranty, type WorkState } from './order-work/work-state.ts'
import { SILENCE_DAYS } from './promises.ts'
import type { StatusLook, Tone } from './statuses.ts'

interface OrderStatusRules {
  label: string
  /** The step of the customer's timeline when an open order gets this status. */
  step: string
  /** The step when a closed order gets this status. */
  stepAgain: string
  tone: Tone
  /** The colour in the admin orders table, which differs from all other places (docs/product/back-office.md, Admin area). */
  adminTone: Tone
  /** Whether work on the order is not finished. */
  isOpen: boolean
  /** Whether work has not begun: the customer's complete answers, a start or a delivery set the next status. */
  awaitsStart: boolean
  /** Whether a staff member who starts sets the next status. */
  mayStart: boolean
  /** Whether work is under way or, where the customer's answers set the status, can start. */
  isUnderWay: boolean
  /** Whether the status says that work has begun, provided that the team set it. */
  hasWork: boolean
  /** Whose turn it is whatever the work waits for, which also says whether the promised date runs; null: the facts decide. */
  turn: Turn | null
  /** Whether required answers that are missing are asked for, and hold the work up. */
  asksAnswers: boolean
  /** Whether the team may deliver. */
  mayDeliver: boolean
  /** Whether the work is completed: its instalments are due, and the warranty and the time for a review run. */
  isDone: boolean
  /** Whether the order is cancelled: it then uses no coupon and needs no answers or work. */
  isCancelled: boolean
  /** Whether an unpaid order can be paid, and is cancelled if it is not paid in time. */
  isPayable: boolean
}

const RULES = {
  pending: {
    label: 'Pending',
    step: 'paused',
    stepAgain: 'reopened',
    tone: 'caution',
    adminTone: 'neutral',
    isOpen: true,
    awaitsStart: true,
    mayStart: true,
    isUnderWay: false,
    hasWork: false,
    turn: null,
    asksAnswers: true,
    mayDeliver: true,
    isDone: false,
    isCancelled: false,
    isPayable: true,
  },
  processing: {
    label: 'In Process',
    step: 'started',
    stepAgain: 'reopened',
    tone: 'accent',
    adminTone: 'negative',
    isOpen: true,
    awaitsStart: false,
    mayStart: true,
    isUnderWay: true,
    hasWork: true,
    turn: null,
    asksAnswers: true,
    mayDeliver: true,
    isDone: false,
    isCancelled: false,
    isPayable: false,
  },
  completed: {
    label: 'Completed',
    step: 'completed',
    stepAgain: 'completed',
    tone: 'positive',
    adminTone: 'accent',
    isOpen: false,
    awaitsStart: false,
    mayStart: false,
    isUnderWay: false,
    hasWork: true,
    turn: null,
    asksAnswers: false,
    mayDeliver: false,
    isDone: true,
    isCancelled: false,
    isPayable: false,
  },
  cancelled: {
    label: 'Cancelled',
    step: 'cancelled',
    stepAgain: 'cancelled',
    tone: 'negative',
    adminTone: 'negative',
    isOpen: false,
    awaitsStart: false,
    mayStart: false,
    isUnderWay: false,
    hasWork: false,
    turn: null,
    asksAnswers: false,
    mayDeliver: false,
    isDone: false,
    isCancelled: true,
    isPayable: false,
  },
} as const satisfies Record<string, OrderStatusRules>

type Rules = typeof RULES
export type OrderStatus = keyof Rules

export const ORDER_STATUS: Readonly<
  Record<OrderStatus, OrderStatusRules & Pick<Rules[OrderStatus], 'step' | 'stepAgain'>>
> = RULES
export const ORDER_STATUSES = Object.keys(RULES) as OrderStatus[]

/** The status that an order has after what happens to it. */
export const STATUS_AFTER = {
  placing: 'pending',
  start: 'processing',
  acceptance: 'completed',
  cancellation: 'cancelled',
} as const satisfies Record<string, OrderStatus>

interface PaymentStatusRules extends StatusLook {
  /** Whether nothing has been paid yet: a mere attempt, which no customer owns. */
  isUnpaid: boolean
  /** Whether the shop holds money for the order, in full or in part. */
  hasPayment: boolean
  /** Whether another instalment is still to be paid. */
  isPartlyPaid: boolean
  /** Whether it is paid in full. */
  isPaid: boolean
  /** Whether everything that was paid has been refunded. */
  isRefunded: boolean
}

// biome-ignore format: one line a state
const PAYMENTS = {
  unpaid: { label: 'Unpaid', tone: 'caution', isUnpaid: true, hasPayment: false, isPartlyPaid: false, isPaid: false, isRefunded: false },
  instalment_paid: { label: 'Partly paid', tone: 'caution', isUnpaid: false, hasPayment: true, isPartlyPaid: true, isPaid: false, isRefunded: false },
  paid: { label: 'Paid', tone: 'positive', isUnpaid: false, hasPayment: true, isPartlyPaid: false, isPaid: true, isRefunded: false },
  refunded: { label: 'Refunded', tone: 'neutral', isUnpaid: false, hasPayment: false, isPartlyPaid: false, isPaid: false, isRefunded: true },
} as const satisfies Record<string, PaymentStatusRules>

export type MoneyStatus = keyof typeof PAYMENTS
export const PAYMENT_STATUS: Readonly<Record<MoneyStatus, PaymentStatusRules>> = PAYMENTS

/** Whether the shop holds money for the order, in full or in part. Work, answers, dates and warranty depend on it. */
export function hasPayment({ paymentStatus }: { paymentStatus: MoneyStatus }): boolean {
  return PAYMENT_STATUS[paymentStatus].hasPayment
}

/** Whether the order is paid, at least in part, and open. */
export function isInWork(order: { status: OrderStatus; paymentStatus: MoneyStatus }): boolean {
  return hasPayment(order) && ORDER_STATUS[order.status].isOpen
}

/** Whether the order's required answers are asked for while they are missing. */
export function asksAnswers(order: { status: OrderStatus; paymentStatus: MoneyStatus }): boolean {
  return hasPayment(order) && ORDER_STATUS[order.status].asksAnswers
}

interface WorkedOrder {
  status: OrderStatus
  paymentStatus: MoneyStatus
  workState: WorkState | null
}

/** Whether there is work to do: the order is in work, or a fault is put right under warranty. */
export function hasWorkToDo(order: WorkedOrder): boolean {
  return isInWork(order) || (hasPayment(order) && isUnderWarranty(order.workState))
}

/** Whether the team may deliver now, also what it has put right under warranty. */
export function isDeliverable(order: WorkedOrder): boolean {
  return hasPayment(order) && (ORDER_STATUS[order.status].mayDeliver || isUnderWarranty(order.workState))
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
  dueSoon: { label: 'Due within 3 days', sort: 'promisedBy' },
  overdueInstalment: { label: 'Payment overdue', sort: 'createdAt' },
  refundLate: { label: 'Refund review overdue', sort: 'createdAt', isAlarm: true },
  refundPending: { label: 'Refund not sent in time', sort: 'createdAt', isAlarm: true },
  lateReply: { label: 'Reply overdue', sort: 'createdAt', isAlarm: true },
  refundAsked: { label: 'Refund requested', sort: 'createdAt' },
  awaitsReply: { label: 'Needs reply', sort: 'createdAt' },
  unassigned: { label: 'Unassigned', sort: 'createdAt' },
  readyToClose: { label: 'Ready to close', sort: 'promisedBy' },
  callCustomer: { label: 'Call the customer', sort: 'createdAt' },
  mayClose: { label: `No reply for ${SILENCE_DAYS} days`, sort: 'createdAt' },
  awaitsAnswers: { label: 'Waiting for answers', sort: 'createdAt' },
  awaitsAcceptance: { label: 'Waiting for acceptance', sort: 'createdAt' },
} as const satisfies Record<string, AttentionRules>

export type OrderAttention = keyof typeof ORDER_ATTENTION
export const isAlarm = (attention: OrderAttention): boolean => 'isAlarm' in ORDER_ATTENTION[attention]
export const ORDER_ATTENTIONS = Object.keys(ORDER_ATTENTION) as OrderAttention[]

/** Reverses the invoice number that the database generates from an order's id (db/migrations/0155-orders.ts). @returns undefined for other text */
export function readOrderId(invoiceNumber: string): number | undefined {
  const id = /^INV-(\d+)$/.exec(invoiceNumber)?.[1]
  return id === undefined ? undefined : Number(id)
}
