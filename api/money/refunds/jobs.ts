/** Sends refunds to the provider, and checks unfinished ones. */

import type { Knex } from 'knex'
import {
  type Gateway,
  GatewayRejected,
  GatewayUnavailable,
  type PaymentServices,
  type ProviderRefund,
} from '#api/money/payments/gateway.ts'
import { getGateway } from '#api/money/payments/provider.ts'
import { REFUND_STATUS } from '#api/rules/status-labels.ts'
import { listStatuses, statusesThat } from '#api/rules/statuses.ts'
import { Refund } from '#db/models/money/refund.ts'
import { paymentAmount } from './refund.ts'
import { failRefund, updateRefund } from './refund-state.ts'

/** Statuses that reject the credentials, not the refund. */
const CREDENTIALS_REFUSED = new Set([401, 403])
const ASKED_AFTER_MINUTES = 5
/** The bank's reference may arrive after the money was sent, usually within a few days. */
const REFERENCE_WITHIN_DAYS = 14
const REFUNDS_A_RUN = 100
const FAILURES_A_RUN = 3

/**
 * Sends a refund, unless the provider has accepted it already. A refund of a bank transfer fails at once: an admin gives it
 * back by transfer.
 * @throws GatewayUnavailable, or GatewayRejected for refused credentials: the job retries with the same idempotency key
 */
export async function sendRefund(services: PaymentServices, refundId: number): Promise<void> {
  const { db } = services
  const refund = await Refund.query(db).findById(refundId).withGraphFetched('payment')
  if (!refund || !REFUND_STATUS[refund.status].isToSend) return
  if (refund.payment?.isTransfer) {
    const reason = 'It was paid by bank transfer: refund it by bank transfer and record that'
    return await db.transaction((trx) => failRefund(services.jobs, trx, refund, reason))
  }
  try {
    const reported = await askForRefund(getRefundGateway(services, refund), refund)
    await db.transaction((trx) => updateRefund(services.jobs, trx, refund, reported))
  } catch (error) {
    if (error instanceof GatewayRejected && !CREDENTIALS_REFUSED.has(error.status)) {
      await db.transaction((trx) => failRefund(services.jobs, trx, refund, error.description))
      return
    }
    if (error instanceof GatewayUnavailable || error instanceof GatewayRejected) {
      await Refund.query(db)
        .findById(refund.id)
        .whereIn('status', statusesThat(REFUND_STATUS, 'isToSend'))
        .patch({ lastError: error.message })
    }
    throw error
  }
}

/** Money goes back through the provider that took it. */
const getRefundGateway = (services: PaymentServices, { payment }: Refund): Gateway =>
  getGateway(services, payment?.provider ?? '')

async function askForRefund(gateway: Gateway, refund: Refund): Promise<ProviderRefund> {
  const paymentId = refund.payment?.providerPaymentId ?? ''
  const { idempotencyKey, lastError } = refund
  // An earlier attempt may have succeeded, and the provider forgets idempotency keys after a while.
  const earlier =
    lastError === null ? undefined : await gateway.findRefund({ paymentId, receipt: idempotencyKey })
  return earlier ?? gateway.refundPayment({ paymentId, amount: paymentAmount(refund), idempotencyKey })
}

/**
 * Checks unfinished refunds at growing intervals, because an event may have been missed.
 * @param onError called for a refund that cannot be updated; the others continue
 */
export async function reconcileRefunds(
  services: PaymentServices,
  onError: (error: unknown, refundId: number) => void,
): Promise<void> {
  const { db } = services
  let failures = 0
  for (const refund of await findDueRefunds(db)) {
    try {
      const reported = await getRefundGateway(services, refund).getRefund(refund.providerRefundId ?? '')
      await db.transaction((trx) => updateRefund(services.jobs, trx, refund, reported))
    } catch (error) {
      if (error instanceof GatewayUnavailable) {
        failures += 1
        // The provider is down: the next run tries again.
        if (failures >= FAILURES_A_RUN) return
        continue
      }
      onError(error, refund.id)
    }
    await refund.$query(db).patch({ providerAskedAt: new Date() })
  }
}

async function findDueRefunds(db: Knex): Promise<Refund[]> {
  return await Refund.query(db)
    .withGraphFetched('payment')
    .whereRaw(
      `(status IN (${listStatuses(REFUND_STATUS, 'isAtProvider')}) OR status IN (${listStatuses(REFUND_STATUS, 'isBack')}) AND bank_reference IS NULL AND provider_refund_id IS NOT NULL
        AND processed_at > now() - make_interval(days => ?))`,
      REFERENCE_WITHIN_DAYS,
    )
    .whereRaw('created_at < now() - make_interval(mins => ?)', ASKED_AFTER_MINUTES)
    .whereRaw('(provider_asked_at IS NULL OR provider_asked_at < now() - (now() - created_at) / 4)')
    .orderByRaw('provider_asked_at NULLS FIRST, created_at')
    .limit(REFUNDS_A_RUN)
}
