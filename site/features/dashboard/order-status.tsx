import type { Order } from '../../../api/contract/orders.ts'
import {
  isPartlyRefunded,
  PARTLY_REFUNDED_LABEL,
  PAYMENT_STATUS_LABELS,
} from '../../../api/contract/status-labels.ts'
import { Badge } from '../../ui/badge.tsx'
import { StatusBadge } from '../../ui/status-badge.tsx'

/** The state of the work and, where the money went back, of that too. */
export function OrderStatusBadge({
  order,
}: {
  order: Pick<Order, 'status' | 'paymentStatus' | 'refundedAmount'>
}) {
  return (
    <span className="inline-flex flex-wrap gap-1.5">
      <StatusBadge kind="order" status={order.status} />
      {order.paymentStatus === 'refunded' && <Badge>{PAYMENT_STATUS_LABELS.refunded}</Badge>}
      {isPartlyRefunded(order) && <Badge>{PARTLY_REFUNDED_LABEL}</Badge>}
    </span>
  )
}
