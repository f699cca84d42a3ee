/** Notifies an order's open pages of a change (docs/product/order.md, Live events). */
import type { Knex } from 'knex'

export const ORDER_CHANGES = 'order_changed'

export interface OrderChange {
  orderId: number
  /** Whether only the team is notified, not the customer. */
  isTeamOnly: boolean
}

/** @param db in a transaction, pages are notified when it commits, and never if it rolls back */
export async function notifyOrder(db: Knex, { orderId, isTeamOnly }: OrderChange): Promise<void> {
  await db.raw('SELECT pg_notify(?, ?)', [
    ORDER_CHANGES,
    JSON.stringify({ orderId, isTeamOnly } satisfies OrderChange),
  ])
}
