/** Automatic steps of offers: they expire, lapse if nobody pays, and pass their questions to the order's conversation once paid. */

import { randomUUID } from 'node:crypto'
import { postMessage } from '#api/orders/conversation/message.ts'
import { announce } from '#api/orders/order/announce.ts'
import { JOINED_ORDER_COLUMNS, type JoinedOrder } from '#api/orders/order/order-role.ts'
import { cancelUnpaidOrder } from '#api/orders/order/order-status.ts'
import type { Services } from '#api/platform/app-type.ts'
import { OFFER_PAY_DAYS, OFFER_STATE } from '#api/rules/offers.ts'
import { ORDER_STATUS, PAYMENT_STATUS } from '#api/rules/orders.ts'
import { listStatuses, statusesThat } from '#api/rules/statuses.ts'
import { Order } from '#db/models/orders/order.ts'
import { Offer } from '#db/models/sales/offer.ts'

const NOT_PAID = `Not paid within ${OFFER_PAY_DAYS} days`

/** Runs every minute. @param onError called for an offer that failed; the next run tries it again */
export async function runOfferClock(
  services: Services,
  onError: (error: unknown, offerId: number) => void,
): Promise<void> {
  const { db } = services
  await Offer.query(db)
    .whereIn('state', statusesThat(OFFER_STATE, 'isOpen'))
    .where('validUntil', '<=', new Date())
    .patch({ state: 'expired', endedAt: new Date() })
  const due = await Offer.query(db)
    .joinRelated('order')
    .whereIn('offers.state', statusesThat(OFFER_STATE, 'isAccepted'))
    .whereRaw(
      `("order".payment_status IN (${listStatuses(PAYMENT_STATUS, 'isUnpaid')}) AND ("order".status IN (${listStatuses(ORDER_STATUS, 'isCancelled')})
          OR "order".created_at < now() - make_interval(days => ?))
        OR "order".payment_status NOT IN (${listStatuses(PAYMENT_STATUS, 'isUnpaid')}) AND "order".user_id IS NOT NULL AND offers.asked <> '[]')`,
      OFFER_PAY_DAYS,
    )
    .select('offers.id', 'order.id as orderId')
    .castTo<{ id: number; orderId: number }[]>()
  for (const { id, orderId } of due) {
    try {
      await takeStep(services, id, orderId)
    } catch (error) {
      onError(error, id)
    }
  }
}

async function takeStep({ db, jobs }: Services, id: number, orderId: number): Promise<void> {
  await db.transaction(async (trx) => {
    // Reads again under the locks, the order's before the offer's: it may be paid by now.
    const order = await Order.query(trx).findById(orderId).forUpdate().throwIfNotFound()
    const offer = await Offer.query(trx).findById(id).forUpdate().throwIfNotFound()
    if (!OFFER_STATE[offer.state].isAccepted) return
    if (PAYMENT_STATUS[order.paymentStatus].isUnpaid) {
      await cancelUnpaidOrder(jobs, trx, orderId, NOT_PAID)
      await offer.$query(trx).patch({ state: 'expired', endedAt: new Date() })
      return
    }
    const { userId } = order
    if (userId === null) return
    const [joined] = (await Order.query(trx)
      .where('orders.id', orderId)
      .join('users', 'users.id', 'orders.userId')
      .select(trx.raw(JOINED_ORDER_COLUMNS))) as JoinedOrder[]
    for (const { text, at, userId: askedBy } of joined ? offer.asked : []) {
      if (askedBy !== userId) {
        const note = `Question about the offer: ${text}`
        const history = { actorKind: 'customer', note, createdAt: new Date(at) } as const
        await announce(trx, orderId, { type: 'noted', history })
        continue
      }
      const message = { text, isTeamOnly: false, isBlocking: false, fileIds: [], key: randomUUID() }
      await postMessage(jobs, trx, joined as JoinedOrder, { ...message, authorId: userId })
    }
    await offer.$query(trx).patch({ asked: [] })
  })
}
