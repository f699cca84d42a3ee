/**
 * Marks orders as paid. The browser's report, webhooks, reconciliation, bank transfers and free orders all end up here.
 * Payment, status, account, coupon use and outbox change in one transaction, under the order's row lock.
 */

import type { Knex } from 'knex'
import { redeemCoupon } from '#api/catalogue/coupons/coupon.ts'
import { announce, toOrderFacts } from '#api/orders/order/announce.ts'
import { computePromisedDate } from '#api/orders/order/delivery.ts'
import { setOrderStatus, setPaymentStatus } from '#api/orders/order/order-status.ts'
import { sumParts } from '#api/orders/order/parts.ts'
import { adminPath } from '#api/outbound/notifications/notify.ts'
import { NO_PASSWORD } from '#api/people/auth/passwords/passwords.ts'
import { setPasswordByMail } from '#api/people/auth/passwords/reset.ts'
import type { Services } from '#api/platform/app-type.ts'
import { Conflict } from '#api/platform/errors.ts'
import type { Jobs } from '#api/platform/jobs/jobs.ts'
import { isMailWaiting, takeBackMails } from '#api/platform/mail/outbox.ts'
import { formatMoney } from '#api/rules/money/format.ts'
import { describePaid } from '#api/rules/money/parts.ts'
import { ORDER_STATUS, STATUS_AFTER } from '#api/rules/orders.ts'
import { BANK, Payment } from '#db/models/money/payment.ts'
import { Refund } from '#db/models/money/refund.ts'
import { Order } from '#db/models/orders/order.ts'
import { Registration } from '#db/models/orders/registration.ts'
import { pickBuyer } from '#db/models/people/buyer.ts'
import { User } from '#db/models/people/user.ts'
import type { Gateway, ProviderPayment } from './gateway.ts'
import { notifyOfStrayMoney } from './notify-of-money.ts'
import { findPayable, findTransferred, type Payable, payPart, wholeOf } from './parts.ts'
import { applyDetails, hasChosenPassword } from './payer.ts'

/** Delays the first mail, because the paying browser, whose report may set a password (payer.ts), may be slower than the webhook. */
const PAYER_REPORTS_WITHIN_SECONDS = 120

export interface Settlement {
  actorKind: 'customer' | 'provider' | 'system' | 'admin'
  actorId?: number
  /** As fetched from the provider; undefined for a free order or a bank transfer. */
  payment: ProviderPayment | undefined
  /** A bank transfer, always of the full amount of the order or part. */
  transfer?: Transfer
}

interface Transfer extends Pick<Payment, 'proof' | 'receivedOn' | 'withheldCents' | 'recordedBy'> {
  /** Position of the part; unset for an order that is paid at once. */
  position?: number
  reference: string
}

export interface Settled {
  order: Order
  /** Whether the payment pays for this order. False if it is only stored and refunded. */
  fulfils: boolean
}

export const paymentMismatch = () => new Conflict('payment_mismatch', 'Payment verification failed')

/**
 * Captures an authorised payment; returns any other as it is.
 * @param payment one that {@link findPayable} has matched
 * @throws GatewayUnavailable, GatewayRejected
 */
export async function bringToCaptured(gateway: Gateway, payment: ProviderPayment) {
  if (payment.status !== 'authorized') return payment
  return gateway.capturePayment({ paymentId: payment.id, amount: payment.amount })
}

/**
 * Settles a payment in the caller's transaction. Idempotent: settling it again changes nothing.
 * @throws Conflict payment_mismatch if the payment is not for this order or not captured; reference_used for a transfer
 */
