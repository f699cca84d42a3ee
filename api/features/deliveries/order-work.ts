import type { Knex } from 'knex'
import { Order } from '../../../db/models/order.ts'
import type { User } from '../../../db/models/user.ts'
import { getFound, NotFound } from '../../base/errors.ts'
import type { OrderWork } from '../../contract/deliveries.ts'
import { readWork } from '../orders/work.ts'
import { findTeamMember } from './team.ts'

/** @throws NotFound unless the user owns the paid order, works on it, or is an admin */
export async function getOrderWork(db: Knex, orderId: number, user: User): Promise<OrderWork> {
  const order = await getFound(
    Order.query(db).findById(orderId).whereNot({ paymentStatus: 'unpaid' }),
    'Order',
  )
  if (await findTeamMember(db, orderId, user)) return readWork(db, order, 'team')
  if (order.userId !== user.id) throw new NotFound('Order')
  return readWork(db, order, 'customer')
}
