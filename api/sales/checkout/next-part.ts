/** Opens the payment of the part of an order that is due. The client chooses no amount, and the part by a mailed link alone. */
import type { Knex } from 'knex'
import type { DuePart, RetriedOrder } from '#api/contract/sales/checkout.ts'
import type { PaymentServices } from '#api/money/payments/gateway.ts'
import { type PartOf, readPartToken } from '#api/orders/order/resume-token.ts'
import { Conflict, DomainError, getFound } from '#api/platform/errors.ts'
import type { Actor } from '#api/platform/plugins/guards.ts'
import { money, toDecimal } from '#api/rules/money/money.ts'
import { OrderPart } from '#db/models/money/order-part.ts'
import { Order } from '#db/models/orders/order.ts'
import { listParts, openProviderOrder, toPayableOrder } from './provider-order.ts'
import { settleAtProvider } from './resume.ts'

/** Whose payment is opened: the next part of one's own order, or the part that a link in a mail names. */
type Wanted = { orderId: number; actor: Actor } | PartOf

/**
 * The provider is asked for unreported payments first, so that nobody pays twice. If two pages open the part at once, the
 * first one's order of the provider is kept, and nobody can pay the other.
 * @throws NotFound where it is not the customer's own order; Conflict part_not_due; what {@link openProviderOrder} throws
 */
export async function openNextPart(services: PaymentServices, wanted: Wanted): Promise<RetriedOrder> {
  const { db, gateway } = services
  const { order } = await db.transaction((trx) => lockDue(trx, wanted))
  await settleAtProvider(services, order)
  const { part } = await db.transaction((trx) => lockDue(trx, wanted))
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
    const current = await lockDue(trx, wanted)
    if (current.part.position !== position) throw notDue()
    const { provider, providerOrderId } = current.part
    const at = providerOrderId ? { provider, providerOrderId } : opened
    await current.part.$query(trx).patch({ ...at, openedAt: new Date() })
    const payable = current.order.$clone().$set(at)
    const rest = await listParts(trx, order, position)
    // Who has a link sees no other part.
    const parts = 'actor' in wanted ? rest : rest.slice(0, 1)
    return { order: toPayableOrder(services, payable, parts), packageName: order.packageName }
  })
}

const notDue = () => new Conflict('part_not_due', 'Nothing of this order is to be paid now')

/**
 * Opens the payment of a part for who has the link of the mail about it, signed in or not.
 * @throws DomainError 404 part_link_invalid; what {@link openNextPart} throws
 */
export async function payPartByLink(services: PaymentServices, token: string): Promise<RetriedOrder> {
  return await openNextPart(services, readLink(services, token))
}

/** What the page of the link shows, and nothing else of the order. @throws DomainError 404 part_link_invalid; Conflict part_not_due */
export async function showPartOfLink(services: PaymentServices, token: string): Promise<DuePart> {
  const wanted = readLink(services, token)
  const { order, part, of } = await services.db.transaction((trx) => lockDue(trx, wanted))
  const { position, label, amountCents, currency } = part
  const { invoiceNumber, packageName } = order
  const amount = toDecimal(money(amountCents, currency))
  return { invoiceNumber, packageName, label, position, of, amount, currency }
}

function readLink({ env }: PaymentServices, token: string): PartOf {
  const part = readPartToken(env, token)
  if (!part) throw new DomainError(404, 'part_link_invalid', 'This link is not valid or has expired')
  return part
}

/** The part with its order: the first that is due, or the one that a link names. */
async function lockDue(trx: Knex.Transaction, wanted: Wanted) {
  const { orderId } = wanted
  const own = 'actor' in wanted ? { userId: wanted.actor.id } : {}
  const order = await getFound(Order.query(trx).findById(orderId).where(own).forUpdate(), 'Order')
  if ('actor' in wanted) await wanted.actor.holdRight(trx)
  const parts = await OrderPart.query(trx).where({ orderId }).orderBy('position')
  const isWanted = ({ position }: OrderPart) => 'actor' in wanted || position === wanted.position
  // The first part is paid by opening the order again.
  const isPayable = order.paymentStatus === 'part_paid' && !order.isErased
  const part = parts.find((one) => isPayable && one.state === 'due' && isWanted(one))
  if (!part) throw notDue()
  return { order, part, of: parts.length }
}
