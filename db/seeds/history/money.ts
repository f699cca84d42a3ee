/** The steps of money that goes back: refunds and disputes. */
import { Dispute } from '#db/models/money/dispute.ts'
import { Refund } from '#db/models/money/refund.ts'
import { demoProviderId } from '#db/seeds/provider-id.ts'
import { later } from './clock.ts'
import type { PlannedOrder } from './planned-order.ts'
import { formatUsd, notify, sendMail } from './shop.ts'
import { NO_WAIT, type StoryOfOrder } from './story.ts'

const MINUTES_TO_RESPOND = 7 * 24 * 60

export async function refundOrder(
  story: StoryOfOrder,
  at: Date,
  { reason, dollars }: NonNullable<PlannedOrder['refund']>,
): Promise<void> {
  const { trx, admin, rules } = story.shop
  const { id: paymentId, amountCents: paidCents } = story.payment
  const amountCents = dollars ? dollars * 100 : paidCents
  const processedAt = later(at, 4)
  const amount = formatUsd(amountCents)
  story.note(at, `Refund of ${amount} requested: ${reason}`, story.byAdmin)
  const { id: refundId } = await Refund.query(trx)
    .insert({
      paymentId,
      amountCents,
      reason,
      status: 'processed',
      providerRefundId: demoProviderId('rfnd', story.label),
      requestedBy: admin.id,
      createdAt: at,
      processedAt,
    })
    .returning('id')
  if (amountCents === paidCents) {
    await story.payment.$query(trx).patch({ status: 'refunded' })
    await story.change({ paymentStatus: 'refunded' })
    const event = { kind: 'payment_status', fromValue: 'paid', toValue: 'refunded' } as const
    story.record(processedAt, { ...event, note: `${amount} refunded`, ...story.byAdmin })
    const cause = { actorKind: 'admin', note: 'Refunded in full' } as const
    await story.setStatus(processedAt, 'cancelled', cause, NO_WAIT)
  } else {
    story.note(processedAt, `${amount} of ${formatUsd(paidCents)} refunded`, story.byAdmin)
  }
  await rules.issueDocuments(trx, story.order.id, later(processedAt, 0.02))
  await sendMail(story.shop, processedAt, 'refund_receipt', { refundId })
}

/** Opens a dispute about the whole payment. */
export async function openDispute(story: StoryOfOrder, at: Date, reasonCode: string): Promise<void> {
  const { id: paymentId, providerPaymentId, amountCents, currency } = story.payment
  story.disputed = await Dispute.query(story.shop.trx)
    .insert({
      providerDisputeId: demoProviderId('disp', story.label),
      providerPaymentId: providerPaymentId ?? '',
      paymentId,
      amountCents,
      deductedCents: 0,
      currency,
      reasonCode,
      phase: 'chargeback',
      status: 'open',
      respondBy: later(at, MINUTES_TO_RESPOND),
      openedAt: at,
      askedAt: at,
    })
    .returning('*')
  notifyOfDispute(story, at, 'waiting for an answer')
}

export async function winDispute(story: StoryOfOrder, at: Date): Promise<void> {
  await story.disputed.$query(story.shop.trx).patch({ status: 'won', askedAt: at })
  notifyOfDispute(story, at, 'won')
}

function notifyOfDispute(story: StoryOfOrder, at: Date, headline: string): void {
  const { id, status, amountCents, reasonCode, respondBy } = story.disputed
  const amount = formatUsd(amountCents)
  story.note(at, `Dispute of ${amount}: ${headline}`, { actorKind: 'provider' })
  notify(story.shop, at, {
    kind: 'dispute',
    key: `dispute:${id}:${status}:${respondBy?.getTime()}`,
    title: status === 'open' ? `Answer a dispute of ${amount}` : `A dispute of ${amount} is ${headline}`,
    facts: [
      { label: 'Reason', value: reasonCode.replaceAll('_', ' ') },
      { label: 'Order', value: story.order.invoiceNumber },
    ],
    path: '/admin?tab=staff&view=disputes',
  })
}
