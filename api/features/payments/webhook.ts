/** Razorpay's webhooks: signed over the raw body, each event id handled once, in whatever order they come. */
import * as z from 'zod'
import { Order } from '../../../db/models/order.ts'
import { WebhookEvent } from '../../../db/models/webhook-event.ts'
import type { Services } from '../../app-type.ts'
import { DomainError, Unavailable } from '../../errors.ts'
import { GatewayRejected, GatewayUnavailable } from './gateway-errors.ts'
import { fetchCapturedPayment, paymentMismatch, settleOrder } from './settle.ts'

/** The events that say that money may be there. What is true is asked from the provider, not read from the event. */
const MONEY_EVENTS = new Set(['payment.authorized', 'payment.captured', 'order.paid'])

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
  }),
})

interface Delivery {
  rawBody: Buffer
  signature: string | undefined
  eventId: string | undefined
}

/** @throws DomainError 400 for a forged or unreadable delivery; Unavailable to be sent again */
export async function receiveWebhook(
  services: Services,
  { rawBody, signature, eventId }: Delivery,
): Promise<void> {
  const { db, gateway } = services
  if (!gateway.verifyWebhookSignature(rawBody, signature)) {
    throw new DomainError(400, 'bad_signature', 'The signature does not match')
  }
  if (!eventId || eventId.length > 100) throw new DomainError(400, 'no_event_id', 'The event id is missing')
  const envelope = Envelope.safeParse(parseJson(rawBody))
  if (!envelope.success) throw new DomainError(400, 'malformed', 'The event could not be read')

  await WebhookEvent.query(db)
    .insert({ eventId, eventType: envelope.data.event, payload: toStorable(parseJson(rawBody)) })
    .onConflict('eventId')
    .ignore()
  const event = await WebhookEvent.query(db).findOne({ eventId }).throwIfNotFound()
  if (event.processedAt) return
  try {
    const payment = envelope.data.payload.payment?.entity
    if (payment?.order_id && MONEY_EVENTS.has(envelope.data.event)) {
      await settleFromEvent(services, { paymentId: payment.id, providerOrderId: payment.order_id })
    }
    await event.$query(db).patch({ processedAt: new Date(), attempts: event.attempts + 1 })
  } catch (error) {
    const lastError = error instanceof Error ? error.message : String(error)
    await event.$query(db).patch({ attempts: event.attempts + 1, lastError })
    if (error instanceof GatewayUnavailable) {
      throw new Unavailable('provider_unavailable', 'The payment provider did not answer')
    }
    // Asked, the provider knows of no such payment.
    if (error instanceof GatewayRejected) throw paymentMismatch()
    throw error
  }
}

async function settleFromEvent(
  { db, gateway }: Services,
  { paymentId, providerOrderId }: { paymentId: string; providerOrderId: string },
): Promise<void> {
  const order = await Order.query(db).findOne({ razorpayOrderId: providerOrderId })
  // Of another shop on the same provider account: not ours to settle.
  if (!order) return
  const payment = await fetchCapturedPayment(gateway, order, paymentId)
  await db.transaction((trx) =>
    settleOrder(trx, order.id, { provider: 'razorpay', actorKind: 'provider', payment }),
  )
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
