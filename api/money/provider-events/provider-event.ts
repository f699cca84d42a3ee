/** Receives and handles the provider's events: each once, in any order. */
import type { IncomingHttpHeaders } from 'node:http'
import { handleDisputeEvent } from '#api/money/disputes/dispute.ts'
import { recordFailedPayment } from '#api/money/payments/failed-payment.ts'
import type { Gateway, PaymentServices, ProviderPayment } from '#api/money/payments/gateway.ts'
import { findByProviderOrder } from '#api/money/payments/instalments.ts'
import { getGateway } from '#api/money/payments/provider.ts'
import { handleRefundEvent, SUBJECT_GRACE_MS } from '#api/money/refunds/refund-state.ts'
import { settleOrStore } from '#api/money/stray-money/stray-money.ts'
import { announce } from '#api/orders/order/announce.ts'
import { PAYMENT_AT_PROVIDER } from '#api/rules/money/payment-at-provider.ts'
import { PAYMENT_STATUS } from '#api/rules/orders.ts'
import { ProviderEvent } from '#db/models/money/provider-event.ts'
import { Order } from '#db/models/orders/order.ts'

/** Deeper than any real event, yet shallow enough to parse and store. */
const DEEPEST_PAYLOAD = 32

/**
 * Stores an event together with the job that handles it. A repeated event, recognised by its id, is only acknowledged.
 * @throws DomainError 400 for a forged or unreadable event
 */
export async function receiveProviderEvent(
  { db, jobs }: PaymentServices,
  gateway: Gateway,
  rawBody: Buffer,
  headers: IncomingHttpHeaders,
): Promise<void> {
  const { id: eventId, type: eventType, body, paymentId } = gateway.readEvent(rawBody, headers)
  await db.transaction(async (trx) => {
    const [stored] = await trx<ProviderEvent>('provider_events')
      .insert({
        provider: gateway.name,
        eventId,
        eventType,
        payload: JSON.stringify(toStorable(body)),
        providerPaymentId: paymentId ?? null,
      })
      .onConflict('eventId')
      .ignore()
      .returning('id')
    if (stored) await jobs.send(trx, 'provider-event', { eventRowId: stored.id })
  })
}

/**
 * Handles an event; idempotent.
 * @throws GatewayUnavailable, GatewayRejected, OrderNotThereYet, PaymentNotThereYet: the job is retried
 */
export async function handleProviderEvent(services: PaymentServices, eventRowId: number): Promise<void> {
  const { db } = services
  const event = await ProviderEvent.query(db).findById(eventRowId)
  if (!event || event.processedAt) return
  try {
    await handleEvent(services, event)
    const { attempts, orderId } = event
    await event
      .$query(db)
      .patch({ processedAt: new Date(), attempts: attempts + 1, lastError: null, orderId })
  } catch (error) {
    const lastError = error instanceof Error ? error.message : String(error)
    await event.$query(db).patch({ attempts: event.attempts + 1, lastError, orderId: event.orderId })
    throw error
  }
}

async function handleEvent(services: PaymentServices, event: ProviderEvent): Promise<void> {
  // Erasing the customer has emptied the payload.
  if (Object.keys(event.payload as object).length === 0) return
  const gateway = getGateway(services, event.provider)
  const subject = gateway.findSubject({ type: event.eventType, body: event.payload })
  if (subject?.kind === 'dispute') await handleDisputeEvent(services, event, subject.disputeId)
  if (subject?.kind === 'refund') await handleRefundEvent(services, event, subject.refundId)
  if (subject?.kind === 'payment') await settleFromEvent(services, gateway, event, subject)
}

/** The order may still be in an uncommitted transaction. */
class OrderNotThereYet extends Error {}

async function settleFromEvent(
  services: PaymentServices,
  gateway: Gateway,
  event: ProviderEvent,
  { paymentId, providerOrderId }: { paymentId: string; providerOrderId: string },
): Promise<void> {
  const { db } = services
  const order = await findByProviderOrder(db, providerOrderId)
  if (!order && Date.now() - event.receivedAt.getTime() < SUBJECT_GRACE_MS) {
    throw new OrderNotThereYet(`No order is known as ${providerOrderId}`)
  }
  if (order) event.orderId = order.id
  const payment = await gateway.getPayment(paymentId)
  if (PAYMENT_AT_PROVIDER[payment.status].hasFailed) {
    if (order) await announceFailedPayment(services, order.id, payment)
    return
  }
  await settleOrStore(services, gateway, order, payment, 'provider')
}

/** Removes what jsonb does not accept in keys and values: NUL, lone surrogates, very deep nesting. */
function toStorable(value: unknown, depth = 0): unknown {
  if (typeof value === 'string') return value.replaceAll('\u0000', '\ufffd').toWellFormed()
  if (typeof value !== 'object' || value === null) return value
  if (depth >= DEEPEST_PAYLOAD) return null
  if (Array.isArray(value)) return value.map((item) => toStorable(item, depth + 1))
  const entries = Object.entries(value).map(([key, item]) => [
    toStorable(key) as string,
    toStorable(item, depth + 1),
  ])
  return Object.fromEntries(entries) as Record<string, unknown>
}

/** Notes the reason in the order's history. If the order is unpaid, mails the buyer a link back to it. */
async function announceFailedPayment(
  { db, jobs }: PaymentServices,
  orderId: number,
  payment: ProviderPayment,
) {
  await db.transaction(async (trx) => {
    const order = await Order.query(trx).findById(orderId).forUpdate()
    if (!order) return
    await recordFailedPayment(trx, order, payment)
    if (!PAYMENT_STATUS[order.paymentStatus].isUnpaid) return
    const mails = [{ kind: 'payment_failed', payload: { orderId }, onceAnHour: true }] as const
    await announce(trx, orderId, { type: 'payment_link_wanted', jobs, mails })
  })
}
