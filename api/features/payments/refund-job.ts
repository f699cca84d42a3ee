/** Sends refunds to the provider, and asks about those that are on their way. */
import type { Knex } from 'knex'
import { Refund } from '../../../db/models/refund.ts'
import type { Services } from '../../app-type.ts'
import type { Gateway, ProviderRefund } from './gateway.ts'
import { GatewayRejected, GatewayUnavailable } from './gateway-errors.ts'
import { failRefund, followRefund } from './refund-state.ts'

/** The provider does not know us: a fault of our settings, and no word on the refund. */
const NOT_OURSELVES = new Set([401, 403])
const ASKED_AFTER_MINUTES = 5
const REFUNDS_A_RUN = 100
const UNANSWERED_A_RUN = 3

type Needed = Pick<Services, 'db' | 'gateway' | 'jobs'>

/**
 * Does nothing where the provider has taken the refund already.
 * @throws GatewayUnavailable: to be tried again, under the same key
 */
export async function sendRefund(services: Needed, refundId: number): Promise<void> {
  const { db, gateway } = services
  const refund = await Refund.query(db).findById(refundId).withGraphFetched('payment')
  if (refund?.status !== 'requested') return
  try {
    const told = await askForRefund(gateway, refund)
    await db.transaction((trx) => followRefund(services, trx, refund, told))
  } catch (error) {
    if (error instanceof GatewayRejected && !NOT_OURSELVES.has(error.status)) {
      await db.transaction((trx) => failRefund(trx, refund, error.description))
      return
    }
    if (error instanceof GatewayUnavailable || error instanceof GatewayRejected) {
      await Refund.query(db)
        .findById(refund.id)
        .where({ status: 'requested' })
        .patch({ lastError: error.message })
    }
    throw error
  }
}

async function askForRefund(gateway: Gateway, refund: Refund): Promise<ProviderRefund> {
  const paymentId = refund.payment?.providerPaymentId ?? ''
  const { amountCents, idempotencyKey, lastError } = refund
  // The try before may have been done; the provider does not remember its key for ever.
  const earlier =
    lastError === null ? undefined : await gateway.findRefund({ paymentId, receipt: idempotencyKey })
  return earlier ?? gateway.refundPayment({ paymentId, amountCents, idempotencyKey })
}

/**
 * Asks about refunds that are on their way, ever more rarely: the webhook may have been missed.
 * @param onError told of a refund that cannot be followed; the others go on
 */
export async function reconcileRefunds(
  services: Needed,
  onError: (error: unknown, refundId: number) => void,
): Promise<void> {
  const { db, gateway } = services
  let unanswered = 0
  for (const refund of await findDueRefunds(db)) {
    try {
      const told = await gateway.getRefund(refund.providerRefundId ?? '')
      await db.transaction((trx) => followRefund(services, trx, refund, told))
    } catch (error) {
      if (error instanceof GatewayUnavailable) {
        unanswered += 1
        // It is away: the next run asks again.
        if (unanswered >= UNANSWERED_A_RUN) return
        continue
      }
      onError(error, refund.id)
    }
    await refund.$query(db).patch({ providerAskedAt: new Date() })
  }
}

async function findDueRefunds(db: Knex): Promise<Refund[]> {
  return await Refund.query(db)
    .where({ status: 'pending' })
    .whereRaw('created_at < now() - make_interval(mins => ?)', ASKED_AFTER_MINUTES)
    .whereRaw('(provider_asked_at IS NULL OR provider_asked_at < now() - (now() - created_at) / 4)')
    .orderByRaw('provider_asked_at NULLS FIRST, created_at')
    .limit(REFUNDS_A_RUN)
}
