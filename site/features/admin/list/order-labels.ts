import type { ListedOrder } from '../../../../api/contract/admin-orders.ts'
import { formatAmount } from '../../../../api/rules/money/format.ts'
import { PAYMENT_STATUS_LABELS } from '../../../../api/rules/status-labels.ts'

export function describePayment({
  paymentStatus,
  refundedAmount,
  currency,
}: Pick<ListedOrder, 'paymentStatus' | 'refundedAmount' | 'currency'>): string {
  const isPart = paymentStatus === 'paid' && Number(refundedAmount) > 0
  return isPart ? `${formatAmount(refundedAmount, currency)} refunded` : PAYMENT_STATUS_LABELS[paymentStatus]
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
