/** The provider's events about refunds. The refund's state is fetched from the provider, not read from the event. */
import type { Knex } from 'knex'
import { Payment, Refund } from '../../../db/models/payment.ts'
import type { WebhookEvent } from '../../../db/models/webhook-event.ts'
import type { Services } from '../../app-type.ts'
import type { ProviderRefund } from './gateway.ts'
import { updateRefund } from './refund-state.ts'

/** An event may arrive before its order or payment is stored. After this it is about none of ours. */
export const SUBJECT_COMES_WITHIN_MS = 60_000

export class PaymentNotThereYet extends Error {}

/** @throws GatewayUnavailable, GatewayRejected, PaymentNotThereYet: to be tried again */
export async function handleRefundEvent(
  services: Pick<Services, 'db' | 'gateway' | 'jobs'>,
  event: Pick<WebhookEvent, 'receivedAt'>,
  providerRefundId: string,
): Promise<void> {
  const { db, gateway } = services
  const reported = await gateway.getRefund(providerRefundId)
  const payment = await Payment.query(db).findOne({ providerPaymentId: reported.paymentId })
  if (!payment) {
    if (Date.now() - event.receivedAt.getTime() >= SUBJECT_COMES_WITHIN_MS) return
    throw new PaymentNotThereYet(`No payment is known as ${reported.paymentId}`)
  }
  await db.transaction(async (trx) => {
    const refund = (await findRefund(trx, payment, reported)) ?? (await storeForeign(trx, payment, reported))
    await updateRefund(services, trx, refund, reported)
  })
}

/** By the provider's id or, where its response has not been stored, by the idempotency key. */
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

/** A refund made on the provider's own site. */
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
