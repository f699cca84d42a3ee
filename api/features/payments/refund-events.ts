/** The provider's events about refunds. What is true is asked from it, not read from the event. */
import type { Knex } from 'knex'
import { Payment } from '../../../db/models/payment.ts'
import { Refund } from '../../../db/models/refund.ts'
import type { WebhookEvent } from '../../../db/models/webhook-event.ts'
import type { Services } from '../../app-type.ts'
import type { ProviderRefund } from './gateway.ts'
import { followRefund } from './refund-state.ts'

/** Its payment may not have been told of yet; after this it is nobody's that we know. */
const PAYMENT_COMES_WITHIN_MS = 60_000

class PaymentNotThereYet extends Error {}

/** @throws GatewayUnavailable, GatewayRejected, PaymentNotThereYet: to be tried again */
export async function followRefundEvent(
  services: Pick<Services, 'db' | 'gateway' | 'jobs'>,
  event: Pick<WebhookEvent, 'receivedAt'>,
  providerRefundId: string,
): Promise<void> {
  const { db, gateway } = services
  const told = await gateway.getRefund(providerRefundId)
  const payment = await Payment.query(db).findOne({ providerPaymentId: told.paymentId })
  if (!payment) {
    if (Date.now() - event.receivedAt.getTime() >= PAYMENT_COMES_WITHIN_MS) return
    throw new PaymentNotThereYet(`No payment is known as ${told.paymentId}`)
  }
  await db.transaction(async (trx) => {
    const refund = (await findRefund(trx, payment, told)) ?? (await storeForeign(trx, payment, told))
    await followRefund(services, trx, refund, told)
  })
}

/** By the provider's id or, where its answer has not been stored, by the key that we sent along. */
async function findRefund(
  trx: Knex.Transaction,
  { id: paymentId }: Payment,
  { id, receipt, amountCents }: ProviderRefund,
): Promise<Refund | undefined> {
  return await Refund.query(trx)
    .where({ paymentId, amountCents })
    .where((known) =>
      known
        .where({ providerRefundId: id })
        .orWhere((sent) =>
          sent.whereNull('providerRefundId').whereRaw('idempotency_key::text = ?', receipt ?? ''),
        ),
    )
    .first()
}

/** One that somebody made at the provider's own site: its money is gone all the same. */
async function storeForeign(
  trx: Knex.Transaction,
  { id: paymentId }: Payment,
  { id, amountCents }: ProviderRefund,
): Promise<Refund> {
  await Refund.query(trx)
    .insert({ paymentId, amountCents, reason: 'made_at_provider', providerRefundId: id })
    .onConflict('providerRefundId')
    .ignore()
  return await Refund.query(trx).findOne({ providerRefundId: id }).throwIfNotFound()
}
