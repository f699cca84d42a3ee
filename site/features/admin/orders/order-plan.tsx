import type { AdminOrderDetail } from '../../../../api/contract/admin-orders.ts'
import { describePaid } from '../../../../api/rules/money/parts.ts'
import { PartLines } from '../../../order-page/parts/part-lines.tsx'
import { Card } from '../../../ui/primitives/card.tsx'
import { PartActions } from '../money/part-actions.tsx'

/** The parts in which an order is paid. */
export function OrderPlan({ order }: { order: AdminOrderDetail }) {
  return (
    <Card isDense title="Paid in parts" description={`${describePaid(order)} paid`}>
      <PartLines order={order}>{(part) => <PartActions order={order} part={part} />}</PartLines>
    </Card>
  )
}
