/** What people read for a status, on every screen and in every mail. Free of zod, so that pages can load it. */
import type { Coupon } from './admin.ts'
import { mapStatuses } from './order-statuses.ts'
import type { Order, PaymentStatus, ReadyTo } from './orders.ts'
import type { Refund } from './refunds.ts'
import type { AssignmentStatus } from './staff.ts'

type Labels<Status extends string> = Readonly<Record<Status, string>>

export const ORDER_STATUS_LABELS = mapStatuses(({ label }) => label)

/** Of an order that is not paid: nobody waits for its work. */
const ATTEMPT_STATUS_LABELS = { ...ORDER_STATUS_LABELS, pending: 'Awaiting payment' }

/** What admins read for the status of the order's work. */
export function getStatusLabels({ paymentStatus }: Pick<Order, 'paymentStatus'>): Labels<Order['status']> {
  return paymentStatus === 'unpaid' ? ATTEMPT_STATUS_LABELS : ORDER_STATUS_LABELS
}

/** Of an order whose delivery time waits. */
export const AWAITS_ANSWERS_LABEL = 'Waits for answers'

export const READY_LABELS: Labels<NonNullable<ReadyTo>> = {
  start: 'Ready to start',
  close: 'Ready to close',
}

export const PAYMENT_STATUS_LABELS: Labels<PaymentStatus> = {
  unpaid: 'Unpaid',
  paid: 'Paid',
  refunded: 'Refunded',
}

export const PARTLY_REFUNDED_LABEL = 'Partly refunded'
export const isPartlyRefunded = (order: Pick<Order, 'paymentStatus' | 'refundedAmount'>): boolean =>
  order.paymentStatus === 'paid' && Number(order.refundedAmount) > 0

export const REFUND_STATUS_LABELS: Labels<Refund['status']> = {
  requested: 'Requested',
  pending: 'On its way',
  processed: 'Refunded',
  failed: 'Failed',
}

export const ASSIGNMENT_STATUS_LABELS: Labels<AssignmentStatus> = {
  assigned: 'Assigned',
  in_progress: 'In Progress',
  completed: 'Completed',
}

export const COUPON_STATUS_LABELS: Labels<Coupon['displayStatus']> = {
  active: 'Active',
  used: 'Used',
  expired: 'Expired',
  inactive: 'Inactive',
}
