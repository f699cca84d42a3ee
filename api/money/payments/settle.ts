/**
 * Marks orders as paid. The browser's report, provider events, reconciliation, bank transfers and free orders all end up here.
 * Payment, status, account, coupon use and outbox change in one transaction, under the order's row lock.
 */

import type { Knex } from 'knex'
import { redeemCoupon } from '#api/catalogue/coupons/coupon.ts'
import { announce, toOrderPayload } from '#api/orders/order/announce.ts'
import { computePromisedDate } from '#api/orders/order/delivery.ts'
import { sumInstalments } from '#api/orders/order/instalments.ts'
import { setOrderStatus, setPaymentStatus } from '#api/orders/order/order-status.ts'
import { adminPath } from '#api/outbound/notifications/notify.ts'
import type { Services } from '#api/platform/app-type.ts'
import { Conflict } from '#api/platform/errors.ts'
import type { Jobs } from '#api/platform/jobs/jobs.ts'
import { deleteWaitingMails, isMailWaiting } from '#api/platform/mail/outbox.ts'
import { formatMoney } from '#api/rules/money/format.ts'
import { INSTALMENT_STATE } from '#api/rules/money/instalment-state.ts'
import { describePaid } from '#api/rules/money/instalments.ts'
import { PAYMENT_AT_PROVIDER } from '#api/rules/money/payment-at-provider.ts'
import { ORDER_STATUS, PAYMENT_STATUS, STATUS_AFTER } from '#api/rules/orders.ts'
import type { OrderInstalment } from '#db/models/money/order-instalment.ts'
import { BANK, Payment } from '#db/models/money/payment.ts'
import { Refund } from '#db/models/money/refund.ts'
import { Order } from '#db/models/orders/order.ts'
import { type FirstMail, makeAccount } from './account-of-order.ts'
import type { Gateway, ProviderPayment } from './gateway.ts'
import { findPayable, findTransferred, type Payable, payableInFull, payInstalment } from './instalments.ts'
import { notifyOfStrayMoney } from './notify-of-money.ts'
import { applyDetails, hasChosenPassword } from './payer.ts'

/** Delays the first mail, because the paying browser, whose report may set a password (payer.ts), may be slower than the provider's event. */
const PAYER_REPORTS_WITHIN_SECONDS = 120

export interface SettleInput {
  actorKind: 'customer' | 'provider' | 'system' | 'admin'
  actorId?: number
  /** As fetched from the provider; undefined for a free order or a bank transfer. */
  payment: ProviderPayment | undefined
  /** A bank transfer, always of the full amount of the order or instalment. */
  transfer?: Transfer
}

interface Transfer extends Pick<Payment, 'proof' | 'receivedOn' | 'withheldCents' | 'recordedBy'> {
  /** Position of the instalment; unset for an order that is paid at once. */
  position?: number
  reference: string
}

