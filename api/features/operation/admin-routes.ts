import * as z from 'zod'
import type { App, Services } from '../../app-type.ts'
import { IdParams } from '../../contract/lists.ts'
import { Job, JobListQuery, Operations, QUEUES } from '../../contract/operation.ts'
import { Attention } from '../../contract/overview.ts'
import { WebhookEvent, WebhookListQuery } from '../../contract/payments.ts'
import { call } from '../../http/call.ts'
import { sendPage } from '../../lists/list.ts'
import { getUser } from '../../plugins/guards.ts'
import { listWebhookEvents, resendWebhookEvent } from '../provider-events/webhook-list.ts'
import { findAttention } from './attention.ts'
import { countOperations, listJobs, retryJob } from './job-list.ts'

const JobParams = z.object({
  queue: z.enum(QUEUES).meta({ description: 'the queue that the job is in' }),
  id: z.uuid().meta({ description: 'the id of the job' }),
})

export function operationAdminRoutes(app: App, services: Services): void {
  const { db } = services

  call(app, 'GET /admin/operations', {
    access: 'admin',
    operationId: 'getOperations',
    summary: 'What the shop is doing by itself, and what of it waits for somebody',
    description: 'The numbers of jobs, provider events and payments by state.',
    response: Operations,
    handler: (request) => countOperations(db, getUser(request).id),
  })

  call(app, 'GET /admin/attention', {
    access: 'admin',
    operationId: 'getAttention',
    summary: 'What waits for an admin now',
    description: 'Of each kind the number, and the first three of its list.',
    response: Attention,
    handler: () => findAttention(db),
  })

  call(app, 'GET /admin/jobs', {
    access: 'admin',
    operationId: 'listJobs',
    summary: 'Jobs that have failed or are under way, by queue',
    description: 'Of one state, failed unless asked otherwise, with the last error of each.',
    querystring: JobListQuery,
    response: z.array(Job),
    handler: async (request, reply) => sendPage(reply, await listJobs(db, request.query)),
  })

  call(app, 'POST /admin/jobs/:queue/:id/retry', {
    access: 'admin',
    operationId: 'retryJob',
    summary: 'Try a failed job again',
    description: 'It is due at once. Some jobs come again by themselves and are refused.',
    refusals: { 409: 'job_not_failed or job_not_retryable' },
    params: JobParams,
    response: Job,
    handler: (request) => retryJob(services, { ...request.params, adminId: getUser(request).id }),
  })

  call(app, 'GET /admin/webhook-events', {
    access: 'admin',
    operationId: 'listProviderEvents',
    summary: 'Events of the payment provider and what became of them',
    description: 'What the provider sent, newest first, with the error of those that could not be handled.',
    querystring: WebhookListQuery,
    response: z.array(WebhookEvent),
    handler: async (request, reply) => sendPage(reply, await listWebhookEvents(db, request.query)),
  })

  call(app, 'POST /admin/webhook-events/:id/resend', {
    access: 'admin',
    operationId: 'resendProviderEvent',
    summary: 'Handle an event of the payment provider again',
    description: 'Handling it twice changes nothing more than once.',
    params: IdParams,
    response: WebhookEvent,
    handler: (request) =>
      resendWebhookEvent(services, { id: request.params.id, adminId: getUser(request).id }),
  })
}
