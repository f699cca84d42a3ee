/** What an open order is ready for, as the team sees it (docs/product/back-office.md, Ready to start and to close). No status of its own. */
import type { Knex } from 'knex'
import { Order } from '../../../db/models/order.ts'
import { isOpen, ORDER_STATUSES } from '../../contract/order-statuses.ts'
import type { ReadyTo } from '../../contract/orders.ts'

const OPEN = ORDER_STATUSES.filter(isOpen).map((status) => `'${status}'`)

/**
 * SQL of a row of `orders`. All assignments completed: an admin may close it. Brought into process by its answers, the last
 * that happened to it and was not undone: somebody of the team may start.
 */
export const READY_TO = `CASE
  WHEN orders.payment_status <> 'paid' OR orders.status NOT IN (${OPEN}) THEN NULL
  WHEN (SELECT bool_and(a.status = 'completed') FROM staff_assignments a WHERE a.order_id = orders.id) THEN 'close'
  WHEN orders.status = 'processing' AND (SELECT e.actor_kind FROM order_events e
    WHERE e.order_id = orders.id AND e.kind = 'status' AND e.undoes_id IS NULL
      AND NOT EXISTS (SELECT FROM order_events undoing WHERE undoing.undoes_id = e.id)
    ORDER BY e.id DESC LIMIT 1) = 'customer' THEN 'start' END`

export async function isReadyToClose(db: Knex, orderId: number): Promise<boolean> {
  const order = await Order.query(db)
    .findById(orderId)
    .select(db.raw(`${READY_TO} AS ready_to`))
    .castTo<{ readyTo: ReadyTo } | undefined>()
  return order?.readyTo === 'close'
}
