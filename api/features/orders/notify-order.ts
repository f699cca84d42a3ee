/** Tells the open pages of an order that there is something new (docs/product/order.md, Live events). */
import type { Knex } from 'knex'

export const ORDER_CHANGES = 'order_changed'

export interface OrderChange {
  orderId: number
  /** Its customer does not hear of it. */
  isTeamOnly: boolean
}

/** @param db of a transaction: it is told if, and once, that commits */
export async function notifyOrder(db: Knex, { orderId, isTeamOnly }: OrderChange): Promise<void> {
  await db.raw('SELECT pg_notify(?, ?)', [
    ORDER_CHANGES,
    JSON.stringify({ orderId, isTeamOnly } satisfies OrderChange),
  ])
}
