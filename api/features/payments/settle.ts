/**
 * The one way an order becomes paid: verify-payment, the webhook, reconciliation and free orders all end here.
 * Payment, status, account, coupon use and outbox change in one transaction, under the order's row lock.
 */
import type { Knex } from 'knex'
import { pickBuyer } from '../../../db/models/buyer.ts'
import { Order } from '../../../db/models/order.ts'
import { Payment } from '../../../db/models/payment.ts'
import { Refund } from '../../../db/models/refund.ts'
import { Registration } from '../../../db/models/registration.ts'
import { User } from '../../../db/models/user.ts'
import type { Services } from '../../app-type.ts'
import { Conflict } from '../../errors.ts'
import { findUserByEmail } from '../auth/account.ts'
import { redeemCoupon } from '../coupons/coupon.ts'
import { describeMail } from '../mail/outbox.ts'
import type { Gateway, ProviderPayment } from './gateway.ts'
import { markPaid } from './mark-paid.ts'

export type Settlement =
  | { provider: 'none'; actorKind: 'customer' }
  /** `payment` as the provider itself told it, captured. */
  | { provider: 'razorpay'; actorKind: 'customer' | 'provider' | 'system'; payment: ProviderPayment }

export interface Settled {
  order: Order
  /** The payment fulfilled this order, now or before. False: it is one too many, kept and flagged for a refund. */
  fulfils: boolean
  /** The account that this order made or whose password the buyer gave; undefined where nobody may be signed in by it. */
  signsInUserId: number | undefined
}

export const paymentMismatch = () => new Conflict('payment_mismatch', 'Payment verification failed')

/**
 * Brings a payment to where its money is: an authorised one is captured.
 * @throws GatewayUnavailable, GatewayRejected
 */
export async function bringToCaptured(
  gateway: Gateway,
  order: Order,
  payment: ProviderPayment,
): Promise<ProviderPayment> {
  if (payment.status !== 'authorized') return payment
  return gateway.capturePayment({
    paymentId: payment.id,
    amountCents: order.amountCents,
    currency: order.currency,
  })
}

export function isPaymentFor(order: Order, payment: ProviderPayment): boolean {
  return (
    payment.orderId === order.providerOrderId &&
    payment.amountCents === order.amountCents &&
    payment.currency === order.currency
  )
}

/** Settles in a transaction of the caller's. Settling again what is settled is success and changes nothing. */
export async function settleOrder(
  { jobs }: Pick<Services, 'jobs'>,
  trx: Knex.Transaction,
  orderId: number,
  settlement: Settlement,
): Promise<Settled> {
  const order = await Order.query(trx).findById(orderId).select(Order.columns).forUpdate()
  if (!order) throw paymentMismatch()
  if (settlement.provider === 'razorpay') {
    const { payment } = settlement
    if (!isPaymentFor(order, payment)) throw paymentMismatch()
    // Also one that has been refunded since.
    const known = await Payment.query(trx).findOne({ providerPaymentId: payment.id }).select('fulfilsOrder')
    if (known) return { order, fulfils: known.fulfilsOrder, signsInUserId: await findSignInUser(trx, order) }
    if (payment.status !== 'captured') throw paymentMismatch()
    if (order.paymentStatus !== 'unpaid') {
      const second = await Payment.query(trx)
        .insert({
          ...describePayment(order, settlement),
          orderId,
          status: 'captured',
          capturedAt: new Date(),
          fulfilsOrder: false,
          flag: 'second_capture',
        })
        .returning('id')
      const refund = await Refund.query(trx)
        .insert({ paymentId: second.id, amountCents: payment.amountCents, reason: 'second_capture' })
        .returning('id')
      await jobs.send(trx, 'refund', { refundId: refund.id })
      return { order, fulfils: false, signsInUserId: undefined }
    }
  } else if (order.amountCents !== 0) {
    throw paymentMismatch()
  }

  const account = order.userId ? undefined : await makeAccount(trx, order)
  const isCouponHonoured = order.couponId === null || (await redeemCoupon(trx, order))
  const paid = await markPaid({ jobs }, trx, {
    orderId,
    accountId: account?.userId ?? null,
    // Paid after it was given up: the buyer paid, so the work is on again.
    isRevived: order.status === 'cancelled',
    actorKind: settlement.actorKind,
    payment: {
      ...describePayment(order, settlement),
      flag: isCouponHonoured ? null : 'coupon_over_limit',
    },
    mails: [
      describeMail('order_confirmation', { orderId }),
      ...(account?.isNew ? [describeMail('welcome', { orderId })] : []),
    ],
  })
  if (!paid) throw new Error(`Order ${orderId} was locked as unpaid and is not`)
  return { order: paid, fulfils: true, signsInUserId: await findSignInUser(trx, paid) }
}

/**
 * The same for the most frequent order, without a transaction around its one statement: unpaid, an account's own, without a
 * coupon and not cancelled.
 * @returns undefined where it is any other, and nothing has changed: `settleOrder` says what is to be done
 */
export async function settlePlainOrder(
  services: Pick<Services, 'jobs'> & { db: Knex },
  orderId: number,
  payment: ProviderPayment,
): Promise<Settled | undefined> {
  const { id, orderId: providerOrderId, amountCents, currency, status } = payment
  if (status !== 'captured' || providerOrderId === null) return undefined
  const order = await markPaid(services, services.db, {
    orderId,
    accountId: null,
    isRevived: false,
    actorKind: 'customer',
    payment: { provider: 'razorpay', providerPaymentId: id, amountCents, currency, flag: null },
    mails: [describeMail('order_confirmation', { orderId })],
    plainOrderOf: { providerOrderId },
  })
  return order && { order, fulfils: true, signsInUserId: undefined }
}

function describePayment(order: Order, settlement: Settlement) {
  const { provider } = settlement
  if (provider === 'none')
    return { provider, providerPaymentId: null, amountCents: 0, currency: order.currency }
  const { id, amountCents, currency } = settlement.payment
  return { provider, providerPaymentId: id, amountCents, currency }
}

/**
 * The account of a form that has been paid. Where its e-mail has got an account meanwhile, the order goes to that one
 * with nothing of it changed: what was typed here neither replaces its password nor signs anybody in.
 */
async function makeAccount(trx: Knex.Transaction, order: Order): Promise<{ userId: number; isNew: boolean }> {
  const registration = await Registration.query(trx)
    .findById(order.registrationId ?? 0)
    .throwIfNotFound()
  const { email, passwordHash } = registration
  const existing = await findUserByEmail(trx, email)
  if (existing || !passwordHash) {
    await registration.$query(trx).patch({ passwordHash: null })
    if (existing) return { userId: existing.id, isNew: false }
    throw new Error(`Registration ${registration.id} has neither a password nor an account`)
  }
  const user = await User.query(trx)
    .insert({ ...pickBuyer(registration), passwordHash })
    .returning('*')
  await registration.$query(trx).patch({ userId: user.id, passwordHash: null })
  return { userId: user.id, isNew: true }
}

async function findSignInUser(trx: Knex.Transaction, order: Order): Promise<number | undefined> {
  if (order.registrationId === null || order.userId === null) return undefined
  const registration = await Registration.query(trx).findById(order.registrationId)
  return registration?.userId === order.userId ? order.userId : undefined
}
