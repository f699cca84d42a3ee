/** Asks the provider about orders that stayed unpaid: paid there becomes paid here, the others are given up. */
import type { FastifyBaseLogger } from 'fastify'
import type { Knex } from 'knex'
import { Order } from '../../../db/models/order.ts'
import { OrderEvent } from '../../../db/models/order-event.ts'
import type { Services } from '../../app-type.ts'
import { releaseCoupon } from '../coupons/coupon.ts'
import { GatewayUnavailable } from './gateway-errors.ts'
import { fetchCapturedPayment, settleOrder } from './settle.ts'

const UNPAID_FOR_MINUTES = 30
const ORDERS_A_RUN = 100
const RUN_EVERY_MS = 60_000
/** Holds one run at a time over all processes; any number that nothing else uses. */
const ADVISORY_LOCK = 7_310_214

export interface Reconciled {
  settled: number
  cancelled: number
  /** The provider did not answer, or told of money that does not fit: asked again at the next run. */
  unknown: number
}

/** @param onError told of an order that cannot be settled; the others go on */
export async function reconcileUnpaidOrders(
  { db, gateway }: Services,
  onError: (error: unknown, orderId: number) => void,
): Promise<Reconciled> {
  const orders = await Order.query(db)
    .where({ paymentStatus: 'unpaid', status: 'pending' })
    .whereRaw('created_at < now() - make_interval(mins => ?)', UNPAID_FOR_MINUTES)
    .orderBy('createdAt')
    .limit(ORDERS_A_RUN)
  const result: Reconciled = { settled: 0, cancelled: 0, unknown: 0 }
  for (const order of orders) {
    try {
      result[await reconcileOrder({ db, gateway }, order)] += 1
    } catch (error) {
      result.unknown += 1
      if (!(error instanceof GatewayUnavailable)) onError(error, order.id)
    }
  }
  return result
}

async function reconcileOrder(
  { db, gateway }: Pick<Services, 'db' | 'gateway'>,
  order: Order,
): Promise<'settled' | 'cancelled'> {
  const payments = order.razorpayOrderId ? await gateway.listPayments(order.razorpayOrderId) : []
  const paid = payments.find(({ status }) => status === 'captured' || status === 'authorized')
  if (!paid) {
    await db.transaction((trx) => cancelUnpaidOrder(trx, order.id))
    return 'cancelled'
  }
  const payment = await fetchCapturedPayment(gateway, order, paid.id)
  await db.transaction((trx) =>
    settleOrder(trx, order.id, { provider: 'razorpay', actorKind: 'system', payment }),
  )
  return 'settled'
}

/** Gives an order up and its coupon use back; one that was paid or cancelled meanwhile is left as it is. */
export async function cancelUnpaidOrder(
  trx: Knex.Transaction,
  orderId: number,
  note = 'Not paid in time',
): Promise<void> {
  const order = await Order.query(trx).findById(orderId).forUpdate()
  if (order?.paymentStatus !== 'unpaid' || order.status !== 'pending') return
  await order.$query(trx).patch({ status: 'cancelled' })
  await OrderEvent.query(trx).insert({
    orderId,
    kind: 'status',
    fromValue: 'pending',
    toValue: 'cancelled',
    actorKind: 'system',
    note,
  })
  await releaseCoupon(trx, orderId)
}

/** Runs it every minute, in one of the processes on a database at a time. @returns what stops it */
export function scheduleReconciliation(services: Services, log: FastifyBaseLogger): () => Promise<void> {
  let running: Promise<void> = Promise.resolve()
  const timer = setInterval(() => {
    running = runAlone(services, log).catch((error: unknown) =>
      log.error({ err: error }, 'reconciliation failed'),
    )
  }, RUN_EVERY_MS)
  timer.unref()
  return async () => {
    clearInterval(timer)
    await running
  }
}

async function runAlone(services: Services, log: FastifyBaseLogger): Promise<void> {
  await services.db.transaction(async (trx) => {
    const { rows } = await trx.raw<{ rows: { locked: boolean }[] }>(
      'SELECT pg_try_advisory_xact_lock(?) AS locked',
      ADVISORY_LOCK,
    )
    if (!rows[0]?.locked) return
    await reconcileUnpaidOrders(services, (error, orderId) =>
      log.error({ err: error, orderId }, 'order not settled'),
    )
  })
}
