/** Moves refunds forward through the states that the provider reports: requested → pending → processed or failed. */

import type { Knex } from 'knex'
import type { PaymentServices, ProviderRefund } from '#api/money/payments/gateway.ts'
import { getGateway } from '#api/money/payments/provider.ts'
import { announce, toOrderPayload } from '#api/orders/order/announce.ts'
import { lapseInstalments } from '#api/orders/order/instalments.ts'
import { cancelRefundedOrder, setPaymentStatus } from '#api/orders/order/order-status.ts'
import { adminPath } from '#api/outbound/notifications/notify.ts'
import type { Jobs } from '#api/platform/jobs/jobs.ts'
import { deleteWaitingMails, type NewMail } from '#api/platform/mail/outbox.ts'
import { formatMoney } from '#api/rules/money/format.ts'
import { compare, toDecimal } from '#api/rules/money/money.ts'
import { PAYMENT_AT_PROVIDER } from '#api/rules/money/payment-at-provider.ts'
import { REFUND_REQUEST_STATE } from '#api/rules/order-work/refund-request.ts'
import { REFUND_STATUS } from '#api/rules/status-labels.ts'
import { Payment } from '#db/models/money/payment.ts'
import type { ProviderEvent } from '#db/models/money/provider-event.ts'
import { Refund } from '#db/models/money/refund.ts'
import { RefundRequest } from '#db/models/money/refund-request.ts'
import { Order } from '#db/models/orders/order.ts'
import {
  isTransferred,
  listPayments,
  lockPayment,
  paymentAmount,
  sumAllRefunds,
  sumRefunds,
} from './refund.ts'

const UNEXPLAINED = 'The payment provider could not carry it out'

/** Applies the provider's report. A repeated or outdated one changes nothing but missing references. */
export async function updateRefund(
  jobs: Jobs,
  trx: Knex.Transaction,
  { id, paymentId }: Pick<Refund, 'id' | 'paymentId'>,
  reported: ProviderRefund,
): Promise<void> {
  const payment = await lockPayment(trx, paymentId)
  const refund = await Refund.query(trx).findById(id).forUpdate().throwIfNotFound()
  const ids = {
    providerRefundId: reported.id,
    bankReference: reported.bankReference ?? refund.bankReference,
  }
  if (STEPS[reported.status] <= STEPS[refund.status]) {
    const isNews = refund.bankReference !== ids.bankReference
    if (isNews || !refund.providerRefundId) await refund.$query(trx).patch(ids)
    return
  }
  const { isBack, hasFailed } = REFUND_STATUS[reported.status]
  await refund.$query(trx).patch({
    ...ids,
    status: reported.status,
    processedAt: isBack ? new Date() : null,
    lastError: hasFailed ? UNEXPLAINED : null,
  })
  if (isBack) await bookRefund(jobs, trx, payment, refund)
  if (hasFailed) await noteFailure(jobs, trx, payment, refund, UNEXPLAINED)
}

/** Marks a refund as failed after the provider refused it. No money has moved, so it may be requested again. */
export async function failRefund(
  jobs: Jobs,
  trx: Knex.Transaction,
  { id, paymentId }: Pick<Refund, 'id' | 'paymentId'>,
  reason: string,
): Promise<void> {
  const payment = await lockPayment(trx, paymentId)
  const refund = await Refund.query(trx).findById(id).forUpdate().throwIfNotFound()
  if (!REFUND_STATUS[refund.status].isToSend) return
  await refund.$query(trx).patch({ status: 'failed', lastError: reason })
  await noteFailure(jobs, trx, payment, refund, reason)
}

const STEPS: Readonly<Record<Refund['status'], number>> = {
  requested: 0,
  pending: 1,
  failed: 2,
  // Comes last: a refund reported as failed may still be processed.
  processed: 3,
}

/** Books a processed refund. The refund of a lost dispute sends no receipt, because the shop sends no money. */
export async function bookRefund(jobs: Jobs, trx: Knex.Transaction, payment: Payment, refund: Refund) {
  const by = isTransferred(refund) ? ` by bank transfer ${refund.bankReference}` : ''
  const amount = formatMoney(paymentAmount(refund))
  const refunded = await sumRefunds(trx, payment, 'processed')
  const isWhole = compare(refunded, paymentAmount(payment)) >= 0
  if (isWhole) await payment.$query(trx).patch({ status: 'refunded' })
  const payments = payment.orderId === null ? [] : await listPayments(trx, payment.orderId)
  if (
    isWhole &&
    payment.fulfilsOrder &&
    payments.every(({ status }) => PAYMENT_AT_PROVIDER[status].isRefunded)
  ) {
    const order = await Order.query(trx)
      .findById(payment.orderId ?? 0)
      .throwIfNotFound()
    await lapseInstalments(trx, order.id)
    await setPaymentStatus(jobs, trx, order, 'refunded', {
      ...actorOf(refund),
      note: `${amount} refunded${by}`,
    })
    await cancelRefundedOrder(jobs, trx, order.id, actorOf(refund).actorKind)
  } else {
    const whole = formatMoney(paymentAmount(payment))
    const note = payment.fulfilsOrder
      ? `${amount} of ${whole} refunded${by}`
      : `${amount} of a payment of ${whole} that did not pay the order refunded`
    await announce(trx, payment.orderId, { type: 'noted', history: { ...actorOf(refund), note } })
  }
  if (payment.orderId === null) return
  if (payment.fulfilsOrder) await jobs.send(trx, 'invoice', { orderId: payment.orderId })
  const order = await Order.query(trx).findById(payment.orderId).throwIfNotFound()
  const back = await sumAllRefunds(trx, refunded.currency, payments, 'processed')
  await announce(trx, order.id, {
    type: 'refunded',
    jobs,
    webhook: payment.fulfilsOrder
      ? {
          ...toOrderPayload(order),
          refundId: refund.id,
          refundAmount: toDecimal(paymentAmount(refund)),
          refundedAmount: toDecimal(back),
        }
      : undefined,
    mails: refund.disputeId === null ? [await toReceipt(trx, refund)] : [],
  })
}

