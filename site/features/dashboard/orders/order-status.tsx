import type { Order } from '../../../../api/contract/orders.ts'
import { isOpenStatus } from '../../../../api/rules/orders.ts'
import { isPartlyRefunded } from '../../../../api/rules/status-labels.ts'
import { StatusBadge } from '../../../ui/primitives/status-badge.tsx'

/** The status of the work, for which a state of what was delivered stands while the order is open, and after a refund that of the payment. */
export function OrderStatusBadge({
  order,
}: {
  order: Pick<Order, 'status' | 'paymentStatus' | 'refundedAmount' | 'workState'>
}) {
  const { status, workState } = order
  return (
    <span className="inline-flex flex-wrap gap-1.5">
      {!(workState && isOpenStatus(status)) && <StatusBadge kind="order" status={status} />}
      {/* The change is to be decided by the team. For the customer the order is delivered. */}
      {workState && (
        <StatusBadge kind="work" status={workState === 'change_asked' ? 'delivered' : workState} />
      )}
      {order.paymentStatus === 'refunded' && <StatusBadge kind="payment" status="refunded" />}
      {isPartlyRefunded(order) && <StatusBadge kind="payment" status="partly_refunded" />}
    </span>
  )
}
