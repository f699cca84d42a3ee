/**
 * The label and colour of every status, on every screen and in every mail, and what follows from it. Only the admin orders table has other colours
 * (api/rules/orders.ts). Without zod, so that pages can load it.
 */

import { INSTALMENT_STATE } from './money/instalment-state.ts'
import type { WaitKind } from './order-work/promised-date.ts'
import { WORK_STATE } from './order-work/work-state.ts'
import { type MoneyStatus, mapStatuses, PAYMENT_STATUS } from './orders.ts'
import { namesOf, type StatusLook, type Tone } from './statuses.ts'

type Statuses<Name extends string> = Readonly<Record<Name, StatusLook>>
type Labels<Name extends string> = Readonly<Record<Name, string>>

/** The statuses of a staff member's assignment, and the only step that follows each. */
export const ASSIGNMENT_STATUS = {
  assigned: {
    label: 'Assigned',
    tone: 'caution',
    next: 'in_progress',
    awaitsStart: true,
    isUnderWay: false,
    isDone: false,
  },
  in_progress: {
    label: 'In Progress',
    tone: 'accent',
    next: 'completed',
    awaitsStart: false,
    isUnderWay: true,
    isDone: false,
  },
  completed: {
    label: 'Completed',
    tone: 'positive',
    next: null,
    awaitsStart: false,
    isUnderWay: false,
    isDone: true,
  },
} as const satisfies Readonly<
  Record<
    string,
    StatusLook & { next: string | null; awaitsStart: boolean; isUnderWay: boolean; isDone: boolean }
  >
>
const READY = {
  start: { label: 'Ready to start', tone: 'accent' },
  close: { label: 'Ready to close', tone: 'positive' },
} as const satisfies Statuses<string>
interface RefundRules extends StatusLook {
  /** Whether it waits to be asked for. */
  isToSend: boolean
  /** Whether it is neither back nor refused. */
  isUnderWay: boolean
  /** Whether the provider has it and is asked for news. */
  isAtProvider: boolean
  /** Whether the money is back. */
  isBack: boolean
  /** Whether the provider refused it: the amount can be given back anew. */
  hasFailed: boolean
}
/** The statuses of a refund. requested: the provider has not responded yet. The others are the provider's. */
export const REFUND_STATUS = {
  requested: {
    label: 'Requested',
    tone: 'caution',
    isToSend: true,
    isUnderWay: true,
    isAtProvider: false,
    isBack: false,
    hasFailed: false,
  },
  pending: {
    label: 'On its way',
    tone: 'caution',
    isToSend: false,
    isUnderWay: true,
    isAtProvider: true,
    isBack: false,
    hasFailed: false,
  },
  processed: {
    label: 'Refunded',
    tone: 'positive',
    isToSend: false,
    isUnderWay: false,
    isAtProvider: false,
    isBack: true,
    hasFailed: false,
  },
  failed: {
    label: 'Failed',
    tone: 'negative',
    isToSend: false,
    isUnderWay: false,
    isAtProvider: false,
    isBack: false,
    hasFailed: true,
  },
} as const satisfies Readonly<Record<string, RefundRules>>
/** Why an order's promised date is paused. */
const WAIT = {
  answers: { label: 'Waiting for answers', tone: 'caution' },
  delivery: { label: 'Waiting for acceptance', tone: 'caution' },
  refund_request: { label: 'Refund request open', tone: 'caution' },
  question: { label: 'Waiting for a reply', tone: 'caution' },
} as const satisfies Statuses<WaitKind>
const COUPON = {
  expired: { label: 'Expired', tone: 'caution' },
  used: { label: 'Used', tone: 'neutral' },
  active: { label: 'Active', tone: 'positive' },
  inactive: { label: 'Inactive', tone: 'neutral' },
} as const satisfies Statuses<string>

