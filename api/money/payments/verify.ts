import type { Knex } from 'knex'
import type { VerifyPaymentResponse } from '#api/contract/sales/checkout.ts'
import { claimOrders } from '#api/people/auth/account.ts'
import { issueSignInToken } from '#api/people/auth/sessions/sign-in-token.ts'
import { Conflict, DomainError, Unavailable } from '#api/platform/errors.ts'
import type { Caller } from '#api/platform/http/caller.ts'
import { PAYMENT_AT_PROVIDER } from '#api/rules/money/payment-at-provider.ts'
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
import { findByProviderOrder, findPayable } from './instalments.ts'
import { acceptPayer } from './payer.ts'
import { listGateways } from './provider.ts'
import { ensureCaptured, paymentMismatch, type SettledOrder, settleOrder } from './settle.ts'

/** How long after the payment the widget's result still signs the buyer in without a password. */
const SIGNS_IN_WITHIN_MINUTES = 30

/** What the browser reports after a payment: the widget's result, and who reports it. */
interface WidgetResult {
  orderId: number
  providerOrderId: string
  paymentId: string
  signature: string
  browserHash: Buffer | undefined
  caller: Caller
  /** The user signed in to the reporting browser. */
  user: User | null
}

const verificationFailed = () => new DomainError(400, 'verification_failed', 'Payment verification failed')

/**
 * Checks the browser's report of a payment with the provider, and settles the order.
 * A replay gets the same response, without a second `sessionId`.
 * @throws DomainError 400 verification_failed if anything does not match (nothing changes), or the payment is sent back;
 *   Unavailable if the provider does not respond
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

  let settled: SettledOrder
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
 * Finds a payment that is stored already, which saves asking the provider again. The signature has proved that it belongs to
 * the provider order.
 */
async function findKnownPayment(db: Knex, { orderId, providerOrderId, paymentId }: WidgetResult) {
  const payment = await Payment.query(db).findOne({ providerPaymentId: paymentId })
  // Reads the order after the payment, to see the changes made by the payment.
  const order = payment && (await findByProviderOrder(db, providerOrderId))
  return payment && order?.id === orderId ? { order, fulfils: payment.fulfilsOrder } : undefined
}

/**
 * Fetches the payment from the provider and captures it if it is only authorised. Checks the order that the browser names
 * before capturing; settling checks it again under the order's lock.
 * @throws GatewayUnavailable, GatewayRejected, InvalidProviderId; Conflict payment_mismatch
 */
async function fetchCapturedPayment(
  db: Knex,
  gateway: Gateway,
  { orderId, providerOrderId, paymentId }: WidgetResult,
): Promise<ProviderPayment> {
  const payment = await gateway.getPayment(paymentId)
  if (payment.orderId !== providerOrderId) throw paymentMismatch()
  if (!PAYMENT_AT_PROVIDER[payment.status].isAuthorized) return payment
  const order = await Order.query(db).findById(orderId)
  if (!order || !(await findPayable(db, order, payment))) throw paymentMismatch()
  return ensureCaptured(gateway, payment)
}

async function issueToken(
  trx: Knex.Transaction,
  { order, fulfils }: SettledOrder,
  browserHash: Buffer | undefined,
): Promise<string | undefined> {
  const paidMinutesAgo = (Date.now() - (order.paidAt ?? new Date()).getTime()) / 60_000
  if (!fulfils || paidMinutesAgo > SIGNS_IN_WITHIN_MINUTES) return undefined
  return issueSignInToken(trx, order, browserHash)
}
