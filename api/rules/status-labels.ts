/**
 * What every status is called and which colour it has, on every screen and in every mail. The admin orders table alone
 * has colours of its own (api/rules/orders.ts). Free of zod, so that pages can load it.
 */

import type { AssignmentStatus } from '../contract/assignments.ts'
import type { Coupon } from '../contract/coupons.ts'
import type { Order, PaymentStatus, ReadyTo } from '../contract/orders.ts'
import type { Refund } from '../contract/payments.ts'
import { mapStatuses, type Tone } from './orders.ts'

interface Status {
  label: string
  tone: Tone
}
type Statuses<Name extends string> = Readonly<Record<Name, Status>>
type Labels<Name extends string> = Readonly<Record<Name, string>>

const PAYMENT: Statuses<PaymentStatus> = {
  unpaid: { label: 'Unpaid', tone: 'caution' },
  paid: { label: 'Paid', tone: 'positive' },
  refunded: { label: 'Refunded', tone: 'neutral' },
}
const ASSIGNMENT: Statuses<AssignmentStatus> = {
  assigned: { label: 'Assigned', tone: 'caution' },
  in_progress: { label: 'In Progress', tone: 'accent' },
  completed: { label: 'Completed', tone: 'positive' },
}
const READY: Statuses<NonNullable<ReadyTo>> = {
  start: { label: 'Ready to start', tone: 'accent' },
  close: { label: 'Ready to close', tone: 'positive' },
}
const REFUND: Statuses<Refund['status']> = {
  requested: { label: 'Requested', tone: 'caution' },
  pending: { label: 'On its way', tone: 'caution' },
  processed: { label: 'Refunded', tone: 'positive' },
  failed: { label: 'Failed', tone: 'negative' },
}
const COUPON: Statuses<Coupon['displayStatus']> = {
  active: { label: 'Active', tone: 'positive' },
  used: { label: 'Used', tone: 'neutral' },
  expired: { label: 'Expired', tone: 'caution' },
  inactive: { label: 'Inactive', tone: 'neutral' },
}

export const STATUSES = {
  order: mapStatuses(({ label, tone }): Status => ({ label, tone })),
  payment: { ...PAYMENT, partly_refunded: { label: 'Partly refunded', tone: 'neutral' } satisfies Status },
  assignment: ASSIGNMENT,
  ready: READY,
  /** Of an order whose delivery time waits. */
  answers: { awaited: { label: 'Waits for answers', tone: 'caution' } satisfies Status },
  refund: REFUND,
  coupon: COUPON,
}

export const ORDER_STATUS_LABELS = labelsOf(STATUSES.order)
export const PAYMENT_STATUS_LABELS = labelsOf(PAYMENT)
export const ASSIGNMENT_STATUS_LABELS = labelsOf(ASSIGNMENT)
export const READY_LABELS = labelsOf(READY)
export const REFUND_STATUS_LABELS = labelsOf(REFUND)
export const COUPON_STATUS_LABELS = labelsOf(COUPON)
export const AWAITS_ANSWERS_LABEL = STATUSES.answers.awaited.label
export const PARTLY_REFUNDED_LABEL = STATUSES.payment.partly_refunded.label

function labelsOf<Name extends string>(statuses: Statuses<Name>): Labels<Name> {
  return Object.fromEntries(
    Object.entries<Status>(statuses).map(([name, { label }]) => [name, label]),
  ) as Labels<Name>
}

/** Of an order that is not paid: nobody waits for its work. */
const ATTEMPT_STATUS_LABELS = { ...ORDER_STATUS_LABELS, pending: 'Awaiting payment' }

/** What admins read for the status of the order's work. */
export function getStatusLabels({ paymentStatus }: Pick<Order, 'paymentStatus'>): Labels<Order['status']> {
  return paymentStatus === 'unpaid' ? ATTEMPT_STATUS_LABELS : ORDER_STATUS_LABELS
}

export const isPartlyRefunded = (order: Pick<Order, 'paymentStatus' | 'refundedAmount'>): boolean =>
  order.paymentStatus === 'paid' && Number(order.refundedAmount) > 0
