import type { Knex } from 'knex'
import { Order } from '../../../db/models/order.ts'
import type { Services } from '../../app-type.ts'
import type { VerifyPaymentAnswer, VerifyPaymentBody } from '../../contract/orders.ts'
import { Conflict, DomainError, Unavailable } from '../../errors.ts'
import { issueSignInToken } from '../auth/sign-in-token.ts'
import { GatewayRejected, GatewayUnavailable, InvalidProviderId } from './gateway-errors.ts'
import { fetchCapturedPayment, type Settled, settleOrder } from './settle.ts'

/** After this a buyer signs in with the password; the widget's answer alone no longer does it. */
const SIGNS_IN_WITHIN_MINUTES = 30

const verificationFailed = () => new DomainError(400, 'verification_failed', 'Payment verification failed')

/**
 * What the browser says after a payment, checked against the provider itself.
 * A replay answers the same, without a second `sessionId`.
 * @throws DomainError 400 when anything does not fit, and then nothing has changed; Unavailable when the provider is silent
 */
export async function verifyPayment(
  services: Services,
  body: VerifyPaymentBody,
): Promise<VerifyPaymentAnswer> {
  const { db, gateway } = services
  const order = await Order.query(db).findById(body.orderId).select(Order.columns)
  // The order's own provider id is signed, never the one the browser names.
  if (!order?.razorpayOrderId || order.razorpayOrderId !== body.razorpayOrderId) throw verificationFailed()
  const isGenuine = gateway.verifyPaymentSignature({
    orderId: order.razorpayOrderId,
    paymentId: body.razorpayPaymentId,
    signature: body.razorpaySignature,
  })
  if (!isGenuine) throw verificationFailed()

  let settled: Settled
  let sessionId: string | undefined
  try {
    const payment = await fetchCapturedPayment(gateway, order, body.razorpayPaymentId)
    ;({ settled, sessionId } = await db.transaction(async (trx) => {
      const outcome = await settleOrder(services, trx, order.id, {
        provider: 'razorpay',
        actorKind: 'customer',
        payment,
      })
      return { settled: outcome, sessionId: await issueToken(trx, outcome) }
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
  return { success: true, orderId: order.id, ...(sessionId && { sessionId }) }
}

async function issueToken(
  trx: Knex.Transaction,
  { order, signsInUserId }: Settled,
): Promise<string | undefined> {
  const paidMinutesAgo = (Date.now() - (order.paidAt ?? new Date()).getTime()) / 60_000
  if (signsInUserId === undefined || paidMinutesAgo > SIGNS_IN_WITHIN_MINUTES) return undefined
  return issueSignInToken(trx, { userId: signsInUserId, orderId: order.id })
}
