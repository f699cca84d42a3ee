import type { Order } from '../../../../api/contract/orders.ts'
import { PAYMENT_STATUS_LABELS } from '../../../../api/contract/status-labels.ts'
import { formatUsd } from '../../../format/money.ts'

export function describePayment({ paymentStatus, refundedAmount }: Order): string {
  const isPart = paymentStatus === 'paid' && Number(refundedAmount) > 0
  return isPart ? `${formatUsd(refundedAmount)} refunded` : PAYMENT_STATUS_LABELS[paymentStatus]
}