export const STATUSES = {
  order: mapStatuses(({ label, tone }): StatusLook => ({ label, tone })),
  payment: {
    ...PAYMENT_STATUS,
    partly_refunded: { label: 'Partly refunded', tone: 'neutral' } satisfies StatusLook,
  },
  instalment: INSTALMENT_STATE,
  assignment: ASSIGNMENT_STATUS,
  ready: READY,
  work: WORK_STATE,
  wait: WAIT,
  refund: REFUND_STATUS,
  coupon: COUPON,
}

export const PAYMENT_STATUSES = namesOf(PAYMENT_STATUS)
export const ASSIGNMENT_STATUSES = namesOf(ASSIGNMENT_STATUS)
export const NEXT_STEPS = namesOf(READY)
export const REFUND_STATUSES = namesOf(REFUND_STATUS)
/** The status in the coupons table: expired, else used up, else the stored status (docs/product/back-office.md, Admin area). */
export const COUPON_DISPLAY_STATUSES = namesOf(COUPON)

export const ORDER_STATUS_LABELS = labelsOf(STATUSES.order)
export const PAYMENT_STATUS_LABELS = labelsOf(PAYMENT_STATUS)
export const ASSIGNMENT_STATUS_LABELS = labelsOf(ASSIGNMENT_STATUS)
export const READY_LABELS = labelsOf(READY)
export const REFUND_STATUS_LABELS = labelsOf(REFUND_STATUS)
export const COUPON_STATUS_LABELS = labelsOf(COUPON)
export const WAIT_LABELS = labelsOf(WAIT)
export const PARTLY_REFUNDED_LABEL = STATUSES.payment.partly_refunded.label

function labelsOf<Name extends string>(statuses: Statuses<Name>): Labels<Name> {
  return Object.fromEntries(
    Object.entries<StatusLook>(statuses).map(([name, { label }]) => [name, label]),
  ) as Labels<Name>
}

/** The note of a status change that undoes another one. */
export const UNDONE_NOTE = 'Undone'

/** For an unpaid order, which is not worked on. */
const ATTEMPT_STATUS_LABELS = { ...ORDER_STATUS_LABELS, pending: 'Awaiting payment' }

/**
 * Describes an entry of an order's history that does not change the status: the answers had already set it to 'processing' before staff
 * started. Undefined for a real change of status.
 */
export function describeSameStatus(event: { from: string | null; to: string | null; note: string | null }) {
  if (event.from !== event.to) return undefined
  return event.note === UNDONE_NOTE ? 'The start of the work was undone' : 'Work was started'
}

/** The status labels that admins see for an order's work. */
export function getStatusLabels({
  paymentStatus,
}: {
  paymentStatus: MoneyStatus
}): typeof ORDER_STATUS_LABELS {
  return PAYMENT_STATUS[paymentStatus].isUnpaid ? ATTEMPT_STATUS_LABELS : ORDER_STATUS_LABELS
}

export const isPartlyRefunded = (order: { paymentStatus: MoneyStatus; refundedAmount: string }): boolean =>
  PAYMENT_STATUS[order.paymentStatus].isPaid && Number(order.refundedAmount) > 0

interface Colors {
  text: string
  soft: string
}

/**
 * The colours for mails, which cannot use a style sheet. A test compares them with site/styles/tokens.css. The accent is missing,
 * because each company chooses its own.
 */
export const TONE_COLORS: Readonly<Record<Exclude<Tone, 'accent'>, { light: Colors; dark: Colors }>> = {
  neutral: { light: { text: '#475569', soft: '#f1f5f9' }, dark: { text: '#a3b1c6', soft: '#293549' } },
  positive: { light: { text: '#15803d', soft: '#f0fdf4' }, dark: { text: '#86efac', soft: '#0f2920' } },
  caution: { light: { text: '#a16207', soft: '#fefce8' }, dark: { text: '#f5c46e', soft: '#2e260e' } },
  negative: { light: { text: '#b91c1c', soft: '#fef2f2' }, dark: { text: '#fca5a5', soft: '#38161c' } },
}
