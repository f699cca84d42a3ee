import type { Knex } from 'knex'
import type { VerifyPaymentResponse } from '#api/contract/sales/checkout.ts'
import { claimOrders } from '#api/people/auth/account.ts'
import { issueSignInToken } from '#api/people/auth/sessions/sign-in-token.ts'
import { Conflict, DomainError, Unavailable } from '#api/platform/errors.ts'
import type { Caller } from '#api/platform/http/caller.ts'
import { Payment } from '#db/models/money/payment.ts'
import { Order } from '#db/models/orders/order.ts'
import type { User } from '#db/models/people/user.ts'
import type { PaymentServices } from './gateway.ts'
import {
  type Gateway,
  GatewayRejected,
  GatewayUnavailable,
  InvalidProviderId,
  type ProviderPayment,
} from './gateway.ts'
import { findByProviderOrder, findPayable } from './parts.ts'
import { acceptPayer } from './payer.ts'
import { listGateways } from './provider.ts'
import { bringToCaptured, paymentMismatch, type Settled, settleOrder } from './settle.ts'

/** After this time, the widget's result no longer signs the buyer in without a password. */
const SIGNS_IN_WITHIN_MINUTES = 30

/** What the provider's widget hands to the browser after a payment. */
interface WidgetResult {
  orderId: number
  providerOrderId: string
  paymentId: string
  signature: string
  browserHash: Buffer | undefined
  caller: Caller
  /** Who is signed in where it is reported. */
  user: User | null
}

const verificationFailed = () => new DomainError(400, 'verification_failed', 'Payment verification failed')

/**
 * Checks with the provider what the browser reports after a payment.
 * A replay gets the same response, without a second `sessionId`.
 * @throws DomainError 400 when anything does not fit, and then nothing has changed; Unavailable when the provider is silent
 */
export async function verifyPayment(
  services: PaymentServices,
  result: WidgetResult,
): Promise<VerifyPaymentResponse> {
  const { db } = services
  const { orderId, providerOrderId, paymentId, signature } = result
  const gateway = listGateways(services).find((one) =>
    one.verifyPaymentSignature({ orderId: providerOrderId, paymentId, signature }),
  )
  if (!gateway) throw verificationFailed()

  let settled: Settled
  let sessionId: string | undefined
  try {
    const known = await findKnownPayment(db, result)
    const payment = known ? undefined : await fetchCapturedPayment(db, gateway, result)
    ;({ settled, sessionId } = await db.transaction(async (trx) => {
      const outcome = known ?? (await settleOrder(services, trx, orderId, { actorKind: 'customer', payment }))
      if (outcome.fulfils) await acceptPayer(services.jobs, trx, outcome.order, result)
      if (outcome.fulfils && result.user && result.browserHash && outcome.order.userId === null)
        await claimOrders(trx, result.user, result.browserHash)
      return { settled: outcome, sessionId: await issueToken(trx, outcome, result.browserHash) }
    }))
  } catch (error) {
    if (error instanceof GatewayUnavailable) {
      const message = 'The payment provider did not answer. Your payment is safe.'
      throw new Unavailable('provider_unavailable', message)
    }
    if (error instanceof GatewayRejected || error instanceof InvalidProviderId || error instanceof Conflict) {
      throw verificationFailed()
    }
    throw error
  }
  if (!settled.fulfils) throw verificationFailed()
  return { success: true, orderId, ...(sessionId && { sessionId }) }
}

/**
 * Finds a payment that is stored already, so that the provider need not be asked again. The signature has proved that the payment
 * belongs to the provider's order.
 */
async function findKnownPayment(db: Knex, { orderId, providerOrderId, paymentId }: WidgetResult) {
  const payment = await Payment.query(db).findOne({ providerPaymentId: paymentId })
  // Read after the payment, so that it includes the changes that the payment made.
  const order = payment && (await findByProviderOrder(db, providerOrderId))
  return payment && order?.id === orderId ? { order, fulfils: payment.fulfilsOrder } : undefined
}

/**
 * Fetches the payment from the provider, and captures it. The order that the browser names is compared before that, and again
 * under its lock when the order is settled.
 * @throws GatewayUnavailable, GatewayRejected, InvalidProviderId; Conflict when it is not this order's money
 */
async function fetchCapturedPayment(
  db: Knex,
  gateway: Gateway,
  { orderId, providerOrderId, paymentId }: WidgetResult,
): Promise<ProviderPayment> {
  const payment = await gateway.getPayment(paymentId)
  if (payment.orderId !== providerOrderId) throw paymentMismatch()
  if (payment.status !== 'authorized') return payment
  const order = await Order.query(db).findById(orderId)
  if (!order || !(await findPayable(db, order, payment))) throw paymentMismatch()
  return bringToCaptured(gateway, payment)
}

async function issueToken(
  trx: Knex.Transaction,
  { order, fulfils }: Settled,
  browserHash: Buffer | undefined,
): Promise<string | undefined> {
  const paidMinutesAgo = (Date.now() - (order.paidAt ?? new Date()).getTime()) / 60_000
  if (!fulfils || paidMinutesAgo > SIGNS_IN_WITHIN_MINUTES) return undefined
  return issueSignInToken(trx, order, browserHash)
}
