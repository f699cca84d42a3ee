/** Money that came without a buyer's browser: to its order, or kept where somebody will look at it. */
import type { Knex } from 'knex'
import type { Order } from '../../../db/models/order.ts'
import { Payment } from '../../../db/models/payment.ts'
import type { Services } from '../../app-type.ts'
import type { Gateway, ProviderPayment } from './gateway.ts'
import { bringToCaptured, isPaymentFor, settleOrder } from './settle.ts'

/**
 * @param order undefined where no order is known by the payment's
 * @throws GatewayUnavailable, GatewayRejected
 */
export async function settleOrKeep(
  { db, gateway, jobs }: { db: Knex; gateway: Gateway; jobs: Services['jobs'] },
  order: Order | undefined,
  payment: ProviderPayment,
  actorKind: 'provider' | 'system',
): Promise<void> {
  if (!order || !isPaymentFor(order, payment)) {
    // What is not captured goes back by itself.
    if (payment.status !== 'captured') return
    await keepPayment(db, payment, order ? 'amount_mismatch' : 'unknown_order', order)
    return
  }
  // A second authorisation is left to lapse.
  if (payment.status === 'authorized' && order.paymentStatus !== 'unpaid') return
  const captured = await bringToCaptured(gateway, order, payment)
  if (captured.status !== 'captured') return
  await db.transaction((trx) =>
    settleOrder({ jobs }, trx, order.id, { provider: 'razorpay', actorKind, payment: captured }),
  )
}

async function keepPayment(
  db: Knex,
  payment: ProviderPayment,
  flag: 'amount_mismatch' | 'unknown_order',
  order: Order | undefined,
): Promise<void> {
  await Payment.query(db)
    .insert({
      orderId: order?.id ?? null,
      provider: 'razorpay',
      providerPaymentId: payment.id,
      amountCents: payment.amountCents,
      currency: payment.currency,
      status: 'captured',
      capturedAt: new Date(),
      fulfilsOrder: false,
      flag,
    })
    .onConflict('providerPaymentId')
    .ignore()
}
