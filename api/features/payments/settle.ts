/**
 * The one way an order becomes paid: verify-payment, the webhook, reconciliation and free orders all end here.
 * Payment, status, account, coupon use and outbox change in one transaction, under the order's row lock.
 */
import type { Knex } from 'knex'
import { nameColumns } from '../../../db/columns.ts'
import { Order } from '../../../db/models/order.ts'
import { OrderEvent } from '../../../db/models/order-event.ts'
import { OutboxMessage } from '../../../db/models/outbox-message.ts'
import { Payment } from '../../../db/models/payment.ts'
import { Refund } from '../../../db/models/refund.ts'
import { Registration } from '../../../db/models/registration.ts'
import { User } from '../../../db/models/user.ts'
import type { Services } from '../../app-type.ts'
import { Conflict } from '../../errors.ts'
import { findUserByEmail } from '../auth/account.ts'
import { redeemCoupon } from '../coupons/coupon.ts'
import { describeMail, sendMail } from '../mail/outbox.ts'
import type { Gateway, ProviderPayment } from './gateway.ts'

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
    payment.orderId === order.razorpayOrderId &&
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
  const paymentId = settlement.provider === 'razorpay' ? settlement.payment.id : null
  const { order, hasPayment } = await lockOrder(trx, orderId, paymentId)
  if (settlement.provider === 'razorpay') {
    const { payment } = settlement
    if (!isPaymentFor(order, payment)) throw paymentMismatch()
    // Also one that has been refunded since. Of an order that was unpaid when it was locked, nothing can have changed
    // between the look and the lock.
    const known =
      hasPayment || order.paymentStatus !== 'unpaid'
        ? await Payment.query(trx).findOne({ razorpayPaymentId: payment.id }).select('fulfilsOrder')
        : undefined
    if (known) return { order, fulfils: known.fulfilsOrder, signsInUserId: await findSignInUser(trx, order) }
    if (payment.status !== 'captured') throw paymentMismatch()
    if (order.paymentStatus !== 'unpaid') {
      const second = await Payment.query(trx)
        .insert(describePayment(order, settlement, { fulfilsOrder: false, flag: 'second_capture' }))
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
  const isCouponHonoured = order.couponId === null || (await redeemCoupon(trx, order.id))
  // Paid after it was given up: the buyer paid, so the work is on again.
  const isRevived = order.status === 'cancelled'
  const change = {
    userId: order.userId ?? account?.userId ?? null,
    paymentStatus: 'paid' as const,
    paidAt: new Date(),
    // To be asked about once more: money may come twice.
    providerAskedAt: null,
    ...(isRevived && { status: 'pending' as const }),
  }
  const actor = { orderId: order.id, actorKind: settlement.actorKind }
  const payment = describePayment(order, settlement, {
    fulfilsOrder: true,
    flag: isCouponHonoured ? null : 'coupon_over_limit',
  })
  const events = [
    { ...actor, kind: 'payment_status', fromValue: 'unpaid', toValue: 'paid' },
    ...(isRevived ? [{ ...actor, kind: 'status', fromValue: 'cancelled', toValue: 'pending' }] : []),
  ]
  const mails = [
    describeMail('order_confirmation', { orderId }),
    ...(account?.isNew ? [describeMail('welcome', { orderId })] : []),
  ]
  // One statement, because each is a way to PostgreSQL and back under the order's lock.
  const queued: { id: number }[] = await trx
    .with('payment', trx(Payment.tableName).insert(payment))
    .with('events', trx(OrderEvent.tableName).insert(events))
    .with('mails', trx(OutboxMessage.tableName).insert(mails).returning('id'))
    .with('paid', trx(Order.tableName).where({ id: orderId }).update(change))
    .select('id')
    .from('mails')
    .orderBy('id')
  order.$set(change)
  for (const mail of queued) await sendMail({ jobs }, trx, mail.id)
  return { order, fulfils: true, signsInUserId: await findSignInUser(trx, order) }
}

const LOCK_ORDER = `SELECT ${nameColumns('orders', Order.columns)},
    EXISTS (SELECT FROM payments WHERE razorpay_payment_id = ?) AS "hasPayment"
  FROM orders WHERE id = ? FOR UPDATE OF orders`

/**
 * @returns also whether the payment was stored when this began to wait for the lock
 * @throws Conflict payment_mismatch where there is no such order
 */
async function lockOrder(
  trx: Knex.Transaction,
  orderId: number,
  paymentId: string | null,
): Promise<{ order: Order; hasPayment: boolean }> {
  const { rows } = await trx.raw<{ rows: { hasPayment: boolean }[] }>(LOCK_ORDER, [paymentId, orderId])
  const [found] = rows
  if (!found) throw paymentMismatch()
  const { hasPayment, ...columns } = found
  return { order: Order.fromDatabaseJson(columns), hasPayment }
}

function describePayment(
  order: Order,
  settlement: Settlement,
  { fulfilsOrder, flag }: { fulfilsOrder: boolean; flag: string | null },
) {
  const money =
    settlement.provider === 'none'
      ? { razorpayPaymentId: null, amountCents: 0, currency: order.currency }
      : {
          razorpayPaymentId: settlement.payment.id,
          amountCents: settlement.payment.amountCents,
          currency: settlement.payment.currency,
        }
  return {
    ...money,
    orderId: order.id,
    provider: settlement.provider,
    status: 'captured' as const,
    capturedAt: new Date(),
    fulfilsOrder,
    flag,
  }
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
  const { firstName, lastName, phone, company, jobTitle, address, city, state, country, zipCode, taxId } =
    registration
  const profile = {
    firstName,
    lastName,
    phone,
    company,
    jobTitle,
    address,
    city,
    state,
    country,
    zipCode,
    taxId,
  }
  const user = await User.query(trx)
    .insert({ ...profile, email, passwordHash })
    .returning('*')
  await registration.$query(trx).patch({ userId: user.id, passwordHash: null })
  return { userId: user.id, isNew: true }
}

async function findSignInUser(trx: Knex.Transaction, order: Order): Promise<number | undefined> {
  if (order.registrationId === null || order.userId === null) return undefined
  const registration = await Registration.query(trx).findById(order.registrationId)
  return registration?.userId === order.userId ? order.userId : undefined
}
