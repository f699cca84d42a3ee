/** Settles a payment that a webhook or reconciliation has found, or stores it for an admin where it fits no order. */
import type { Knex } from 'knex'
import type { QueryBuilder } from 'objection'
import { type STRAY_MONEY_SORTS, StrayMoney, type StrayMoneyListQuery } from '#api/contract/money/payments.ts'
import type { Gateway, ProviderPayment } from '#api/money/payments/gateway.ts'
import { notifyOfStrayMoney } from '#api/money/payments/notify-of-money.ts'
import { findPayable } from '#api/money/payments/parts.ts'
import { baseColumns, bringToCaptured, settleOrder } from '#api/money/payments/settle.ts'
import { selectRefunds, sumUp, toWireRefund } from '#api/money/refunds/queries.ts'
import { amountOf } from '#api/money/refunds/refund.ts'
import type { Services } from '#api/platform/app-type.ts'
import { recordEdit } from '#api/platform/audit/record.ts'
import { getFound, NotFound } from '#api/platform/errors.ts'
import { toWire } from '#api/platform/http/to-wire.ts'
import { fetchPage, type Page, type SortExpressions } from '#api/platform/lists/list.ts'
import { holdsWord, whereWordsHeld } from '#api/platform/lists/search.ts'
import { toDecimal, zeroOf } from '#api/rules/money/money.ts'
import { Payment } from '#db/models/money/payment.ts'
import type { Refund } from '#db/models/money/refund.ts'
import type { Order } from '#db/models/orders/order.ts'

/**
 * @param gateway of the provider that has the payment
 * @param order undefined where the payment belongs to no known order
 * @throws GatewayUnavailable, GatewayRejected
 */
export async function settleOrStore(
  services: Services,
  gateway: Gateway,
  order: Order | undefined,
  payment: ProviderPayment,
  actorKind: 'provider' | 'system',
): Promise<void> {
  const payable = order && (await findPayable(services.db, order, payment))
  if (!payable) {
    // The bank releases a payment that is not captured.
    if (payment.status !== 'captured') return
    await storeStray(services, gateway, payment, order)
    return
  }
  // It is paid: a second authorisation expires by itself.
  if (payment.status === 'authorized' && !payable.isOpen) return
  const captured = await bringToCaptured(gateway, payment)
  if (captured.status !== 'captured') return
  const settlement = { actorKind, payment: captured }
  await services.db.transaction((trx) => settleOrder(services, trx, order.id, settlement))
}

async function storeStray(
  { db, jobs }: Services,
  gateway: Gateway,
  payment: ProviderPayment,
  order: Order | undefined,
): Promise<void> {
  const flag = order ? 'amount_mismatch' : 'unknown_order'
  const columns = { amountCents: payment.amount.minor, currency: payment.amount.currency }
  await db.transaction(async (trx) => {
    const [stored] = await trx<Payment>('payments')
      .insert({
        orderId: order?.id ?? null,
        provider: gateway.name,
        providerPaymentId: payment.id,
        ...columns,
        ...baseColumns(payment),
        status: 'captured',
        capturedAt: new Date(),
        fulfilsOrder: false,
        flag,
      })
      .onConflict('providerPaymentId')
      .ignore()
      .returning('id')
    if (stored) await notifyOfStrayMoney(jobs, trx, { ...columns, id: stored.id, flag })
  })
}

/** To the letter as in the indexes of migrations 0014 and 0016. */
const STRAY = '(NOT payments.fulfils_order OR payments.flag IS NOT NULL)'
const HELD = holdsWord(`concat_ws(' ', '', payments.provider_payment_id,
  (SELECT invoice_number FROM orders WHERE orders.id = payments.order_id))`)

const SORTS: SortExpressions<(typeof STRAY_MONEY_SORTS)[number]> = {
  createdAt: ['payments.created_at', 'payments.id'],
  amount: ['payments.amount_cents', 'payments.id'],
}

export async function listStrayMoney(db: Knex, list: StrayMoneyListQuery): Promise<Page<StrayMoney>> {
  const query = selectStray(db).whereRaw(`looked_at IS ${list.looked === 'open' ? 'NULL' : 'NOT NULL'}`)
  whereWordsHeld(query, HELD, list.q)
  const { rows, total } = await fetchPage(query, list, SORTS)
  return { rows: await withRefunds(db, rows), total }
}

export async function countMoneyToLookAt(db: Knex): Promise<number> {
  return Payment.query(db).whereRaw(STRAY).whereNull('lookedAt').resultSize()
}

/**
 * Marks a payment as looked at, unless it is marked already.
 * @throws NotFound
 */
export async function markLookedAt(
  db: Knex,
  { id, adminId, note }: { id: number; adminId: number; note: string | null },
): Promise<StrayMoney> {
  await db.transaction(async (trx) => {
    const payment = await getFound(selectStray(trx).findById(id).forUpdate(), 'Payment')
    if (payment.lookedAt) return
    await Payment.query(trx).findById(id).patch({ lookedAt: new Date(), lookedBy: adminId, lookedNote: note })
    const label = payment.providerPaymentId ?? `Payment ${id}`
    const about = { actorId: adminId, subject: 'payment', subjectId: id, label } as const
    await recordEdit(trx, about, { lookedAt: false, note: null }, { lookedAt: true, note })
  })
  const [marked] = await withRefunds(db, await selectStray(db).where({ 'payments.id': id }))
  if (!marked) throw new NotFound('Payment')
  return marked
}

function selectStray(db: Knex): QueryBuilder<Payment, Payment[]> {
  return Payment.query(db).whereRaw(STRAY)
}

async function withRefunds(db: Knex, payments: Payment[]): Promise<StrayMoney[]> {
  const ids = payments.map(({ id }) => id)
  const withPeople = await Payment.fetchGraph(payments, '[order, looker]', { transaction: db })
  const refunds =
    ids.length > 0 ? await selectRefunds(db).whereIn('paymentId', ids).orderBy('refunds.id') : []
  const byPayment = Map.groupBy(refunds, ({ paymentId }) => paymentId)
  return withPeople.map((payment) => toStrayMoney(payment, byPayment.get(payment.id) ?? []))
}

function toStrayMoney(payment: Payment, refunds: Refund[]): StrayMoney {
  const { order = null, looker = null, lookedAt, lookedNote } = payment
  return toWire(StrayMoney, {
    ...payment,
    order,
    amount: toDecimal(amountOf(payment)),
    left: toDecimal(
      payment.status === 'captured' ? sumUp(amountOf(payment), refunds).left : zeroOf(amountOf(payment)),
    ),
    refunds: refunds.map(toWireRefund),
    looked: lookedAt && { at: lookedAt, by: looker, note: lookedNote },
  })
}
