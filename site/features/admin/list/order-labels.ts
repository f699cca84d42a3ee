import type { ListedOrder } from '../../../../api/contract/admin-orders.ts'
import { formatAmount } from '../../../../api/rules/money/format.ts'
import { describePartPaid } from '../../../../api/rules/money/parts.ts'
import { PAYMENT_STATUS_LABELS } from '../../../../api/rules/status-labels.ts'

export function describePayment(
  order: Pick<ListedOrder, 'paymentStatus' | 'refundedAmount' | 'currency' | 'amount' | 'paidAmount'>,
): string {
  const { paymentStatus, refundedAmount, currency } = order
  const isPart = paymentStatus === 'paid' && Number(refundedAmount) > 0
  if (isPart) return `${formatAmount(refundedAmount, currency)} refunded`
  return describePartPaid(order) ?? PAYMENT_STATUS_LABELS[paymentStatus]
}

/** An unpaid attempt has no invoice, so it is named by its id, as on the payment-failed page. */
export function nameOrder({
  id,
  invoiceNumber,
  paymentStatus,
}: Pick<ListedOrder, 'id' | 'invoiceNumber' | 'paymentStatus'>): string {
  return paymentStatus === 'unpaid' ? `#${id}` : invoiceNumber
}

/** Whether the customer of an order was erased. Its invoices are then no longer shown (docs/product/shop.md, Invoices and credit notes). */
export const isErased = ({ email }: { email: string }) => email === ''
