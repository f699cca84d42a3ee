import * as z from 'zod'
import {
  CreateEndpointBody,
  EndpointWithSecret,
  UpdateEndpointBody,
  WebhookEndpoint,
  WebhookTest,
  WebhookMessage as WireMessage,
} from '#api/contract/outbound/webhooks.ts'
import { IdParams } from '#api/contract/platform/lists.ts'
import type { App, Services } from '#api/platform/app-type.ts'
import { recordEdit } from '#api/platform/audit/record.ts'
import { Conflict, findOrThrow } from '#api/platform/errors.ts'
import { call } from '#api/platform/http/call.ts'
import { createOnce } from '#api/platform/http/idempotency.ts'
import { MINUTE_MS } from '#api/platform/http/limits.ts'
import { listCall } from '#api/platform/lists/list-call.ts'
import { type Actor, getActor } from '#api/platform/plugins/guards.ts'
import { WebhookMessage } from '#db/models/outbound/webhook-endpoint.ts'
import { sendTest } from './attempts.ts'
import { createEndpoint, deleteEndpoint, listEndpoints, rotateSecret, updateEndpoint } from './endpoint.ts'
import { toWireMessage, webhookMessageList } from './queries.ts'

export function webhookAdminRoutes(app: App, services: Services): void {
  const { db } = services

  call(app, 'GET /admin/webhook-endpoints', {
    access: 'admin',
    scope: 'webhooks:manage',
    operationId: 'listWebhookEndpoints',
    summary: 'The addresses that are told of events',
    response: z.array(WebhookEndpoint),
    handler: () => listEndpoints(db),
  })

  call(app, 'POST /admin/webhook-endpoints', {
    access: 'admin',
    scope: 'webhooks:manage',
    proof: 'with_factor',
    operationId: 'createWebhookEndpoint',
    summary: 'Tell an address of events',
    description: 'The secret is shown once. The address must be on the public internet.',
    body: CreateEndpointBody,
    status: 201,
    repeat: 'shown_once',
    response: EndpointWithSecret,
    handler: (request) =>
      createOnce(services, request, (own) => createEndpoint(own, request.body, getActor(request))),
  })

  call(app, 'PATCH /admin/webhook-endpoints/:id', {
    access: 'admin',
    scope: 'webhooks:manage',
    proof: 'with_factor',
    operationId: 'updateWebhookEndpoint',
    summary: 'Change, disable or enable an address that is told of events',
    description: 'Omitted fields stay. A disabled one gets nothing, and what waits for it fails.',
    params: IdParams,
    body: UpdateEndpointBody,
    response: WebhookEndpoint,
    handler: (request) =>
      updateEndpoint(services, { id: request.params.id, body: request.body, admin: getActor(request) }),
  })

  call(app, 'DELETE /admin/webhook-endpoints/:id', {
    access: 'admin',
    scope: 'webhooks:manage',
    proof: 'with_factor',
    operationId: 'deleteWebhookEndpoint',
    summary: 'Delete an address that is told of events',
    description: 'Its messages are deleted, too, and nothing more is sent.',
    params: IdParams,
    handler: (request) => deleteEndpoint(services, { id: request.params.id, admin: getActor(request) }),
  })

  call(app, 'POST /admin/webhook-endpoints/:id/secret', {
    access: 'admin',
    scope: 'webhooks:manage',
    proof: 'with_factor',
    operationId: 'rotateWebhookSecret',
    summary: 'Make a new secret for an address that is told of events',
    description: 'The new one is shown once. For a day the former one signs, too.',
    params: IdParams,
    response: EndpointWithSecret,
    handler: (request) => rotateSecret(services, { id: request.params.id, admin: getActor(request) }),
  })

  call(app, 'POST /admin/webhook-endpoints/:id/test', {
    access: 'admin',
    scope: 'webhooks:manage',
    operationId: 'testWebhookEndpoint',
    summary: 'Send a signed test message to an address that is told of events',
    description:
      'Of the type `webhook.test`, without data, in one try of at most 10 seconds. It is in no list and does not count; a disabled address gets it, too.',
    limits: [{ name: 'webhook-test', by: 'user', max: 10, windowMs: 10 * MINUTE_MS }],
    params: IdParams,
    response: WebhookTest,
    handler: (request) => sendTest(services, request.params.id),
  })

  listCall(app, db, 'GET /admin/webhook-messages', webhookMessageList, {
    scope: 'webhooks:manage',
    operationId: 'listWebhookMessages',
    summary: 'The messages that went out, and what became of them',
  })

  call(app, 'POST /admin/webhook-messages/:id/resend', {
    access: 'admin',
    scope: 'webhooks:manage',
    operationId: 'resendWebhookMessage',
    summary: 'Send a message again',
    description: 'The same message under the same id, for one more try.',
    refusals: { 409: 'Its webhook is disabled (webhook_disabled)' },
    params: IdParams,
    response: WireMessage,
    handler: (request) => resendMessage(services, { id: request.params.id, admin: getActor(request) }),
  })
}

/** Queues one more attempt at a message, under the same id. @throws NotFound; Conflict webhook_disabled */
async function resendMessage(
  { db, jobs }: Services,
  { id, admin }: { id: number; admin: Actor },
): Promise<WireMessage> {
  return db.transaction(async (trx) => {
    await admin.holdRight(trx)
    const message = await findOrThrow(WebhookMessage.query(trx).findById(id).forUpdate(), 'Message')
    await message.$fetchGraph('endpoint', { transaction: trx })
    if (message.endpoint?.disabledAt) {
      throw new Conflict('webhook_disabled', 'This webhook is disabled. Enable it first.')
    }
    const { attempts, state, endpointId: subjectId, endpoint, messageId } = message
    const about = { actorId: admin.id, subjectId, label: endpoint?.url.slice(0, 200) ?? '' }
    const changed = [{ [messageId]: state }, { [messageId]: 'sent again' }] as const
    await recordEdit(trx, { ...about, subject: 'webhook_endpoint' }, ...changed)
    await jobs.send(trx, 'webhook-attempt', { webhookMessageId: id, attempts })
    await message.$query(trx).patch({ state: 'waiting', nextTryAt: new Date() })
    return toWireMessage(message)
  })
}
