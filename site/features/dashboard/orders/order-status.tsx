import type { Order } from '../../../../api/contract/orders.ts'
import { isPartlyRefunded } from '../../../../api/rules/status-labels.ts'
import { StatusBadge } from '../../../ui/primitives/status-badge.tsx'

/** The status of the work and, after a refund, of the payment. */
export function OrderStatusBadge({
  order,
}: {
  order: Pick<Order, 'status' | 'paymentStatus' | 'refundedAmount'>
}) {
  return (
    <span className="inline-flex flex-wrap gap-1.5">
      <StatusBadge kind="order" status={order.status} />
      {order.paymentStatus === 'refunded' && <StatusBadge kind="payment" status="refunded" />}
      {isPartlyRefunded(order) && <StatusBadge kind="payment" status="partly_refunded" />}
    </span>
  )
}
