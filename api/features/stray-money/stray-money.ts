/** Settles a payment that a webhook or reconciliation has found, or stores it for an admin where it fits no order. */
import type { Order } from '../../../db/models/order.ts'
import type { Payment } from '../../../db/models/payment.ts'
import type { Services } from '../../app-type.ts'
import type { Gateway, ProviderPayment } from '../payments/gateway.ts'
import { notifyOfStrayMoney } from '../payments/notify-of-money.ts'
import { findPayable } from '../payments/parts.ts'
import { baseColumns, bringToCaptured, settleOrder } from '../payments/settle.ts'

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
