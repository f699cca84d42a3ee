import type { Knex } from 'knex'
import { currencies } from '#api/content/content.ts'
import { CreateOrderResponse } from '#api/contract/sales/checkout.ts'
import { recordCurrencyState } from '#api/money/payments/currency-state.ts'
import type { PaymentServices } from '#api/money/payments/gateway.ts'
import { GatewayRejected, GatewayUnavailable } from '#api/money/payments/gateway.ts'
import { findPayer } from '#api/money/payments/payer.ts'
import { getGateway } from '#api/money/payments/provider.ts'
import { Conflict, Unavailable } from '#api/platform/errors.ts'
import { toWire } from '#api/platform/http/to-wire.ts'
import { formatMoney } from '#api/rules/money/format.ts'
import { INSTALMENT_STATE } from '#api/rules/money/instalment-state.ts'
import { type Money, money, toDecimal } from '#api/rules/money/money.ts'
import { isBelowMinimum } from '#api/rules/money/pricing.ts'
import { smallestChargeOf } from '#api/rules/money/sold-in.ts'
import { PAYMENT_STATUS } from '#api/rules/orders.ts'
import { statusesThat } from '#api/rules/statuses.ts'
import { OrderInstalment } from '#db/models/money/order-instalment.ts'
import { OrderPayer } from '#db/models/money/order-payer.ts'
import { Order } from '#db/models/orders/order.ts'

/**
 * Opens an order at the provider.
 * @param inDefault the order's price in the default currency, offered if the provider refuses the buyer's currency; unset if
 *   there is no other price
 * @throws Conflict below_minimum, currency_unavailable; Unavailable
 */
export async function openProviderOrder(
  services: PaymentServices,
  { amount, receipt, inDefault }: { amount: Money; receipt: string; inDefault?: () => Money },
): Promise<string> {
  const { currency } = amount
  const least = smallestChargeOf(currencies, currency)
  if (isBelowMinimum(amount, least)) {
    const words = `The total is below ${formatMoney(least)}, the minimum for card payments`
    throw new Conflict('below_minimum', words)
  }
  try {
    const { id } = await services.gateway.createOrder({ amount, receipt, notes: { receipt } })
    if (currency !== currencies.default) await recordCurrencyState(services, currency, 'enabled')
    return id
  } catch (error) {
    if (error instanceof GatewayRejected && error.field === 'currency' && currency !== currencies.default) {
      await recordCurrencyState(services, currency, 'refused')
      throw new Conflict(
        'currency_unavailable',
        `You cannot pay in ${currency} here yet`,
        inDefault && toDetails(inDefault()),
      )
    }
    if (error instanceof GatewayUnavailable || error instanceof GatewayRejected) {
      throw new Unavailable('provider_unavailable', 'Failed to create order')
    }
    throw error
  }
}

/** Details of an error that offers the buyer another amount. */
export const toDetails = (amount: Money) => ({ finalAmount: toDecimal(amount), currency: amount.currency })

/** @returns what the page needs to open the provider's checkout, for an order in instalments that of its first instalment */
export async function openPayableOrder(
  services: PaymentServices,
  db: Knex,
  order: Order,
): Promise<CreateOrderResponse> {
  return toPayableOrder(services, order, order.isInInstalments ? await listInstalments(db, order) : [])
}

/**
 * Opens an order's payment in a browser. An offer's order gets a separate provider order for each browser, so that the details
 * typed in the paying browser count (docs/decisions/021-verified-addresses.md).
 * @throws Conflict order_paid; as {@link openProviderOrder} does
 */
export async function openInBrowser(
  services: PaymentServices,
  order: Order,
  browserHash: Buffer | undefined,
): Promise<CreateOrderResponse> {
  const { db } = services
  if (order.offerId === null || !browserHash) return openPayableOrder(services, db, order)
  const instalments = order.isInInstalments ? await listInstalments(db, order) : []
  const known = await findPayer(db, order, browserHash)
  const opened = known?.providerOrderId
    ? pickOpened(known)
    : await openForPayer(services, order, instalments[0], browserHash)
  return toPayableOrder(services, { ...order, ...opened }, instalments)
}

/** If two pages of a browser open it at once, both get the first one's provider order; the second one is never shown. */
async function openForPayer(
  services: PaymentServices,
  order: Order,
  firstInstalment: PayableInstalment | undefined,
  browserHash: Buffer,
): Promise<Pick<OrderPayer, 'provider' | 'providerOrderId'>> {
  const { db, gateway } = services
  const amount = money(firstInstalment?.amount ?? order.amountCents, order.currency)
  const providerOrderId = await openProviderOrder(services, { amount, receipt: order.receipt })
  return await db.transaction(async (trx) => {
    const locked = await Order.query(trx).findById(order.id).forUpdate().throwIfNotFound()
    if (!PAYMENT_STATUS[locked.paymentStatus].isUnpaid)
      throw new Conflict('order_paid', 'This order is already paid')
    const known = await findPayer(trx, order, browserHash)
    if (known?.providerOrderId) return pickOpened(known)
    const opened = { provider: gateway.name, providerOrderId }
    if (known) await known.$query(trx).patch(opened)
    else await OrderPayer.query(trx).insert({ orderId: order.id, browserHash, ...opened })
    await locked.$query(trx).patch({ ...opened, providerAskedAt: null })
    if (firstInstalment) await OrderInstalment.query(trx).findById([order.id, 1]).patch(opened)
    return opened
  })
}

const pickOpened = ({ provider, providerOrderId }: OrderPayer) => ({ provider, providerOrderId })

/** Lists the instalment at this position and the later ones that are still open. */
export async function listInstalments(
  db: Knex,
  { id: orderId }: Order,
  from = 1,
): Promise<PayableInstalment[]> {
  const instalments = await OrderInstalment.query(db)
    .where({ orderId })
    .where('position', '>=', from)
    .where((either) =>
      either.where('position', from).orWhereIn('state', statusesThat(INSTALMENT_STATE, 'isOpen')),
    )
    .orderBy('position')
  return instalments.map(({ amountCents, due }) => ({ amount: amountCents, due }))
}

type PayableInstalment = NonNullable<CreateOrderResponse['later']>[number]

/** What is told of an order, and where it or the instalment to pay now is paid. */
type PayableOrder = Pick<Order, 'id' | 'invoiceNumber' | 'amountCents' | 'currency'> &
  Pick<OrderInstalment, 'provider' | 'providerOrderId'>

/** @param instalments the instalment to pay now, then later ones; empty for an order that is paid at once */
export function toPayableOrder(
  services: PaymentServices,
  order: PayableOrder,
  [now, ...later]: readonly PayableInstalment[] = [],
): CreateOrderResponse {
  const gateway = getGateway(services, order.provider ?? '')
  return toWire(CreateOrderResponse, {
    ...order,
    orderId: order.id,
    razorpayOrderId: order.providerOrderId,
    amount: now?.amount ?? order.amountCents,
    ...(later.length > 0 && { later }),
    keyId: gateway.keyId,
    checkoutScript: gateway.checkoutScript,
  })
}
