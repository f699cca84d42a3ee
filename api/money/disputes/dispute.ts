/**
 * Disputes: a buyer's bank claws a payment back. A provider event only says that a dispute has changed. Its current state is
 * then fetched, so late, repeated and reordered events do no harm.
 */
import type { Knex } from 'knex'
import { calendar } from '#api/content/content.ts'
import type { PaymentServices } from '#api/money/payments/gateway.ts'
import { getGateway } from '#api/money/payments/provider.ts'
import { lockPayment, paymentAmount, sumRefunds } from '#api/money/refunds/refund.ts'
import { bookRefund, PaymentNotStoredYet, SUBJECT_GRACE_MS } from '#api/money/refunds/refund-state.ts'
import { announce } from '#api/orders/order/announce.ts'
import { adminPath } from '#api/outbound/notifications/notify.ts'
import type { Jobs } from '#api/platform/jobs/jobs.ts'
import { formatBusinessMoment } from '#api/rules/business-calendar.ts'
import { DISPUTE_STATUS } from '#api/rules/money/disputes.ts'
import { formatMoney } from '#api/rules/money/format.ts'
import { money, smaller, subtract } from '#api/rules/money/money.ts'
import { Dispute } from '#db/models/money/dispute.ts'
import { Payment } from '#db/models/money/payment.ts'
import type { ProviderEvent } from '#db/models/money/provider-event.ts'
import { Refund } from '#db/models/money/refund.ts'

/** @throws GatewayUnavailable, GatewayRejected, PaymentNotThereYet: the job is retried */
export async function handleDisputeEvent(
  services: PaymentServices,
  event: Pick<ProviderEvent, 'provider' | 'receivedAt'>,
  providerDisputeId: string,
): Promise<void> {
  const { db, jobs } = services
  const askedAt = new Date()
  const { amount, deducted, ...reported } = await getGateway(services, event.provider).getDispute(
    providerDisputeId,
  )
  const { providerPaymentId, status, respondBy } = reported
  const known = await Payment.query(db).findOne({ providerPaymentId }).select('id')
  if (!known && Date.now() - event.receivedAt.getTime() < SUBJECT_GRACE_MS) {
    throw new PaymentNotStoredYet(`No payment is known as ${providerPaymentId}`)
  }
  await db.transaction(async (trx) => {
    const payment = known && (await lockPayment(trx, known.id))
    const columns = { amountCents: amount.minor, deductedCents: deducted.minor, currency: amount.currency }
    const fields = { ...reported, ...columns, paymentId: payment?.id ?? null, askedAt }
    const [added] = await trx<Dispute>('disputes')
      .insert(fields)
      .onConflict('providerDisputeId')
      .ignore()
      .returning('id')
    const dispute = await Dispute.query(trx).findOne({ providerDisputeId }).forUpdate().throwIfNotFound()
    // Another process has already stored a newer state.
    if (dispute.askedAt > askedAt) return
    const isNews =
      added !== undefined ||
      dispute.status !== status ||
      dispute.respondBy?.getTime() !== respondBy?.getTime()
    await dispute.$query(trx).patch(fields)
    if (isNews) await notifyOfDispute(jobs, trx, dispute, payment)
    if (DISPUTE_STATUS[status].isLost && payment) await bookLoss(jobs, trx, dispute, payment)
  })
}

const HEADLINES: Readonly<Record<Dispute['status'], string>> = {
  open: 'waiting for an answer',
  under_review: 'under review by the bank',
  won: 'won',
  lost: 'lost',
  closed: 'closed',
}

async function notifyOfDispute(
  jobs: Jobs,
  trx: Knex.Transaction,
  { id, status, amountCents, currency, respondBy, reasonCode }: Dispute,
  payment: Payment | undefined,
): Promise<void> {
  const amount = formatMoney(money(amountCents, currency))
  const until =
    DISPUTE_STATUS[status].awaitsAnswer && respondBy ? formatBusinessMoment(respondBy, calendar) : undefined
  const note = `Dispute of ${amount}: ${HEADLINES[status]}${until ? ` until ${until}` : ''}`
  const order = payment?.orderId == null ? undefined : await payment.$relatedQuery('order', trx)
  await announce(trx, order?.id ?? null, {
    type: 'dispute_changed',
    jobs,
    history: { actorKind: 'provider', note },
    bell: {
      key: `dispute:${id}:${status}:${respondBy?.getTime() ?? ''}`,
      title: until ? `Answer a dispute of ${amount}` : `A dispute of ${amount} is ${HEADLINES[status]}`,
      facts: [
        ...(until ? [{ label: 'Answer by', value: until }] : []),
        { label: 'Reason', value: reasonCode.replaceAll('_', ' ') },
        ...(order ? [{ label: 'Order', value: order.invoiceNumber }] : []),
      ],
      path: adminPath({ view: 'disputes' }),
    },
  })
}

/** Reason stored with the refund that represents a lost dispute. */
const DISPUTE_LOST = 'dispute_lost'

/** Books the lost money as a refund, so that revenue, the order and its customer's figures stay correct. */
async function bookLoss(
  jobs: Jobs,
  trx: Knex.Transaction,
  { id: disputeId, amountCents, deductedCents, currency }: Dispute,
  payment: Payment,
): Promise<void> {
  if (await Refund.query(trx).findOne({ disputeId }).select('id')) return
  const left = subtract(paymentAmount(payment), await sumRefunds(trx, payment, 'asked'))
  const lost = money(deductedCents || amountCents, currency)
  // A loss in another currency cannot be compared, so the whole unrefunded amount counts as lost.
  const booked = currency === payment.currency ? smaller(lost, left) : left
  // The whole payment is refunded already, or its refund is under way.
  if (booked.minor <= 0) return
  const refund = await Refund.query(trx)
    .insert({
      paymentId: payment.id,
      amountCents: booked.minor,
      currency: booked.currency,
      reason: DISPUTE_LOST,
      status: 'processed',
      processedAt: new Date(),
      disputeId,
    })
    .returning('*')
  await bookRefund(jobs, trx, payment, refund)
}
