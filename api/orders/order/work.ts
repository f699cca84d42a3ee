/** Reads an order's deliveries, the customer's requests since, and the time to test. */

import type { Knex } from 'knex'
import { OrderWork, type Work } from '#api/contract/orders/deliveries.ts'
import { toWire } from '#api/platform/http/to-wire.ts'
import { FILE_STATE } from '#api/rules/order-work/order-files.ts'
import { REFUND_REQUEST_STATE } from '#api/rules/order-work/refund-request.ts'
import { isTested } from '#api/rules/order-work/work-state.ts'
import { hasPayment, ORDER_STATUS } from '#api/rules/orders.ts'
import { WARRANTY_DAYS } from '#api/rules/promises.ts'
import { REFUND_STATUS } from '#api/rules/status-labels.ts'
import { listStatuses } from '#api/rules/statuses.ts'
import { Delivery, DeliveryRequest } from '#db/models/orders/delivery.ts'
import { Order, OrderEvent } from '#db/models/orders/order.ts'
import { HAS_OPEN_DISPUTE } from './instalments.ts'
import { findFilesOf } from './order-files.ts'
import { readDates } from './waits.ts'

/** SQL: whether a row of `orders` has a live refund request, an unfinished refund or an open dispute. */
export const HAS_OPEN_CLAIM = `(EXISTS (SELECT FROM refund_requests q
    WHERE q.order_id = orders.id AND q.state IN (${listStatuses(REFUND_REQUEST_STATE, 'isLive')}))
  OR EXISTS (SELECT FROM payments p JOIN refunds r ON r.payment_id = p.id
    WHERE p.order_id = orders.id AND r.status IN (${listStatuses(REFUND_STATUS, 'isUnderWay')}))
  OR ${HAS_OPEN_DISPUTE})`

/**
 * SQL: whether an open matter of a row of `orders` pauses the deadline that accepts its delivery. A requested change pauses it
 * through the work state instead.
 */
export const IS_ACCEPTANCE_STOPPED = `(orders.awaits_reply_since IS NOT NULL
  OR EXISTS (SELECT FROM order_files f WHERE f.order_id = orders.id AND f.state IN (${listStatuses(FILE_STATE, 'isInCheck')}) AND f.delivery_id IS NOT NULL)
  OR ${HAS_OPEN_CLAIM})`

export function listDeliveries(db: Knex, orderId: number): Promise<Delivery[]> {
  return Delivery.query(db).where({ orderId }).orderBy('number').execute()
}

/** Finds the latest delivery that the customer was asked to accept. */
export function findWholeDelivery(db: Knex, orderId: number): Promise<Delivery | undefined> {
  return Delivery.query(db).where({ orderId, isWhole: true }).orderBy('number', 'desc').first().execute()
}

/** @returns how a completed order ended, and when its warranty ends. It runs from the accepted delivery, else from the completion. */
export async function readEnd(
  db: Knex,
  { id: orderId, status, paymentStatus }: Pick<Order, 'id' | 'status' | 'paymentStatus'>,
): Promise<{ endedBy: Work['endedBy']; warrantyUntil: Date | null }> {
  const last = await OrderEvent.query(db).where({ orderId, kind: 'status' }).orderBy('id', 'desc').first()
  if (!ORDER_STATUS[status].isDone) return { endedBy: null, warrantyUntil: null }
  const endedBy = last?.actorKind === 'customer' ? 'customer' : last?.actorKind === 'system' ? 'time' : 'team'
  const accepted =
    endedBy === 'team'
      ? undefined
      : await Delivery.query(db)
          .where({ orderId })
          .whereNotNull('acceptedAt')
          .orderBy('number', 'desc')
          .first()
  const end = accepted?.createdAt ?? last?.createdAt
  if (!end || !hasPayment({ paymentStatus })) return { endedBy, warrantyUntil: null }
  return { endedBy, warrantyUntil: new Date(end.getTime() + WARRANTY_DAYS * 24 * 3_600_000) }
}

export async function readWork(db: Knex, order: Order): Promise<OrderWork> {
  const { id: orderId, workState: state, includedChanges } = order
  const deliveries = await Delivery.query(db).withGraphFetched('author').where({ orderId }).orderBy('number')
  const requests = await DeliveryRequest.query(db)
    .withGraphFetched('delivery')
    .where({ orderId })
    .orderBy('id')
  const files = await findFilesOf(
    db,
    'deliveryId',
    deliveries.map(({ id }) => id),
  )
  const isRunning =
    isTested(state) &&
    (await Order.query(db).findById(orderId).whereRaw(`NOT ${IS_ACCEPTANCE_STOPPED}`).resultSize()) > 0
  return toWire(OrderWork, {
    work: {
      state,
      acceptBy: isRunning ? order.acceptBy : null,
      ...(await readEnd(db, order)),
      dates: await readDates(db, order),
      includedChanges,
      usedChanges: requests.filter(({ counted }) => counted).length,
      requests: requests.map((request) => ({
        ...request,
        at: request.createdAt,
        deliveryNumber: request.delivery?.number ?? null,
      })),
    },
    deliveries: deliveries.map((delivery) => ({
      ...delivery,
      link: delivery.links[0] ?? null,
      files: files.get(delivery.id) ?? [],
      by: getAuthor(delivery),
      at: delivery.createdAt,
    })),
  })
}

export function getAuthor({ id, author }: Delivery) {
  if (!author) throw new Error(`Delivery ${id} lacks its author`)
  return author
}