export async function settleOrder(
  { jobs }: Services,
  trx: Knex.Transaction,
  orderId: number,
  { payment, transfer, ...actor }: Settlement,
): Promise<Settled> {
  const { actorKind } = actor
  const order = await Order.query(trx).findById(orderId).forUpdate()
  const payable =
    order &&
    (transfer
      ? await findTransferred(trx, order, transfer.position)
      : payment
        ? await findPayable(trx, order, payment)
        : order.isFree && wholeOf(order))
  if (!payable) throw paymentMismatch()
  const { part, isOpen } = payable
  const isFirst = order.paymentStatus === 'unpaid'
  const paymentId = await storePayment(trx, order, payable, { payment, transfer })
  if (paymentId === undefined) {
    if (transfer) throw new Conflict('reference_used', 'Another payment has this reference already')
    // Stored before; it may have been refunded since.
    const known = await Payment.query(trx).findOne({ providerPaymentId: payment?.id ?? '' })
    if (!known) throw paymentMismatch()
    return { order, fulfils: known.fulfilsOrder }
  }
  const sendBack = async (flag: string): Promise<Settled> => {
    const { minor: amountCents } = payable.amount
    await refundUnwanted(jobs, trx, { paymentId, amountCents, reason: flag })
    await notifyOfStrayMoney(jobs, trx, { ...order, amountCents, id: paymentId, flag })
    return { order, fulfils: false }
  }
  if (!isOpen) return await sendBack('second_capture')
  if (order.isErased) return await sendBack('customer_erased')
  // A cancelled order may be paid late, after another order has taken the coupon's last use.
  if (isFirst && order.couponId !== null && !(await redeemCoupon(trx, order)))
    return await sendBack('coupon_over_limit')
  if (isFirst && order.offerId !== null) await applyDetails(trx, order, payment?.orderId ?? undefined)

  const parts = part && (await payPart(trx, part, paymentId))
  // A lapsed part counts as unpaid: if the order goes on, the part becomes due again.
  const isWhole = !parts?.some(({ state }) => state !== 'paid' && state !== 'written_off')
  const account = isFirst && !order.userId ? await makeAccount(jobs, trx, order) : undefined
  const paidAt = new Date()
  const note = part && `${part.label}: ${formatMoney(payable.amount)}`
  await setPaymentStatus(
    jobs,
    trx,
    order,
    isWhole ? 'paid' : 'part_paid',
    { ...actor, ...(note && { note }) },
    {
      ...(isFirst && { paidAt, promisedAt: computePromisedDate(paidAt, order.deliveryDays) }),
      // Makes reconciliation check the order once more, in case it was paid twice.
      providerAskedAt: null,
      ...(account?.userId && { userId: account.userId }),
    },
  )
  const facts = toOrderFacts(order)
  const sums = parts && sumParts(parts, order.currency)
  const bell = {
    key: `order_paid:${orderId}${isFirst ? '' : `:${part?.position}`}`,
    title: `${order.invoiceNumber} is ${isWhole ? 'paid' : 'part paid'}: ${formatMoney(payable.amount)}`,
    facts: [
      { label: 'Package', value: order.packageName },
      ...(sums ? [{ label: 'Paid so far', value: describePaid({ ...facts, ...sums }) }] : []),
    ],
    path: adminPath({ order: String(orderId) }),
  }
  if (sums && !isWhole)
    await announce(trx, orderId, { type: 'part_paid', jobs, webhook: { ...facts, ...sums }, bell })
  else await announce(trx, orderId, { type: 'paid', jobs, webhook: { ...facts, ...sums }, bell })
  await jobs.send(trx, 'invoice', { orderId })
  if (!isFirst && part) {
    const { position } = part
    // A waiting mail about the acceptance will show this payment.
    const isCovered = await isMailWaiting(trx, 'delivery_accepted', { orderId })
    const receipt = { kind: 'payment_receipt', payload: { orderId, position } } as const
    await announce(trx, orderId, { type: 'further_part_paid', jobs, mails: isCovered ? [] : [receipt] })
    await takeBackMails(trx, 'part_due', { orderId, position })
    return { order, fulfils: true }
  }
  // A payment reopens a cancelled order.
  if (ORDER_STATUS[order.status].isDropped)
    await setOrderStatus(jobs, trx, order, STATUS_AFTER.placing, { actorKind })
  const afterSeconds = (await hasChosenPassword(trx, order)) ? PAYER_REPORTS_WITHIN_SECONDS : undefined
  await announce(trx, orderId, {
    type: 'confirmed',
    jobs,
    mails: [
      { kind: 'order_confirmation', payload: { orderId } },
      ...(account?.firstMail ? [{ ...account.firstMail, afterSeconds }] : []),
    ],
  })
  return { order, fulfils: true }
}

