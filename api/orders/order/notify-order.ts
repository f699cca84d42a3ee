/** Tells the open pages of an order that there is something new (docs/product/order.md, Live events). */
import type { Knex } from 'knex'

export const ORDER_CHANGES = 'order_changed'

export interface OrderChange {
  orderId: number
  /** Whether only the team is told, and not the customer. */
  isTeamOnly: boolean
}

/** @param db in a transaction, pages are told once it commits, and not at all if it does not */
export async function notifyOrder(db: Knex, { orderId, isTeamOnly }: OrderChange): Promise<void> {
  await db.raw('SELECT pg_notify(?, ?)', [
    ORDER_CHANGES,
    JSON.stringify({ orderId, isTeamOnly } satisfies OrderChange),
  ])
}
