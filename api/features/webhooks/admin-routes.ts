import * as z from 'zod'
import type { App, Services } from '../../app-type.ts'
import { IdParams } from '../../contract/ids.ts'
import {
  CreateEndpointBody,
  DeliveryListQuery,
  EndpointWithSecret,
  UpdateEndpointBody,
  WebhookDelivery,
  WebhookEndpoint,
} from '../../contract/webhooks.ts'
import { sendPage } from '../../lists/list.ts'
import { getUser } from '../../plugins/guards.ts'
import { listDeliveries, resendDelivery } from './delivery-list.ts'
import { createEndpoint, deleteEndpoint, listEndpoints, rotateSecret, updateEndpoint } from './endpoint.ts'

export function webhookAdminRoutes(app: App, services: Services): void {
  const { db } = services

  app.get(
    '/admin/webhook-endpoints',
    {
      config: { access: 'admin' },
      schema: {
        operationId: 'listWebhookEndpoints',
        summary: 'The addresses that are told of events',
        description: 'Each with its events and whether messages arrive there, without its secret.',
        response: { 200: z.array(WebhookEndpoint) },
      },
    },
    () => listEndpoints(db),
  )

  app.post(
    '/admin/webhook-endpoints',
    {
      config: { access: 'admin', proof: 'with_factor' },
      schema: {
        operationId: 'createWebhookEndpoint',
        summary: 'Tell an address of events',
        description:
          'The secret that signs its messages is shown this once. The address is on the public internet.',
        body: CreateEndpointBody,
        response: { 201: EndpointWithSecret },
      },
    },
    async (request, reply) =>
      reply.status(201).send(await createEndpoint(services, request.body, getUser(request).id)),
  )

  app.patch(
    '/admin/webhook-endpoints/:id',
    {
      config: { access: 'admin', proof: 'with_factor' },
      schema: {
        operationId: 'updateWebhookEndpoint',
        summary: 'Change, disable or enable an address that is told of events',
        description: 'What is left out stays. A disabled one gets nothing, and what waits for it fails.',
        params: IdParams,
        body: UpdateEndpointBody,
        response: { 200: WebhookEndpoint },
      },
    },
    (request) =>
      updateEndpoint(services, { id: request.params.id, body: request.body, adminId: getUser(request).id }),
  )

  app.delete(
    '/admin/webhook-endpoints/:id',
    {
      config: { access: 'admin', proof: 'with_factor' },
      schema: {
        operationId: 'deleteWebhookEndpoint',
        summary: 'Delete an address that is told of events',
        description: 'Its messages go with it. Nothing that was on its way there is sent.',
        params: IdParams,
        response: { 204: z.null() },
      },
    },
    async (request, reply) => {
      await deleteEndpoint(services, { id: request.params.id, adminId: getUser(request).id })
      return reply.status(204).send(null)
    },
  )

  app.post(
    '/admin/webhook-endpoints/:id/secret',
    {
      config: { access: 'admin', proof: 'with_factor' },
      schema: {
        operationId: 'rotateWebhookSecret',
        summary: 'Make a new secret for an address that is told of events',
        description: 'The new one is shown this once. For a day the one before signs beside it.',
        params: IdParams,
        response: { 200: EndpointWithSecret },
      },
    },
    (request) => rotateSecret(services, { id: request.params.id, adminId: getUser(request).id }),
  )

  app.get(
    '/admin/webhook-deliveries',
    {
      config: { access: 'admin' },
      schema: {
        operationId: 'listWebhookDeliveries',
        summary: 'The messages that went out, and what became of them',
        description: 'Newest first, each with its tries and the last response.',
        querystring: DeliveryListQuery,
        response: { 200: z.array(WebhookDelivery) },
      },
    },
    async (request, reply) => sendPage(reply, await listDeliveries(db, request.query)),
  )

  app.post(
    '/admin/webhook-deliveries/:id/resend',
    {
      config: { access: 'admin' },
      schema: {
        operationId: 'resendWebhookDelivery',
        summary: 'Send a message again',
        description: 'The same message under the same id, for one more try.',
        params: IdParams,
        response: { 200: WebhookDelivery },
      },
    },
    (request) => resendDelivery(services, { id: request.params.id, adminId: getUser(request).id }),
  )
}
