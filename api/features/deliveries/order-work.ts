import type { Knex } from 'knex'
import { NotFound } from '../../base/errors.ts'
import type { OrderWork } from '../../contract/order-work/deliveries.ts'
import { getJoinedOrder } from '../orders/order-role.ts'
import { readWork } from '../orders/work.ts'

/** @throws NotFound unless the user owns the paid order, works on it, or is an admin */
export async function getOrderWork(db: Knex, orderId: number, userId: number): Promise<OrderWork> {
  const order = await getJoinedOrder(db, orderId, userId)
  if (order.paymentStatus === 'unpaid') throw new NotFound('Order')
  return readWork(db, order, order.role === 'customer' ? 'customer' : 'team')
}
