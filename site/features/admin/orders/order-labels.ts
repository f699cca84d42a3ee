import type { Order } from '../../../../api/contract/orders.ts'
import { formatUsd } from '../../../format/money.ts'
import type { BadgeTone } from '../../../ui/badge.tsx'

export const STATUS_LABELS: Readonly<Record<Order['status'], string>> = {
  pending: 'Pending',
  processing: 'Processing',
  completed: 'Completed',
  cancelled: 'Cancelled',
}
export const STATUSES = Object.entries(STATUS_LABELS) as [Order['status'], string][]

export const PAYMENT_LABELS: Readonly<Record<Order['paymentStatus'], string>> = {
  unpaid: 'Unpaid',
  paid: 'Paid',
  refunded: 'Refunded',
}
export function describePayment({ paymentStatus, refundedAmount }: Order): string {
  const isPart = paymentStatus === 'paid' && Number(refundedAmount) > 0
  return isPart ? `${formatUsd(refundedAmount)} refunded` : PAYMENT_LABELS[paymentStatus]
}

export const PAYMENT_STATUSES = Object.entries(PAYMENT_LABELS)

/** Completed in the default style, pending in the secondary, anything else in the destructive one (docs/product.md, Admin area). */
export function toneOf(status: Order['status']): BadgeTone {
  if (status === 'completed') return 'accent'
  return status === 'pending' ? 'neutral' : 'negative'
}
