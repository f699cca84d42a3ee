/** What the shop does by itself: its jobs, the provider's events, and what of it waits for somebody. */
import * as z from 'zod'
import { listParameters, oneOf } from './paging.ts'

export const QUEUES = [
  'webhook',
  'mail',
  'refund',
  'invoice',
  'delivery',
  'process-picture',
  'import',
  'reconcile',
  'retention',
] as const
export const JOB_STATES = ['failed', 'retry', 'waiting', 'active'] as const

export const JobListQuery = z.object({
  ...listParameters(['createdAt'], '-createdAt'),
  queue: oneOf('queue', QUEUES).optional().describe('only jobs of this queue'),
  state: oneOf('state', JOB_STATES)
    .default('failed')
    .describe('failed: tried for the last time. retry: tried, and to be tried again'),
})
export type JobListQuery = z.infer<typeof JobListQuery>

export const Job = z.object({
  id: z.string(),
  queue: z.enum(QUEUES),
  state: z.enum(JOB_STATES),
  subject: z
    .object({
      kind: z.enum(['webhook', 'mail', 'refund', 'order', 'delivery', 'picture', 'import']),
      id: z.int(),
    })
    .nullable()
    .describe('whose row it is about'),
  tries: z.int(),
  error: z.string().nullable(),
  createdAt: z.string(),
  triedAgainAt: z.string().nullable(),
  failedAt: z.string().nullable(),
  canRetry: z.boolean(),
})
export type Job = z.infer<typeof Job>

/** Counts of what is under way and of what waits for somebody. */
export const Operations = z.object({
  moneyToLookAt: z.int(),
  openDisputes: z.int().describe('to be answered'),
  failedJobs: z.int(),
  unresolvedMails: z.int().describe('failed in the last 7 days and not sent again'),
  failingWebhooks: z.int(),
  unreadNotifications: z.int().describe('of the admin who asks'),
  brokenEndpoints: z.int().describe('webhooks that the shop itself has disabled'),
  queues: z.array(
    z.object({
      name: z.enum(QUEUES),
      waiting: z.int(),
      active: z.int(),
      retry: z.int(),
      failed: z.int(),
    }),
  ),
})
export type Operations = z.infer<typeof Operations>

export const WEBHOOK_STATES = ['handled', 'waiting', 'failing'] as const

export const WebhookListQuery = z.object({
  ...listParameters(['receivedAt'], '-receivedAt'),
  state: oneOf('state', WEBHOOK_STATES).optional().describe('only events in this state'),
})
export type WebhookListQuery = z.infer<typeof WebhookListQuery>

/** An event of the payment provider. failing: not handled yet, and tried at least once. */
export const WebhookEvent = z.object({
  id: z.int(),
  eventId: z.string(),
  eventType: z.string(),
  state: z.enum(WEBHOOK_STATES),
  providerPaymentId: z.string().nullable(),
  receivedAt: z.string(),
  processedAt: z.string().nullable(),
  attempts: z.int(),
  error: z.string().nullable(),
})
export type WebhookEvent = z.infer<typeof WebhookEvent>
