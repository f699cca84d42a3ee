/** Opens the payment of the part of an order that is due. The client chooses neither the part nor its amount. */
import type { Knex } from 'knex'
import { Order } from '../../../db/models/order.ts'
import { OrderPart } from '../../../db/models/order-work/order-part.ts'
import type { Services } from '../../app-type.ts'
import { Conflict, getFound } from '../../base/errors.ts'
import type { RetriedOrder } from '../../contract/checkout.ts'
import type { Actor } from '../../plugins/guards.ts'
import { money } from '../../rules/money/money.ts'
import { listParts, toPayableOrder } from './payable-order.ts'
import { openProviderOrder } from './provider-order.ts'
import { settleAtProvider } from './resume.ts'

interface Own {
  orderId: number
  actor: Actor
}

/**
 * The provider is asked for unreported payments first, so that nobody pays twice. If two pages open the part at once, the
 * first one's order of the provider is kept, and nobody can pay the other.
 * @throws NotFound where it is not the customer's own order; Conflict part_not_due; what {@link openProviderOrder} throws
 */
export async function openNextPart(services: Services, own: Own): Promise<RetriedOrder> {
  const { db, gateway } = services
  const { order } = await db.transaction((trx) => lockDue(trx, own))
  await settleAtProvider(services, order)
  const { part } = await db.transaction((trx) => lockDue(trx, own))
  const { position, amountCents, currency } = part
  const opened = part.providerOrderId
    ? {}
    : {
        provider: gateway.name,
        providerOrderId: await openProviderOrder(services, {
          amount: money(amountCents, currency),
          receipt: `${order.receipt}_${position}`,
        }),
      }
  return await db.transaction(async (trx) => {
    const current = await lockDue(trx, own)
    if (current.part.position !== position) throw notDue()
    const { provider, providerOrderId } = current.part
    const at = providerOrderId ? { provider, providerOrderId } : opened
    await current.part.$query(trx).patch({ ...at, openedAt: new Date() })
    const payable = current.order.$clone().$set(at)
    const parts = await listParts(trx, order, position)
    return { order: toPayableOrder(services, payable, parts), packageName: order.packageName }
  })
}

const notDue = () => new Conflict('part_not_due', 'Nothing of this order is to be paid now')

/** The first part that is due, with its order. */
async function lockDue(trx: Knex.Transaction, { orderId, actor }: Own) {
  const own = Order.query(trx).findById(orderId).where({ userId: actor.id })
  const order = await getFound(own.forUpdate(), 'Order')
  await actor.holdRight(trx)
  // The first part is paid by opening the order again.
  const part =
    order.paymentStatus === 'part_paid'
      ? await OrderPart.query(trx).where({ orderId, state: 'due' }).orderBy('position').first()
      : undefined
  if (!part) throw notDue()
  return { order, part }
}
