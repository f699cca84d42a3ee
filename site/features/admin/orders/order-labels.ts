import type { ListedOrder } from '../../../../api/contract/admin.ts'
import { PAYMENT_STATUS_LABELS } from '../../../../api/contract/status-labels.ts'
import { formatUsd } from '../../../format/money.ts'

export function describePayment({
  paymentStatus,
  refundedAmount,
}: Pick<ListedOrder, 'paymentStatus' | 'refundedAmount'>): string {
  const isPart = paymentStatus === 'paid' && Number(refundedAmount) > 0
  return isPart ? `${formatUsd(refundedAmount)} refunded` : PAYMENT_STATUS_LABELS[paymentStatus]
}

/** An attempt that is not paid has no invoice: its id stands for it, as on the payment-failed page. */
export function nameOrder({
  id,
  invoiceNumber,
  paymentStatus,
}: Pick<ListedOrder, 'id' | 'invoiceNumber' | 'paymentStatus'>): string {
  return paymentStatus === 'unpaid' ? `#${id}` : invoiceNumber
}

/** The customer of an order was erased: it names nobody any more, and no call shows its invoices (docs/product/shop.md, Invoices and credit notes). */
export const isErased = ({ email }: { email: string }) => email === ''
