/** Opens the payment of an unpaid order once more. */
import type { Knex } from 'knex'
import type { CreateOrderResponse, RetriedOrder } from '#api/contract/sales/checkout.ts'
import type { PaymentServices } from '#api/money/payments/gateway.ts'
import { GatewayUnavailable } from '#api/money/payments/gateway.ts'
import { findPayer } from '#api/money/payments/payer.ts'
import { findEnding, findUnfinished } from '#api/money/payments/unfinished-order.ts'
import { settleUnreported } from '#api/money/provider-events/reconcile.ts'
import { Conflict, NotFound, Unavailable } from '#api/platform/errors.ts'
import type { Order } from '#db/models/orders/order.ts'
import type { User } from '#db/models/people/user.ts'
import { openInBrowser } from './provider-order.ts'

/**
 * Opens an unpaid order for the browser or customer that placed it, or a browser that opened it by a mailed link. Asks the
 * provider for an unreported payment first, so that nobody pays twice (docs/product/shop.md, Paying an order again).
 * @throws NotFound for anyone else; Conflict order_paid, order_given_up; Unavailable if the provider does not respond
 */
export async function retryOrder(
  services: PaymentServices,
  orderId: number,
  { user, browserHash }: { user: User | null; browserHash: Buffer | undefined },
): Promise<RetriedOrder> {
  const { db } = services
  const order = await findUnfinished(db, orderId)
  const isOwn =
    order !== undefined &&
    ((browserHash !== undefined && order.browserHash?.equals(browserHash)) ||
      (await findPayer(db, order, browserHash)) ||
      (user !== null && order.userId === user.id))
  if (!isOwn) throw new NotFound('Order')
  return { order: await openAgain(services, order, browserHash), packageName: order.packageName }
}

/** @param order from {@link findUnfinished} @throws Conflict order_paid, order_given_up; Unavailable; as {@link openInBrowser} does */
export async function openAgain(
  services: PaymentServices,
  order: Order,
  browserHash: Buffer | undefined,
): Promise<CreateOrderResponse> {
  const { db } = services
  await assertPayable(db, order)
  await settleAtProvider(services, order)
  const current = (await findUnfinished(db, order.id)) ?? order
  await assertPayable(db, current)
  return openInBrowser(services, current, browserHash)
}

/** Settles payments that the provider has but nobody reported. @throws Unavailable */
export async function settleAtProvider(services: PaymentServices, order: Order): Promise<void> {
  try {
    await settleUnreported(services, order)
  } catch (error) {
    if (!(error instanceof GatewayUnavailable)) throw error
    const message = 'The payment provider did not answer. Please try again in a moment.'
    throw new Unavailable('provider_unavailable', message)
  }
}

/** @param order from {@link findUnfinished} @throws Conflict order_paid, order_given_up */
export async function assertPayable(db: Knex, order: Order): Promise<void> {
  const ending = await findEnding(db, order)
  if (ending === 'paid') throw new Conflict('order_paid', 'This order is already paid')
  if (!ending) return
  const message =
    order.offerId === null
      ? 'This order is no longer open. Please order again.'
      : 'It was not paid in time. Please ask us for the offer again.'
  throw new Conflict('order_given_up', message)
}