/** @returns the new row's id; undefined if the payment is stored already or is not captured */
async function storePayment(
  trx: Knex.Transaction,
  order: Order,
  { amount, part, isOpen }: Payable,
  { payment, transfer }: Pick<Settlement, 'payment' | 'transfer'>,
): Promise<number | undefined> {
  if (payment && payment.status !== 'captured') return undefined
  const { position: _, reference, ...facts } = transfer ?? {}
  const [stored] = await trx<Payment>('payments')
    .insert({
      orderId: order.id,
      provider: transfer ? BANK : payment ? (part?.provider ?? order.provider) : 'none',
      providerPaymentId: payment?.id ?? reference ?? null,
      ...facts,
      amountCents: amount.minor,
      currency: amount.currency,
      partPosition: part?.position ?? null,
      ...baseColumns(payment),
      status: 'captured',
      capturedAt: new Date(),
      fulfilsOrder: isOpen,
    })
    .onConflict('providerPaymentId')
    .ignore()
    .returning('id')
  return stored?.id
}

export const baseColumns = (payment: ProviderPayment | undefined) => ({
  baseCents: payment?.base?.minor ?? null,
  baseCurrency: payment?.base?.currency ?? null,
})

/** Flags a payment that cannot fulfil its order, and refunds it. The refund's reason becomes the flag. */
async function refundUnwanted(
  jobs: Jobs,
  trx: Knex.Transaction,
  payment: Pick<Refund, 'paymentId' | 'amountCents' | 'reason'>,
): Promise<void> {
  await Payment.query(trx).findById(payment.paymentId).patch({ fulfilsOrder: false, flag: payment.reason })
  const refund = await Refund.query(trx).insert(payment).returning('id')
  await jobs.send(trx, 'refund', { refundId: refund.id })
}

/**
 * Creates the account for a paid order from its form. If the e-mail has an account by now, the first matching rule applies:
 * - The account's address is verified: it gets the order and keeps its password.
 * - The form's e-mail is verified: a stranger may have made the account, so it gets the order and the form's password.
 * - The account has ordered in this browser before: it gets the order and keeps its password.
 * - Otherwise the order has no account until somebody proves the address.
 * If the form's password was removed (docs/product/account.md, Retention), the owner chooses one by mail.
 */
async function makeAccount(jobs: Jobs, trx: Knex.Transaction, order: Order) {
  const registration = await Registration.query(trx)
    .findById(order.registrationId ?? 0)
    .throwIfNotFound()
  const { email, passwordHash, emailVerifiedAt } = registration
  // If another order is creating the same account right now, this waits for it and inserts nothing.
  const [user] = await trx<User>('users')
    .insert({ ...pickBuyer(registration), passwordHash: passwordHash ?? NO_PASSWORD, emailVerifiedAt })
    .onConflict(trx.raw('(lower(email))'))
    .ignore()
    .returning(['id', 'email'])
  if (!user) {
    const existing = await User.query(trx)
      .whereRaw('lower(email) = lower(?)', email)
      .first()
      // Waits for a confirmation of the address that is in progress.
      .forShare()
      .throwIfNotFound()
    const isProvedByForm = !existing.emailVerifiedAt && emailVerifiedAt && passwordHash
    if (isProvedByForm) await setPasswordByMail(jobs, trx, { userId: existing.id, passwordHash })
    await registration.$query(trx).patch({ passwordHash: null })
    return existing.emailVerifiedAt || isProvedByForm || (await hasOrderedIn(trx, existing, order))
      ? { userId: existing.id, firstMail: undefined }
      : { userId: undefined, firstMail: askForPassword(existing) }
  }
  await registration.$query(trx).patch({ userId: user.id, passwordHash: null })
  const firstMail = passwordHash
    ? { kind: 'welcome' as const, payload: { orderId: order.id } }
    : askForPassword(user)
  return { userId: user.id, firstMail }
}

const askForPassword = ({ email }: Pick<User, 'email'>) =>
  ({ kind: 'password_reset', payload: { email: email.toLowerCase() } }) as const

/** Whether the user has ordered before in the browser that placed this order. */
async function hasOrderedIn(trx: Knex.Transaction, { id: userId }: User, { browserHash }: Order) {
  return browserHash !== null && (await Order.query(trx).where({ userId, browserHash }).limit(1)).length > 0
}
