/** Instalments of an order, and which order or instalment a provider's payment is for. */
import type { Knex } from 'knex'
import { INSTALMENT_STATE } from '#api/rules/money/instalment-state.ts'
import { isSame, type Money, money } from '#api/rules/money/money.ts'
import type { InstalmentOfOrder } from '#api/rules/money/payment-plan.ts'
import { PAYMENT_STATUS } from '#api/rules/orders.ts'
import { OrderInstalment } from '#db/models/money/order-instalment.ts'
import { OrderPayer } from '#db/models/money/order-payer.ts'
import { Order } from '#db/models/orders/order.ts'
import type { ProviderPayment } from './gateway.ts'

/** What one provider order pays for: the whole order or one instalment. */
export interface Payable {
  amount: Money
  /** undefined for an order that is paid at once. */
  instalment: OrderInstalment | undefined
  /** Whether it still awaits payment. */
  isOpen: boolean
}

const amountOf = ({ amountCents, currency }: Pick<Order, 'amountCents' | 'currency'>): Money =>
  money(amountCents, currency)

/** @returns undefined unless the payment is for this order or one of its instalments, with the same amount */
export async function findPayable(
  db: Knex,
  order: Order,
  payment: Pick<ProviderPayment, 'orderId' | 'amount'>,
): Promise<Payable | undefined> {
  const { orderId: providerOrderId } = payment
  const isOrders =
    order.providerOrderId === providerOrderId ||
    (order.offerId !== null && (await OrderPayer.query(db).findOne({ orderId: order.id, providerOrderId })))
  const payable = order.isInInstalments
    ? await findInstalmentAt(db, order, isOrders ? { position: 1 } : { providerOrderId })
    : isOrders
      ? payableInFull(order)
      : undefined
  return payable && isSame(payment.amount, payable.amount) ? payable : undefined
}

/** @returns what a bank transfer pays for @param position of the instalment; unset for an order that is paid at once */
export async function findTransferred(
  db: Knex,
  order: Order,
  position: number | undefined,
): Promise<Payable | undefined> {
  if (position !== undefined) return await findInstalmentAt(db, order, { position })
  return order.isInInstalments ? undefined : payableInFull(order)
}

export const payableInFull = (order: Order): Payable => ({
  amount: amountOf(order),
  instalment: undefined,
  isOpen: PAYMENT_STATUS[order.paymentStatus].isUnpaid,
})

async function findInstalmentAt(
  db: Knex,
  order: Order,
  place: Pick<OrderInstalment, 'position'> | Pick<OrderInstalment, 'providerOrderId'>,
): Promise<Payable | undefined> {
  const instalment = await OrderInstalment.query(db).findOne({ orderId: order.id, ...place })
  if (!instalment) return undefined
  const isOpen =
    INSTALMENT_STATE[instalment.state].isOpen &&
    (PAYMENT_STATUS[order.paymentStatus].isUnpaid || PAYMENT_STATUS[order.paymentStatus].isPartlyPaid)
  return { amount: amountOf(instalment), instalment, isOpen }
}

/** @returns the order that a provider order pays for, wholly or in part */
export async function findByProviderOrder(db: Knex, providerOrderId: string): Promise<Order | undefined> {
  const order = await Order.query(db).findOne({ providerOrderId })
  if (order) return order
  const opened =
    (await OrderInstalment.query(db).findOne({ providerOrderId }).select('orderId')) ??
    (await OrderPayer.query(db).findOne({ providerOrderId }).select('orderId'))
  return opened && (await Order.query(db).findById(opened.orderId))
}

/** Lists the provider orders at which an order may have been paid. */
export async function listProviderOrders(
  db: Knex,
  order: Order,
): Promise<Pick<OrderInstalment, 'provider' | 'providerOrderId'>[]> {
  const opened = order.isInInstalments
    ? await OrderInstalment.query(db)
        .where({ orderId: order.id })
        .whereNotNull('providerOrderId')
        .orderBy('position')
    : [order]
  if (order.offerId === null) return opened
  const inBrowsers = await OrderPayer.query(db)
    .where({ orderId: order.id })
    .whereNotNull('providerOrderId')
    .whereNotIn(
      'providerOrderId',
      opened.flatMap(({ providerOrderId }) => providerOrderId ?? []),
    )
  return [...opened.filter(({ providerOrderId }) => providerOrderId), ...inBrowsers]
}

/** Stores an order's instalments. The first is due at once and is paid at the order's own provider order. */
export async function insertInstalments(
  trx: Knex.Transaction,
  { id: orderId, provider, providerOrderId }: Order,
  instalments: readonly InstalmentOfOrder[],
): Promise<void> {
  await OrderInstalment.query(trx).insert(
    instalments.map(({ amount, label, due }, index) => ({
      orderId,
      position: index + 1,
      label,
      due,
      amountCents: amount.minor,
      currency: amount.currency,
      ...(index === 0
        ? { state: 'due' as const, dueAt: new Date(), provider, providerOrderId }
        : { state: 'waiting' as const }),
    })),
  )
}

/** Marks an instalment as paid. @returns all instalments of the order */
export async function payInstalment(
  trx: Knex.Transaction,
  { orderId, position, dueAt }: OrderInstalment,
  paymentId: number,
): Promise<OrderInstalment[]> {
  const paidAt = new Date()
  await OrderInstalment.query(trx)
    .findById([orderId, position])
    .patch({ state: 'paid', paymentId, paidAt, dueAt: dueAt ?? paidAt })
  return await OrderInstalment.query(trx).where({ orderId })
}