/** The receipt replaces a waiting mail about the refund's request, which promises money that is now sent. */
async function toReceipt(
  trx: Knex.Transaction,
  { id: refundId }: Refund,
): Promise<NewMail<'refund_receipt'>> {
  const request = await RefundRequest.query(trx).findOne({ refundId })
  const isCancelled = request !== undefined && REFUND_REQUEST_STATE[request.state].isCancelled
  // biome-ignore lint/plugin: an event of the mail
  const event = isCancelled ? 'cancelled' : 'decided'
  const [waiting] = request
    ? await deleteWaitingMails(trx, 'refund_request', { requestId: request.id, event })
    : []
  const decided = waiting && request ? { decided: request.id } : {}
  return { kind: 'refund_receipt', payload: { refundId, ...decided } }
}

async function noteFailure(
  jobs: Jobs,
  trx: Knex.Transaction,
  payment: Payment,
  refund: Refund,
  reason: string,
): Promise<void> {
  const instalment = payment.instalmentPosition === null ? '' : ` of instalment ${payment.instalmentPosition}`
  const note = `Refund of ${formatMoney(paymentAmount(refund))}${instalment} failed: ${reason}`
  const order = payment.orderId === null ? undefined : await payment.$relatedQuery('order', trx)
  await announce(trx, payment.orderId, {
    type: 'refund_failed',
    jobs,
    history: { actorKind: 'provider', note },
    bell: {
      key: `refund_failed:${refund.id}`,
      title: `A refund of ${formatMoney(paymentAmount(refund))} has failed`,
      facts: [
        ...(order ? [{ label: 'Order', value: order.invoiceNumber }] : []),
        ...(payment.instalmentPosition
          ? [{ label: 'Instalment', value: String(payment.instalmentPosition) }]
          : []),
        { label: 'Reason', value: reason },
        { label: 'What to do', value: 'Try again, or pay it back by bank transfer.' },
      ],
      path: adminPath(order ? { order: String(order.id) } : { view: 'money' }),
    },
  })
}

function actorOf({ requestedBy }: Refund) {
  return requestedBy === null
    ? ({ actorKind: 'system' } as const)
    : ({ actorKind: 'admin', actorId: requestedBy } as const)
}

/** An event may arrive before its order or payment is stored. After this time it counts as foreign to the shop. */
export const SUBJECT_GRACE_MS = 60_000

export class PaymentNotStoredYet extends Error {}

/** @throws GatewayUnavailable, GatewayRejected, PaymentNotThereYet: the job is retried */
export async function handleRefundEvent(
  services: PaymentServices,
  event: Pick<ProviderEvent, 'provider' | 'receivedAt'>,
  providerRefundId: string,
): Promise<void> {
  const { db } = services
  const reported = await getGateway(services, event.provider).getRefund(providerRefundId)
  const payment = await Payment.query(db).findOne({ providerPaymentId: reported.paymentId })
  if (!payment) {
    if (Date.now() - event.receivedAt.getTime() >= SUBJECT_GRACE_MS) return
    throw new PaymentNotStoredYet(`No payment is known as ${reported.paymentId}`)
  }
  await db.transaction(async (trx) => {
    await lockPayment(trx, payment.id)
    const refund = (await findRefund(trx, payment, reported)) ?? (await storeForeign(trx, payment, reported))
    await updateRefund(services.jobs, trx, refund, reported)
  })
}

/** Finds a refund by the provider's id or, if the provider's response was lost, by its idempotency key. */
async function findRefund(
  trx: Knex.Transaction,
  { id: paymentId }: Payment,
  { id, receipt, amount }: ProviderRefund,
): Promise<Refund | undefined> {
  return await Refund.query(trx)
    .where({ paymentId, amountCents: amount.minor, currency: amount.currency })
    .where((known) =>
      known
        .where({ providerRefundId: id })
        .orWhere((sent) =>
          sent.whereNull('providerRefundId').whereRaw('idempotency_key::text = ?', receipt ?? ''),
        ),
    )
    .first()
}

/** Stores a refund that was made on the provider's own site. */
async function storeForeign(
  trx: Knex.Transaction,
  { id: paymentId }: Payment,
  { id, amount: { minor: amountCents, currency } }: ProviderRefund,
): Promise<Refund> {
  await Refund.query(trx)
    .insert({ paymentId, amountCents, currency, reason: 'made_at_provider', providerRefundId: id })
    .onConflict('providerRefundId')
    .ignore()
  return await Refund.query(trx).findOne({ providerRefundId: id }).throwIfNotFound()
}
