/**
 * Outgoing webhooks (docs/webhooks.md): their messages, and the list of endpoints that admins edit. The payment provider's incoming
 * events are in api/contract/money/payments.ts.
 */

import * as z from 'zod'
import { IdFilter, listParameters, oneOf } from '#api/contract/platform/lists.ts'
import { cleanLine } from '#api/rules/clean-text.ts'
import { WEBHOOK_MESSAGE_STATES } from '#api/rules/outgoing.ts'

export const OUTGOING_EVENTS = [
  'order.paid',
  'order.instalment_paid',
  'order.status_changed',
  'order.refunded',
  'message.created',
  'order.delivered',
  'order.accepted',
  'order.change_requested',
  'refund.requested',
] as const

const Url = z
  .string('Address must be text')
  .overwrite(cleanLine)
  .min(1, 'Address is required')
  .max(500, 'Address must be at most 500 characters')
const Events = z
  .array(z.enum(OUTGOING_EVENTS, `Events are some of ${OUTGOING_EVENTS.join(', ')}`))
  .min(1, 'Choose at least one event')
  .max(OUTGOING_EVENTS.length, 'Choose each event once')

export const CreateEndpointBody = z.object({ url: Url, events: Events })
export type CreateEndpointBody = z.infer<typeof CreateEndpointBody>

/** Omitted fields stay unchanged. */
export const UpdateEndpointBody = CreateEndpointBody.partial().extend({ isDisabled: z.boolean().optional() })
export type UpdateEndpointBody = z.infer<typeof UpdateEndpointBody>

export const WebhookEndpoint = z.object({
  id: z.int(),
  url: z.string(),
  events: z.array(z.enum(OUTGOING_EVENTS)),
  createdAt: z.string(),
  failingSince: z.string().nullable().describe('since when every try has failed'),
  disabledAt: z.string().nullable(),
  disabledAs: z
    .enum(['admin', 'failing', 'gone'])
    .nullable()
    .describe('failing and gone: by the shop itself, because nothing arrived or it said 410'),
})
export type WebhookEndpoint = z.infer<typeof WebhookEndpoint>

/** Only this response contains the secret. */
export const EndpointWithSecret = WebhookEndpoint.extend({
  secret: z.string().describe('whsec_…, to check signatures with; shown this once'),
})
export type EndpointWithSecret = z.infer<typeof EndpointWithSecret>

const WebhookOutcome = z.object({
  responseStatus: z.int().nullable().describe('null where nobody responded'),
  response: z.string().nullable().describe('its beginning, or why there was none'),
})

/** The immediate result of a test message. */
export const WebhookTest = WebhookOutcome.extend({
  isDelivered: z.boolean().describe('the status is one of 200 to 299'),
})
export type WebhookTest = z.infer<typeof WebhookTest>

export const WebhookMessageListQuery = z.object({
  ...listParameters(['createdAt'], '-createdAt'),
  endpointId: IdFilter.optional().describe('only messages to this endpoint'),
  event: oneOf('event', OUTGOING_EVENTS).optional().describe('only messages about this event'),
  state: oneOf('state', WEBHOOK_MESSAGE_STATES).optional().describe('only messages in this state'),
})
export type WebhookMessageListQuery = z.infer<typeof WebhookMessageListQuery>

/** One message to one endpoint, with how its attempts went. */
export const WebhookMessage = z.object({
  id: z.int(),
  messageId: z.string().describe('webhook-id, the same for all tries'),
  endpointId: z.int(),
  url: z.string().describe('of the endpoint, as it is today'),
  event: z.string(),
  orderId: z.int(),
  invoiceNumber: z.string(),
  state: z.enum(WEBHOOK_MESSAGE_STATES),
  attempts: z.int(),
  createdAt: z.string(),
  triedAt: z.string().nullable(),
  nextTryAt: z.string().nullable(),
  ...WebhookOutcome.shape,
})
export type WebhookMessage = z.infer<typeof WebhookMessage>