export interface SettledOrder {
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
export async function ensureCaptured(gateway: Gateway, payment: ProviderPayment) {
  if (!PAYMENT_AT_PROVIDER[payment.status].isAuthorized) return payment
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
  settlement: SettleInput,
): Promise<SettledOrder> {
  const order = await Order.query(trx).findById(orderId).forUpdate()
  const payable = order && (await findWhatIsPaid(trx, order, settlement))
  if (!payable) throw paymentMismatch()
  const paymentId = await storePayment(trx, order, payable, settlement)
  if (paymentId === undefined) return await findSettled(trx, order, settlement)

  const isFirst = PAYMENT_STATUS[order.paymentStatus].isUnpaid
  const capture = { jobs, order, payable, paymentId, isFirst }
  const flag = await admit(trx, capture)
  if (flag) {
    await sendBack(trx, capture, flag)
    return { order, fulfils: false }
  }
  if (isFirst && order.offerId !== null)
    await applyDetails(trx, order, settlement.payment?.orderId ?? undefined)
  const instalments = payable.instalment && (await payInstalment(trx, payable.instalment, paymentId))
  const account = isFirst && !order.userId ? await makeAccount(jobs, trx, order) : undefined
  await markPaid(trx, capture, settlement, { instalments, userId: account?.userId })

  await announcePaid(trx, capture, instalments)
  await jobs.send(trx, 'invoice', { orderId })
  if (!isFirst && payable.instalment) await sendReceipt(trx, capture, payable.instalment)
  else await confirmOrder(trx, capture, settlement, account?.firstMail)
  return { order, fulfils: true }
}

/** A captured payment that is stored, and the locked order that it was made for. */
interface Capture {
  jobs: Jobs
  order: Order
  payable: Payable
  paymentId: number
  /** Whether nothing of the order was paid before. */
  isFirst: boolean
}

async function findWhatIsPaid(trx: Knex.Transaction, order: Order, { payment, transfer }: SettleInput) {
  if (transfer) return await findTransferred(trx, order, transfer.position)
  if (payment) return await findPayable(trx, order, payment)
  return order.isFree ? payableInFull(order) : undefined
}

/** What an earlier report of the same payment came to. It may have been refunded since. @throws Conflict as {@link settleOrder} */
async function findSettled(
  trx: Knex.Transaction,
  order: Order,
  { payment, transfer }: SettleInput,
): Promise<SettledOrder> {
  if (transfer) throw new Conflict('reference_used', 'Another payment already has this reference')
  const known = await Payment.query(trx).findOne({ providerPaymentId: payment?.id ?? '' })
  if (!known) throw paymentMismatch()
  return { order, fulfils: known.fulfilsOrder }
}

/** Decides whether the payment may pay for the order, and redeems its coupon. @returns why the payment goes back */
async function admit(
  trx: Knex.Transaction,
  { order, payable, isFirst }: Capture,
): Promise<string | undefined> {
  if (!payable.isOpen) return 'second_capture'
  if (order.isErased) return 'customer_erased'
  // A cancelled order may be paid late, after another order has taken the coupon's last use.
  if (isFirst && order.couponId !== null && !(await redeemCoupon(trx, order))) return 'coupon_over_limit'
  return undefined
}

async function sendBack(
  trx: Knex.Transaction,
  { jobs, order, payable, paymentId }: Capture,
  flag: string,
): Promise<void> {
  const { minor: amountCents } = payable.amount
  await refundUnwanted(jobs, trx, { paymentId, amountCents, reason: flag })
  await notifyOfStrayMoney(jobs, trx, { ...order, amountCents, id: paymentId, flag })
}

/** A lapsed instalment counts as unpaid: if the order goes on, the instalment becomes due again. */
const isWhole = (instalments: readonly OrderInstalment[] = []) =>
  instalments.every(({ state }) => INSTALMENT_STATE[state].isSettled)

async function markPaid(
  trx: Knex.Transaction,
  { jobs, order, payable, isFirst }: Capture,
  { actorKind, actorId }: SettleInput,
  { instalments, userId }: { instalments: OrderInstalment[] | undefined; userId: number | undefined },
): Promise<void> {
  const paidAt = new Date()
  const note = payable.instalment && `${payable.instalment.label}: ${formatMoney(payable.amount)}`
  await setPaymentStatus(
    jobs,
    trx,
    order,
    isWhole(instalments) ? 'paid' : 'instalment_paid',
    { actorKind, ...(actorId !== undefined && { actorId }), ...(note && { note }) },
    {
      ...(isFirst && { paidAt, promisedAt: computePromisedDate(paidAt, order.deliveryDays) }),
      // Makes reconciliation check the order once more, in case it was paid twice.
      providerAskedAt: null,
      ...(userId && { userId }),
    },
  )
}

async function announcePaid(
  trx: Knex.Transaction,
  { jobs, order, payable, isFirst }: Capture,
  instalments: OrderInstalment[] | undefined,
): Promise<void> {
  const { id: orderId, invoiceNumber, packageName } = order
  const payload = toOrderPayload(order)
  const sums = instalments && sumInstalments(instalments, order.currency)
  const bell = {
    key: `order_paid:${orderId}${isFirst ? '' : `:${payable.instalment?.position}`}`,
    title: `${invoiceNumber} is ${isWhole(instalments) ? 'paid' : 'partly paid'}: ${formatMoney(payable.amount)}`,
    facts: [
      { label: 'Package', value: packageName },
      ...(sums ? [{ label: 'Paid so far', value: describePaid({ ...payload, ...sums }) }] : []),
    ],
    path: adminPath({ order: String(orderId) }),
  }
  if (sums && !isWhole(instalments))
    await announce(trx, orderId, { type: 'instalment_paid', jobs, webhook: { ...payload, ...sums }, bell })
  else await announce(trx, orderId, { type: 'paid', jobs, webhook: { ...payload, ...sums }, bell })
}

/** Mails the receipt of a later instalment, instead of the mail that asks for it. */
async function sendReceipt(
  trx: Knex.Transaction,
  { jobs, order: { id: orderId } }: Capture,
  { position }: OrderInstalment,
): Promise<void> {
  // A waiting mail about the acceptance will show this payment.
  const isCovered = await isMailWaiting(trx, 'delivery_accepted', { orderId })
  const receipt = { kind: 'payment_receipt', payload: { orderId, position } } as const
  await announce(trx, orderId, { type: 'further_instalment_paid', jobs, mails: isCovered ? [] : [receipt] })
  await deleteWaitingMails(trx, 'instalment_due', { orderId, position })
}

/** Reopens a cancelled order, and mails the confirmation with the first mail of its account. */
async function confirmOrder(
  trx: Knex.Transaction,
  { jobs, order }: Capture,
  { actorKind }: SettleInput,
  firstMail: FirstMail | undefined,
): Promise<void> {
  const { id: orderId } = order
  if (ORDER_STATUS[order.status].isCancelled)
    await setOrderStatus(jobs, trx, order, STATUS_AFTER.placing, { actorKind })
  const afterSeconds = (await hasChosenPassword(trx, order)) ? PAYER_REPORTS_WITHIN_SECONDS : undefined
  await announce(trx, orderId, {
    type: 'confirmed',
    jobs,
    mails: [
      { kind: 'order_confirmation', payload: { orderId } },
      ...(firstMail ? [{ ...firstMail, afterSeconds }] : []),
    ],
  })
}

/** @returns the new row's id; undefined if the payment is stored already or is not captured */
async function storePayment(
  trx: Knex.Transaction,
  order: Order,
  { amount, instalment, isOpen }: Payable,
  { payment, transfer }: SettleInput,
): Promise<number | undefined> {
  if (payment && !PAYMENT_AT_PROVIDER[payment.status].isCaptured) return undefined
  const { position: _, reference, ...facts } = transfer ?? {}
  const [stored] = await trx<Payment>('payments')
    .insert({
      orderId: order.id,
      provider: transfer ? BANK : payment ? (instalment?.provider ?? order.provider) : 'none',
      providerPaymentId: payment?.id ?? reference ?? null,
      ...facts,
      amountCents: amount.minor,
      currency: amount.currency,
      instalmentPosition: instalment?.position ?? null,
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
