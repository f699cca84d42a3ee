/** Orders that nobody works on yet, for staff to take where STAFF_POOL is on (docs/product/back-office.md, Staff area) */
import type { Knex } from 'knex'
import { Order } from '../../../db/models/order.ts'
import { StaffAssignment } from '../../../db/models/order-work/staff-assignment.ts'
import { User } from '../../../db/models/user.ts'
import type { Services } from '../../app-type.ts'
import { Conflict, getFound, NotFound } from '../../base/errors.ts'
import { StaffPool, type StaffAssignment as WireAssignment } from '../../contract/assignments.ts'
import { toWire } from '../../http/to-wire.ts'
import type { Actor } from '../../plugins/guards.ts'
import { getPromisedAt, IN_WORK, IS_STAFFED } from '../orders/delivery.ts'
import { insertAssignment } from './assign.ts'
import { getOwnAssignment } from './assignment-list.ts'

const MOST_SHOWN = 100

/** The longest paid first. */
export async function listPool({ db, env }: Services): Promise<StaffPool> {
  if (!env.isStaffPoolOpen) return { isOpen: false, orders: [] }
  const orders = await Order.query(db)
    .withGraphFetched('package')
    .whereRaw(IN_WORK)
    .whereRaw(`NOT ${IS_STAFFED}`)
    .orderBy(['paidAt', 'id'])
    .limit(MOST_SHOWN)
  return toWire(StaffPool, {
    isOpen: true,
    orders: orders.flatMap((order) =>
      order.package
        ? { ...order, package: order.package, promisedBy: getPromisedAt(order), user: order.buyer }
        : [],
    ),
  })
}

/**
 * Makes an order the staff member's own.
 * @throws NotFound where there is no such order to take; Conflict already_taken
 */
export async function takeOrder(
  { db, env }: Services,
  { orderId, staff }: { orderId: number; staff: Actor },
): Promise<WireAssignment> {
  if (!env.isStaffPoolOpen) throw new NotFound('Order')
  const { id } = await db.transaction(async (trx) => {
    // Of two who take it at once, the second waits here and sees the first.
    const order = await getFound(Order.query(trx).findById(orderId).whereRaw(IN_WORK).forUpdate(), 'Order')
    const { email } = await User.query(trx).findById(staff.id).select('email').throwIfNotFound()
    await staff.holdRight(trx)
    await refuseTaken(trx, orderId)
    const assigned = { order, staff: { id: staff.id, email }, assignedById: staff.id, notes: '' }
    return insertAssignment(trx, assigned)
  })
  return getOwnAssignment(db, id)
}

async function refuseTaken(trx: Knex.Transaction, orderId: number): Promise<void> {
  const taken = await StaffAssignment.query(trx)
    .findOne({ orderId, 'staff.isStaff': true, 'staff.disabledAt': null })
    .withGraphJoined('staff')
  if (!taken) return
  const name = `${taken.staff?.firstName} ${taken.staff?.lastName}`
  throw new Conflict('already_taken', `${name} works on this order already`)
}
