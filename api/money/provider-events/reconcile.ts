/**
 * Asks the provider about orders whose payment was not reported. An unpaid order that was paid there becomes paid here.
 * Otherwise it is cancelled and checked again for days, at growing intervals, because a bank may authorise late. A paid order
 * is checked once, because it may have been paid twice.
 */

import type { Knex } from 'knex'
import { recordFailedPayment } from '#api/money/payments/failed-payment.ts'
import type { PaymentServices } from '#api/money/payments/gateway.ts'
import { type Gateway, GatewayUnavailable } from '#api/money/payments/gateway.ts'
import { listProviderOrders } from '#api/money/payments/instalments.ts'
import { getGateway } from '#api/money/payments/provider.ts'
import { settleOrStore } from '#api/money/stray-money/stray-money.ts'
import { cancelUnpaidOrder } from '#api/orders/order/order-status.ts'
import { INSTALMENT_STATE } from '#api/rules/money/instalment-state.ts'
import { PAYMENT_AT_PROVIDER } from '#api/rules/money/payment-at-provider.ts'
import { OFFER_PAY_DAYS } from '#api/rules/offers.ts'
import { ORDER_STATUS, PAYMENT_STATUS } from '#api/rules/orders.ts'
import { UNPAID_ORDER_MINUTES } from '#api/rules/periods.ts'
import { listStatuses, statusesThat } from '#api/rules/statuses.ts'
import { Order } from '#db/models/orders/order.ts'

/** Late authorisations arrive within five days; this adds one day. */
export const RECONCILED_FOR_DAYS = 6
const ORDERS_A_BATCH = 100
const BATCHES_A_RUN = 20
const FAILURES_A_RUN = 3

export interface Reconciled {
  settled: number
  cancelled: number
  /** Orders to check again later: the provider was unreachable, or its payment does not fit the order. */
  unknown: number
}

/** @param onError called for an order that cannot be settled; the others continue */
export async function reconcileUnpaidOrders(
  services: PaymentServices,
  onError: (error: unknown, orderId: number) => void,
): Promise<Reconciled> {
  const { db } = services
  const startedAt = new Date()
  const result: Reconciled = { settled: 0, cancelled: 0, unknown: 0 }
  const failed: number[] = []
  for (let batch = 0; batch < BATCHES_A_RUN; batch += 1) {
    const orders = await findDueOrders(db, startedAt, failed)
    for (const order of orders) {
      try {
        const outcome = await reconcileOrder(services, order)
        if (outcome !== 'unchanged') result[outcome] += 1
      } catch (error) {
        result.unknown += 1
        if (error instanceof GatewayUnavailable) {
          failed.push(order.id)
          // The provider is down: the next run tries again.
          if (failed.length >= FAILURES_A_RUN) return result
          continue
        }
        onError(error, order.id)
      }
      await order.$query(db).patch({ providerAskedAt: new Date() })
    }
    if (orders.length < ORDERS_A_BATCH) break
  }
  return result
}

/** SQL: an admin has reopened the cancelled order, which gives the buyer days to pay. */
const IS_REOPENED = `EXISTS (SELECT FROM order_events WHERE order_id = orders.id AND kind = 'status' AND actor_kind = 'admin'
  AND from_value IN (${listStatuses(ORDER_STATUS, 'isCancelled')}) AND created_at > now() - make_interval(days => ?))`

/** Counts overdue orders that are neither paid nor cancelled: above 0, the provider is unreachable or this job does not run. */
export async function countUnsettledOrders(db: Knex): Promise<number> {
  return Order.query(db)
    .whereIn('paymentStatus', statusesThat(PAYMENT_STATUS, 'isUnpaid'))
    .whereIn('status', statusesThat(ORDER_STATUS, 'isPayable'))
    .whereNull('offerId')
    .whereRaw('created_at < now() - make_interval(mins => ?)', UNPAID_ORDER_MINUTES)
    .whereRaw(`NOT ${IS_REOPENED}`, OFFER_PAY_DAYS)
    .resultSize()
}

/** SQL: ids of orders with an unpaid instalment that was opened at the provider lately, even if it is no longer asked for. */
const OPENED_INSTALMENTS = `SELECT order_id FROM order_instalments
  WHERE order_instalments.state NOT IN (${listStatuses(INSTALMENT_STATE, 'isPaid')}) AND opened_at > now() - make_interval(days => :days)`

