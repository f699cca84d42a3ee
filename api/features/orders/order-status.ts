import type { Knex } from 'knex'
import { CouponRedemption } from '../../../db/models/coupon-redemption.ts'
import { Order } from '../../../db/models/order.ts'
import { OrderEvent } from '../../../db/models/order-event.ts'
import type { Services } from '../../app-type.ts'
import type { OrderStatus } from '../../contract/orders.ts'
import { Conflict, NotFound } from '../../errors.ts'
import { recordChange } from '../audit/record.ts'
import { redeemCoupon, releaseCoupon } from '../coupons/coupon.ts'
import { queueMail } from '../mail/outbox.ts'

/**
 * Sets the work's status, never the money's. Setting what is set already is success and leaves no trace.
 * Cancelling gives the coupon's use back; an order that comes back from it takes its use again.
 * @throws NotFound; Conflict coupon_used_up
 */
export async function changeOrderStatus(
  { db, jobs }: Pick<Services, 'db' | 'jobs'>,
  { orderId, status, adminId }: { orderId: number; status: OrderStatus; adminId: number },
): Promise<void> {
  await db.transaction(async (trx) => {
    const order = await Order.query(trx).findById(orderId).forUpdate()
    if (!order) throw new NotFound('Order')
    if (order.status === status) return
    if (status === 'cancelled') await releaseCoupon(trx, orderId)
    if (order.status === 'cancelled') await retakeCoupon(trx, order)
    await OrderEvent.query(trx).insert({
      orderId,
      kind: 'status',
      fromValue: order.status,
      toValue: status,
      actorKind: 'admin',
      actorId: adminId,
    })
    await recordChange(trx, {
      actorId: adminId,
      action: 'updated',
      subject: 'order',
      subjectId: orderId,
      label: order.invoiceNumber,
      changes: [{ field: 'status', from: order.status, to: status }],
    })
    const from = order.status
    await order.$query(trx).patch({ status })
    if (order.paymentStatus !== 'unpaid') {
      await queueMail({ jobs }, trx, 'status_changed', { orderId, from, to: status })
    }
  })
}

async function retakeCoupon(trx: Knex.Transaction, order: Order): Promise<void> {
  if (!(await redeemCoupon(trx, order))) {
    throw new Conflict(
      'coupon_used_up',
      `The order cannot be taken up again: its coupon ${order.couponCode} has been used up by other orders`,
    )
  }
  // An unpaid order holds its use, it has not had it: only a payment makes it final.
  if (order.paymentStatus === 'unpaid') {
    await CouponRedemption.query(trx)
      .where({ orderId: order.id, status: 'redeemed' })
      .patch({ status: 'reserved' })
  }
}
