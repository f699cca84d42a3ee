import type { Knex } from 'knex'
import { Order } from '../../../db/models/order.ts'
import { Payment } from '../../../db/models/payment.ts'
import type { Services } from '../../app-type.ts'
import type { VerifyPaymentResponse } from '../../contract/orders.ts'
import { Conflict, DomainError, Unavailable } from '../../errors.ts'
import { issueSignInToken } from '../auth/sign-in-token.ts'
import type { ProviderPayment } from './gateway.ts'
import { GatewayRejected, GatewayUnavailable, InvalidProviderId } from './gateway-errors.ts'
import { bringToCaptured, isPaymentFor, paymentMismatch, type Settled, settleOrder } from './settle.ts'

/** After this a buyer signs in with the password; the widget's result alone no longer does it. */
const SIGNS_IN_WITHIN_MINUTES = 30

/** What the provider's widget hands to the browser after a payment. */
interface WidgetResult {
  orderId: number
  providerOrderId: string
  paymentId: string
  signature: string
  /** Of the browser that reports it. */
  browserHash: Buffer | undefined
}

const verificationFailed = () => new DomainError(400, 'verification_failed', 'Payment verification failed')

/**
 * Checks with the provider what the browser reports after a payment.
 * A replay gets the same response, without a second `sessionId`.
 * @throws DomainError 400 when anything does not fit, and then nothing has changed; Unavailable when the provider is silent
 */
export async function verifyPayment(
  services: Services,
  result: WidgetResult,
): Promise<VerifyPaymentResponse> {
  const { db, gateway } = services
  const { orderId, providerOrderId, paymentId, signature } = result
  const isGenuine = gateway.verifyPaymentSignature({ orderId: providerOrderId, paymentId, signature })
  if (!isGenuine) throw verificationFailed()

  let settled: Settled
  let sessionId: string | undefined
  try {
    const known = await findKnownPayment(db, result)
    const payment = known ? undefined : await fetchCapturedPayment(services, result)
    ;({ settled, sessionId } = await db.transaction(async (trx) => {
      const outcome = known ?? (await settleOrder(services, trx, orderId, { actorKind: 'customer', payment }))
      return { settled: outcome, sessionId: await issueToken(trx, outcome, result.browserHash) }
    }))
  } catch (error) {
    if (error instanceof GatewayUnavailable) {
      throw new Unavailable(
        'provider_unavailable',
        'The payment provider did not answer. Your payment is safe.',
      )
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
 * What became of a payment that is stored here: the provider need not be asked, however often it is verified. The signature
 * has shown that the payment is of that provider order.
 */
async function findKnownPayment(db: Knex, { orderId, providerOrderId, paymentId }: WidgetResult) {
  const payment = await Payment.query(db).findOne({ providerPaymentId: paymentId })
  // Read after its payment, so that it is as the payment has left it.
  const order = payment && (await Order.query(db).findById(orderId).where({ providerOrderId }))
  return order && { order, fulfils: payment.fulfilsOrder }
}

/**
 * The payment as the provider has it. The order that the browser names is compared before money is captured, and again
 * under its lock when it is settled.
 * @throws GatewayUnavailable, GatewayRejected, InvalidProviderId; Conflict when it is not this order's money
 */
async function fetchCapturedPayment(
  { db, gateway }: Services,
  { orderId, providerOrderId, paymentId }: WidgetResult,
): Promise<ProviderPayment> {
  const payment = await gateway.getPayment(paymentId)
  if (payment.orderId !== providerOrderId) throw paymentMismatch()
  if (payment.status !== 'authorized') return payment
  const order = await Order.query(db).findById(orderId)
  if (!order || !isPaymentFor(order, payment)) throw paymentMismatch()
  return bringToCaptured(gateway, order, payment)
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