/**
 * SQL: the orders to ask the provider about now.
 *
 * | order                              | when                                                                          |
 * | ---------------------------------- | ----------------------------------------------------------------------------- |
 * | pending, up to a day old           | every run                                                                     |
 * | pending, older or from an offer    | every 15 minutes                                                              |
 * | cancelled, for `:days`             | when a quarter of its age has passed since the last time; offers for longer   |
 * | paid or partly paid                | once after each payment                                                       |
 * | with an unpaid instalment opened lately  | when a quarter of the time since has passed, at most once a minute            |
 *
 * IN lists the opened instalments once; EXISTS alone would look up the instalments of every paid order.
 */
const IS_DUE = `provider_order_id IS NOT NULL AND (
    payment_status IN (${listStatuses(PAYMENT_STATUS, 'isUnpaid')}) AND created_at < now() - make_interval(mins => :minutes) AND (
      status IN (${listStatuses(ORDER_STATUS, 'isPayable')}) AND (provider_asked_at IS NULL OR provider_asked_at <
        CASE WHEN offer_id IS NULL AND created_at > now() - interval '1 day' THEN :startedAt ELSE now() - interval '15 minutes' END)
      OR created_at > now() - make_interval(days => :days + CASE WHEN offer_id IS NULL THEN 0 ELSE :offerDays END)
        AND (provider_asked_at IS NULL OR provider_asked_at < now() - (now() - created_at) / 4))
    OR payment_status IN (${listStatuses(PAYMENT_STATUS, 'hasPayment')}) AND provider_asked_at IS NULL AND paid_at < now() - make_interval(mins => :minutes))
  OR payment_status NOT IN (${listStatuses(PAYMENT_STATUS, 'isUnpaid')}) AND id IN (${OPENED_INSTALMENTS}) AND EXISTS (${OPENED_INSTALMENTS} AND order_id = orders.id
    AND coalesce(provider_asked_at, '-infinity') < now() - greatest((now() - opened_at) / 4, interval '1 minute'))`

async function findDueOrders(db: Knex, startedAt: Date, failed: number[]): Promise<Order[]> {
  return await Order.query(db)
    .whereRaw(IS_DUE, {
      startedAt,
      minutes: UNPAID_ORDER_MINUTES,
      days: RECONCILED_FOR_DAYS,
      offerDays: OFFER_PAY_DAYS,
    })
    .whereNotIn('id', failed)
    .orderByRaw('provider_asked_at NULLS FIRST, created_at')
    .limit(ORDERS_A_BATCH)
}

async function reconcileOrder(services: PaymentServices, order: Order) {
  const { db } = services
  const current = await settleUnreported(services, order)
  if (current.paymentStatus !== order.paymentStatus) return 'settled'
  if (!PAYMENT_STATUS[current.paymentStatus].isUnpaid || !ORDER_STATUS[current.status].isPayable)
    return 'unchanged'
  // Offers and reopened orders may be paid for days. An offer's order then lapses (api/sales/offers/jobs.ts).
  if (current.offerId !== null || (await isReopened(db, current))) return 'unchanged'
  await db.transaction((trx) => cancelUnpaidOrder(services.jobs, trx, order.id))
  // biome-ignore lint/plugin: what the run has done
  return 'cancelled'
}

async function isReopened(db: Knex, { id }: Order): Promise<boolean> {
  return (await Order.query(db).findById(id).whereRaw(IS_REOPENED, OFFER_PAY_DAYS)) !== undefined
}

/**
 * Settles all payments that the providers have for the order.
 * @returns the order in its new state
 * @throws GatewayUnavailable, GatewayRejected
 */
export async function settleUnreported(services: PaymentServices, order: Order) {
  const { db } = services
  let current = order
  for (const { provider, providerOrderId } of await listProviderOrders(db, order))
    current = await settleThoseOf(
      services,
      current,
      getGateway(services, provider ?? ''),
      providerOrderId ?? '',
    )
  return current
}

async function settleThoseOf(
  services: PaymentServices,
  order: Order,
  gateway: Gateway,
  providerOrderId: string,
) {
  const { db } = services
  const payments = await gateway.listPayments(providerOrderId)
  const captured = payments.filter(({ status }) => PAYMENT_AT_PROVIDER[status].isCaptured)
  const authorized = payments.filter(({ status }) => PAYMENT_AT_PROVIDER[status].isAuthorized)
  // Their event may not have arrived.
  for (const payment of payments.filter(({ status }) => PAYMENT_AT_PROVIDER[status].hasFailed)) {
    await db.transaction(async (trx) => {
      const locked = await Order.query(trx).findById(order.id).forUpdate().throwIfNotFound()
      await recordFailedPayment(trx, locked, payment)
    })
  }
  let current = order
  for (const payment of [...captured, ...authorized]) {
    await settleOrStore(services, gateway, current, payment, 'system')
    current = await Order.query(db).findById(order.id).throwIfNotFound()
  }
  return current
}
