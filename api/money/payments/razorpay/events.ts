/** Reads Razorpay's events: headers, event names and payload. */
import { createHmac, timingSafeEqual } from 'node:crypto'
import type { IncomingHttpHeaders } from 'node:http'
import * as z from 'zod'
import { BadSignature, type EventSubject, type ReceivedEvent } from '#api/money/payments/gateway.ts'
import { DomainError } from '#api/platform/errors.ts'
import { webhookSignatureHeader } from '#api/rules/payment-provider.ts'
import { DisputeId, OrderId, PaymentId, RefundId } from './entities.ts'

export const EVENT_PATH = '/webhooks/razorpay'
/** In lower case, as in Node's headers. */
export const SIGNATURE_HEADER = webhookSignatureHeader.toLowerCase()
export const EVENT_ID_HEADER = 'x-razorpay-event-id'

/** The events about money, by their subject. */
export const EVENT_NAMES = {
  payment: ['payment.authorized', 'payment.captured', 'order.paid', 'payment.failed'],
  refund: ['refund.created', 'refund.processed', 'refund.failed'],
  dispute: [
    'payment.dispute.created',
    'payment.dispute.under_review',
    'payment.dispute.action_required',
    'payment.dispute.won',
    'payment.dispute.lost',
    'payment.dispute.closed',
  ],
} as const
export type PaymentEventName = (typeof EVENT_NAMES.payment)[number]
export type EventName = (typeof EVENT_NAMES)[keyof typeof EVENT_NAMES][number]

/** The fields used of an event. They are validated although signed, because buyers typed some of the values. */
const Envelope = z.object({
  event: z.string().regex(/^[\w.]{1,100}$/),
  payload: z.object({
    payment: z.object({ entity: z.object({ id: PaymentId, order_id: OrderId.nullable() }) }).optional(),
    refund: z.object({ entity: z.object({ id: RefundId, payment_id: PaymentId.optional() }) }).optional(),
    dispute: z.object({ entity: z.object({ id: DisputeId, payment_id: PaymentId.optional() }) }).optional(),
  }),
})

/** @throws BadSignature; DomainError 400 for an unreadable delivery */
export function readEvent(rawBody: Buffer, headers: IncomingHttpHeaders, secret: string): ReceivedEvent {
  const signature = headerOf(headers, SIGNATURE_HEADER)
  if (!isSignature(signature)) throw new DomainError(400, 'bad_signature', 'The signature is missing')
  if (!isSigned(rawBody, signature, secret)) throw new BadSignature()
  const id = headerOf(headers, EVENT_ID_HEADER)
  if (!id || id.length > 100) throw new DomainError(400, 'no_event_id', 'The event id is missing')
  const body = parseJson(rawBody)
  const envelope = Envelope.safeParse(body)
  if (!envelope.success) throw new DomainError(400, 'malformed', 'The event could not be read')
  const { event, payload } = envelope.data
  const { payment, refund, dispute } = payload
  const paymentId = payment?.entity.id ?? refund?.entity.payment_id ?? dispute?.entity.payment_id
  return { id, type: event, body, paymentId }
}

/** @throws ZodError for a body that `readEvent` would reject */
export function findSubject({ type, body }: Pick<ReceivedEvent, 'type' | 'body'>): EventSubject | undefined {
  const { payment, refund, dispute } = Envelope.parse(body).payload
  if (dispute && isOneOf(EVENT_NAMES.dispute, type)) return { kind: 'dispute', disputeId: dispute.entity.id }
  if (refund && isOneOf(EVENT_NAMES.refund, type)) return { kind: 'refund', refundId: refund.entity.id }
  if (payment?.entity.order_id && isOneOf(EVENT_NAMES.payment, type)) {
    return { kind: 'payment', paymentId: payment.entity.id, providerOrderId: payment.entity.order_id }
  }
  return undefined
}

const isOneOf = (names: readonly string[], type: string) => names.includes(type)

function headerOf(headers: IncomingHttpHeaders, name: string): string | undefined {
  const value = headers[name]
  return Array.isArray(value) ? value[0] : value
}

function parseJson(rawBody: Buffer): unknown {
  try {
    return JSON.parse(rawBody.toString('utf8'))
  } catch {
    return undefined
  }
}

const SHORTEST_WEBHOOK_SECRET = 16

interface Secrets {
  keyId: string
  keySecret: string
  webhookSecret: string
}

/** Anybody could sign with an empty secret. @throws Error for a missing or short one */
export function assertSecrets({ keyId, keySecret, webhookSecret }: Secrets): void {
  if (!keyId.trim()) throw new Error('The payment provider needs a key id')
  if (!keySecret.trim()) throw new Error('The payment provider needs a key secret')
  if (webhookSecret.trim().length < SHORTEST_WEBHOOK_SECRET) {
    throw new Error(`The webhook secret must have at least ${SHORTEST_WEBHOOK_SECRET} characters`)
  }
}

/** Whether the text has a signature's format: 64 lower-case hex digits. */
function isSignature(text: unknown): text is string {
  return typeof text === 'string' && /^[0-9a-f]{64}$/.test(text)
}

/** Compares in constant time. */
export function isSigned(content: string | Buffer, signature: string | undefined, secret: string): boolean {
  if (!isSignature(signature)) return false
  const expected = createHmac('sha256', secret).update(content).digest()
  return timingSafeEqual(Buffer.from(signature, 'hex'), expected)
}
