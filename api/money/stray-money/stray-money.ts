/** Settles payments found by a webhook or by reconciliation. Stores those that fit no order, for an admin to look at. */
import type { Knex } from 'knex'
import type { StrayMoney } from '#api/contract/money/payments.ts'
import type { Gateway, ProviderPayment } from '#api/money/payments/gateway.ts'
import { findPayable } from '#api/money/payments/instalments.ts'
import { notifyOfStrayMoney } from '#api/money/payments/notify-of-money.ts'
import { baseColumns, ensureCaptured, settleOrder } from '#api/money/payments/settle.ts'
import type { Services } from '#api/platform/app-type.ts'
import { recordEdit } from '#api/platform/audit/record.ts'
import { findOrThrow, NotFound } from '#api/platform/errors.ts'
import { PAYMENT_AT_PROVIDER } from '#api/rules/money/payment-at-provider.ts'
import { Payment } from '#db/models/money/payment.ts'
import type { Order } from '#db/models/orders/order.ts'
import { addRefunds, selectStray } from './queries.ts'

/**
 * @param gateway of the provider that took the payment
 * @param order undefined if the payment belongs to no known order
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
    // The bank releases an uncaptured payment automatically.
    if (!PAYMENT_AT_PROVIDER[payment.status].isCaptured) return
    await storeStray(services, gateway, payment, order)
    return
  }
  // Already paid: a second authorisation expires without a capture.
  if (PAYMENT_AT_PROVIDER[payment.status].isAuthorized && !payable.isOpen) return
  const captured = await ensureCaptured(gateway, payment)
  if (!PAYMENT_AT_PROVIDER[captured.status].isCaptured) return
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

/** Marks a payment as looked at. The first mark stays. @throws NotFound */
export async function markLookedAt(
  db: Knex,
  { id, adminId, note }: { id: number; adminId: number; note: string | null },
): Promise<StrayMoney> {
  await db.transaction(async (trx) => {
    const payment = await findOrThrow(selectStray(trx).findById(id).forUpdate(), 'Payment')
    if (payment.lookedAt) return
    await Payment.query(trx).findById(id).patch({ lookedAt: new Date(), lookedBy: adminId, lookedNote: note })
    const label = payment.providerPaymentId ?? `Payment ${id}`
    const about = { actorId: adminId, subject: 'payment', subjectId: id, label } as const
    await recordEdit(trx, about, { lookedAt: false, note: null }, { lookedAt: true, note })
  })
  const [marked] = await addRefunds(await selectStray(db).where({ 'payments.id': id }), db)
  if (!marked) throw new NotFound('Payment')
  return marked
}
