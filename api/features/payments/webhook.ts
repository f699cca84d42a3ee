/** Razorpay's webhooks: signed over the raw body, each event id handled once, in whatever order they come. */
import * as z from 'zod'
import { Order } from '../../../db/models/order.ts'
import { WebhookEvent } from '../../../db/models/webhook-event.ts'
import type { Services } from '../../app-type.ts'
import { DomainError } from '../../errors.ts'
import { tellOfFailedPayment } from './failed-payment.ts'
import { followRefundEvent, isRefundEvent } from './refund-events.ts'
import { settleOrKeep } from './stray-money.ts'

/** The events that say what became of money. What is true is asked from the provider, not read from the event. */
const MONEY_EVENTS = new Set(['payment.authorized', 'payment.captured', 'order.paid', 'payment.failed'])

/** After this it is nobody's that we know. */
const ORDER_COMES_WITHIN_MS = 60_000

/** Deeper than any event goes, and shallow enough for whatever reads it. */
const DEEPEST_PAYLOAD = 32

/** Signed, but parts of an event come from buyers: what is used of it is checked like any other input. */
const Envelope = z.object({
  event: z.string().regex(/^[\w.]{1,100}$/),
  payload: z.object({
    payment: z
      .object({
        entity: z.object({
          id: z.string().regex(/^pay_[A-Za-z0-9]{1,30}$/),
          order_id: z
            .string()
            .regex(/^order_[A-Za-z0-9]{1,30}$/)
            .nullable(),
        }),
      })
      .optional(),
    refund: z.object({ entity: z.object({ id: z.string().regex(/^rfnd_[A-Za-z0-9]{1,30}$/) }) }).optional(),
  }),
})

interface Delivery {
  rawBody: Buffer
  signature: string | undefined
  eventId: string | undefined
}

/**
 * Stores an event with the job that handles it; one that came before is known by its id and only acknowledged.
 * @throws DomainError 400 for a forged or unreadable delivery
 */
export async function receiveWebhook(
  { db, gateway, jobs }: Services,
  { rawBody, signature, eventId }: Delivery,
): Promise<void> {
  if (!gateway.verifyWebhookSignature(rawBody, signature)) {
    throw new DomainError(400, 'bad_signature', 'The signature does not match')
  }
  if (!eventId || eventId.length > 100) throw new DomainError(400, 'no_event_id', 'The event id is missing')
  const parsed = parseJson(rawBody)
  const envelope = Envelope.safeParse(parsed)
  if (!envelope.success) throw new DomainError(400, 'malformed', 'The event could not be read')

  const eventType = envelope.data.event
  await db.transaction(async (trx) => {
    const [stored] = await trx<WebhookEvent>('webhook_events')
      .insert({ eventId, eventType, payload: JSON.stringify(toStorable(parsed)) })
      .onConflict('eventId')
      .ignore()
      .returning('id')
    if (stored) await jobs.send(trx, 'webhook', { eventRowId: stored.id })
  })
}

/**
 * What the event is about is done here, once; doing it again changes nothing.
 * @throws GatewayUnavailable, GatewayRejected, OrderNotThereYet: to be tried again
 */
export async function processWebhook(services: Services, eventRowId: number): Promise<void> {
  const { db } = services
  const event = await WebhookEvent.query(db).findById(eventRowId)
  if (!event || event.processedAt) return
  try {
    await handleEvent(services, event)
    await event.$query(db).patch({ processedAt: new Date(), attempts: event.attempts + 1, lastError: null })
  } catch (error) {
    const lastError = error instanceof Error ? error.message : String(error)
    await event.$query(db).patch({ attempts: event.attempts + 1, lastError })
    throw error
  }
}

async function handleEvent(services: Services, event: WebhookEvent): Promise<void> {
  const { payload } = Envelope.parse(event.payload)
  if (payload.refund && isRefundEvent(event.eventType)) {
    await followRefundEvent(services, event, payload.refund.entity.id)
    return
  }
  const payment = payload.payment?.entity
  if (payment?.order_id && MONEY_EVENTS.has(event.eventType)) {
    await settleFromEvent(services, event, { paymentId: payment.id, providerOrderId: payment.order_id })
  }
}

/** Its order may be in a transaction that has not ended. */
class OrderNotThereYet extends Error {}

async function settleFromEvent(
  services: Services,
  event: WebhookEvent,
  { paymentId, providerOrderId }: { paymentId: string; providerOrderId: string },
): Promise<void> {
  const { db, gateway } = services
  const order = await Order.query(db).findOne({ razorpayOrderId: providerOrderId })
  if (!order && Date.now() - event.receivedAt.getTime() < ORDER_COMES_WITHIN_MS) {
    throw new OrderNotThereYet(`No order is known as ${providerOrderId}`)
  }
  const payment = await gateway.getPayment(paymentId)
  if (payment.status === 'failed') {
    if (order) await tellOfFailedPayment(services, order.id)
    return
  }
  await settleOrKeep(services, order, payment, 'provider')
}

function parseJson(rawBody: Buffer): unknown {
  try {
    return JSON.parse(rawBody.toString('utf8'))
  } catch {
    return undefined
  }
}

/** Without what jsonb refuses, in values and in keys: NUL, halves of surrogate pairs, endless nesting. */
function toStorable(value: unknown, depth = 0): unknown {
  if (typeof value === 'string') return value.replaceAll('\u0000', '\ufffd').toWellFormed()
  if (typeof value !== 'object' || value === null) return value
  if (depth >= DEEPEST_PAYLOAD) return null
  if (Array.isArray(value)) return value.map((item) => toStorable(item, depth + 1))
  const entries = Object.entries(value).map(([key, held]) => [
    toStorable(key) as string,
    toStorable(held, depth + 1),
  ])
  return Object.fromEntries(entries) as Record<string, unknown>
}
