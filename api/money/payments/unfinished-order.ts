/** Whether an order whose payment failed can still be paid. */

import type { Knex } from 'knex'
import { NOT_PAID_IN_TIME } from '#api/orders/order/order-status.ts'
import { ORDER_STATUS, PAYMENT_STATUS } from '#api/rules/orders.ts'
import { statusesThat } from '#api/rules/statuses.ts'
import { Order, OrderEvent } from '#db/models/orders/order.ts'

/** All offers share one hidden package, so it says nothing about their orders. */
const isOfOffer = ({ offerId }: Order): boolean => offerId !== null

/** Finds an order with the relations that {@link findEnding} needs. */
export async function findUnfinished(db: Knex, orderId: number): Promise<Order | undefined> {
  return await Order.query(db).findById(orderId).withGraphFetched('[package, user]')
}

/** @returns why the order can no longer be paid; undefined if it can */
export async function findEnding(db: Knex, order: Order): Promise<'paid' | 'given_up' | undefined> {
  if (
    !PAYMENT_STATUS[order.paymentStatus].isUnpaid ||
    (!isOfOffer(order) && (await hasBoughtSince(db, order)))
  )
    return 'paid'
  const isSold = isOfOffer(order) || order.package?.isActive
  // The paying browser opens an offer's order at the provider, so it may not be open yet.
  const isOpened = isOfOffer(order) || order.providerOrderId
  if (!isOpened || !isSold || order.isErased) return 'given_up'
  if (ORDER_STATUS[order.status].isPayable) return undefined
  // An order cancelled for late payment can still be paid, unless it released the use of a coupon.
  const isTooSlow =
    ORDER_STATUS[order.status].isCancelled &&
    order.couponId === null &&
    (await wasCancelledByTime(db, order.id))
  return isTooSlow ? undefined : 'given_up'
}

async function wasCancelledByTime(db: Knex, orderId: number): Promise<boolean> {
  const last = await OrderEvent.query(db).where({ orderId, kind: 'status' }).orderBy('id', 'desc').first()
  return last?.actorKind === 'system' && last.note === NOT_PAID_IN_TIME
}

/** Whether the buyer has since paid a later order of the same package. */
async function hasBoughtSince(db: Knex, order: Order): Promise<boolean> {
  const later = await Order.query(db)
    .joinRelated('user')
    .where('orders.packageId', order.packageId)
    .where('orders.id', '>', order.id)
    .whereNotIn('orders.paymentStatus', statusesThat(PAYMENT_STATUS, 'isUnpaid'))
    .whereRaw('lower("user".email) = lower(?)', (order.user ?? order.buyer).email)
    .select('orders.id')
    .first()
  return later !== undefined
}
