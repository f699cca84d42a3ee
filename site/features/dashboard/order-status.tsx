import type { Order } from '../../../api/contract/orders.ts'
import { Badge, type BadgeTone } from '../../ui/badge.tsx'

export const STATUS_LOOKS: Record<Order['status'], { tone: BadgeTone; label: string }> = {
  pending: { tone: 'caution', label: 'Pending' },
  processing: { tone: 'accent', label: 'Processing' },
  completed: { tone: 'positive', label: 'Completed' },
  cancelled: { tone: 'negative', label: 'Cancelled' },
}

/** The state of the work and, where the money went back, of that too. */
export function OrderStatusBadge({
  order,
}: {
  order: Pick<Order, 'status' | 'paymentStatus' | 'refundedAmount'>
}) {
  const { tone, label } = STATUS_LOOKS[order.status]
  return (
    <span className="inline-flex flex-wrap gap-1.5">
      <Badge tone={tone} dot>
        {label}
      </Badge>
      {order.paymentStatus === 'refunded' && <Badge>Refunded</Badge>}
      {order.paymentStatus === 'paid' && Number(order.refundedAmount) > 0 && <Badge>Partly refunded</Badge>}
    </span>
  )
}
