/** Opens the payment of an order's due instalment. The client never chooses the amount, and chooses the instalment only by a mailed link. */
import type { Knex } from 'knex'
import type { RetriedOrder } from '#api/contract/sales/checkout.ts'
import type { PaymentServices } from '#api/money/payments/gateway.ts'
import type { InstalmentOf } from '#api/orders/order/resume-token.ts'
import { Conflict, findOrThrow } from '#api/platform/errors.ts'
import type { Actor } from '#api/platform/plugins/guards.ts'
import { INSTALMENT_STATE } from '#api/rules/money/instalment-state.ts'
import { money } from '#api/rules/money/money.ts'
import { PAYMENT_STATUS } from '#api/rules/orders.ts'
import { OrderInstalment } from '#db/models/money/order-instalment.ts'
import { Order } from '#db/models/orders/order.ts'
import { listInstalments, openProviderOrder, toPayableOrder } from './provider-order.ts'
import { settleAtProvider } from './retry.ts'

/** The next instalment of one's own order, or the instalment that a mailed link names. */
type Wanted = { orderId: number; actor: Actor } | InstalmentOf

/**
 * Opens the payment. Asks the provider for unreported payments first, so that nobody pays twice. If two pages open the instalment at
 * once, both get the first one's provider order, and the second one is never shown to anybody.
 * @throws NotFound unless it is the customer's own order; Conflict instalment_not_due; Unavailable; as {@link openProviderOrder} does
 */
export async function openNextInstalment(services: PaymentServices, wanted: Wanted): Promise<RetriedOrder> {
  const { db, gateway } = services
  const { order } = await db.transaction((trx) => lockDueInstalment(trx, wanted))
  await settleAtProvider(services, order)
  const { instalment } = await db.transaction((trx) => lockDueInstalment(trx, wanted))
  const { position, amountCents, currency } = instalment
  const opened = instalment.providerOrderId
    ? {}
    : {
        provider: gateway.name,
        providerOrderId: await openProviderOrder(services, {
          amount: money(amountCents, currency),
          receipt: `${order.receipt}_${position}`,
        }),
      }
  return await db.transaction(async (trx) => {
    const current = await lockDueInstalment(trx, wanted)
    if (current.instalment.position !== position) throw notDue()
    const { provider, providerOrderId } = current.instalment
    const at = providerOrderId ? { provider, providerOrderId } : opened
    await current.instalment.$query(trx).patch({ ...at, openedAt: new Date() })
    const rest = await listInstalments(trx, order, position)
    // A link shows no other instalment.
    const instalments = 'actor' in wanted ? rest : rest.slice(0, 1)
    const payable = toPayableOrder(services, { ...current.order, ...at }, instalments)
    return { order: payable, packageName: order.packageName }
  })
}

const notDue = () => new Conflict('instalment_not_due', 'There is nothing to pay for this order right now')

/** Finds the instalment of a mailed link. @throws NotFound; Conflict instalment_not_due */
export const findDueInstalment = ({ db }: PaymentServices, wanted: InstalmentOf) =>
  db.transaction((trx) => lockDueInstalment(trx, wanted))

/** Locks the order and finds its first due instalment, or the one that a link names. @throws NotFound; Conflict instalment_not_due */
async function lockDueInstalment(trx: Knex.Transaction, wanted: Wanted) {
  const { orderId } = wanted
  const own = 'actor' in wanted ? { userId: wanted.actor.id } : {}
  const order = await findOrThrow(Order.query(trx).findById(orderId).where(own).forUpdate(), 'Order')
  if ('actor' in wanted) await wanted.actor.holdRight(trx)
  const instalments = await OrderInstalment.query(trx).where({ orderId }).orderBy('position')
  const isWanted = ({ position }: OrderInstalment) => 'actor' in wanted || position === wanted.position
  // The first instalment is not paid here but by opening the order again.
  const isPayable = PAYMENT_STATUS[order.paymentStatus].isPartlyPaid && !order.isErased
  const instalment = instalments.find(
    (one) => isPayable && INSTALMENT_STATE[one.state].isDue && isWanted(one),
  )
  if (!instalment) throw notDue()
  return { order, instalment, of: instalments.length }
}
