/** For operators: jobs, mails, the self-check. */
import * as z from 'zod'
import { IdFilter, listParameters, oneOf } from '#api/contract/platform/lists.ts'
import { MAIL_STATES } from '#api/rules/outgoing.ts'
import { MAIL_KINDS } from './mail-kinds.ts'

export const QUEUES = [
  'provider-event',
  'mail',
  'refund',
  'invoice',
  'webhook-attempt',
  'process-picture',
  'check-file',
  'draw-preview',
  'remove-credentials',
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
      kind: z.enum(['provider_event', 'mail', 'refund', 'order', 'webhook_message', 'picture']),
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

/** Counts of jobs and events that are in progress, and of those that need attention. */
export const Operations = z.object({
  moneyToLookAt: z.int(),
  openDisputes: z.int().describe('to be answered'),
  waitingReviews: z.int().describe('that no admin has looked at'),
  failedJobs: z.int(),
  unresolvedMails: z.int().describe('failed in the last 7 days and not sent again'),
  failingProviderEvents: z.int(),
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

const MailKind = oneOf('kind', MAIL_KINDS)

export const MailState = oneOf('state', MAIL_STATES)
export type MailState = z.infer<typeof MailState>

/** A mail as admins see it: its delivery status, never its text. */
export const Mail = z.object({
  id: z.int(),
  kind: MailKind,
  state: MailState,
  toEmail: z.string().nullable().describe('null until it is first tried'),
  subject: z.string().nullable().describe('null until it is first tried'),
  messageId: z.string().describe('the same over every try'),
  attempts: z.int(),
  reason: z.string().nullable().describe('why the last try failed, or why there was none'),
  createdAt: z.string(),
  endedAt: z.string().nullable().describe('when it was sent, refused for good or skipped'),
  resends: z.int().nullable().describe('the mail that this one sends again'),
  orderId: z.int().nullable().describe('of the order that it is about'),
})
export type Mail = z.infer<typeof Mail>

export const MAIL_SORTS = ['createdAt', 'kind', 'state'] as const

export const MailListQuery = z.object({
  ...listParameters(MAIL_SORTS, '-createdAt'),
  kind: MailKind.optional().describe('only mails of this kind'),
  orderId: IdFilter.optional().describe('only mails about this order, to whomever'),
  userId: IdFilter.optional().describe('only mails to an address that this account has, or had in an order'),
  state: oneOf('state', [...MAIL_STATES, 'unresolved'])
    .optional()
    .describe('only mails in this state; unresolved: failed in the last 7 days and not sent again'),
})
export type MailListQuery = z.infer<typeof MailListQuery>

export const CHECK_GROUPS = [
  'Configuration',
  'Database',
  'Redis',
  'Payments',
  'Mail',
  'Site',
  'Files',
  'Backups',
  'Demo',
] as const

export const DoctorLine = z.object({
  group: z.enum(CHECK_GROUPS),
  name: z.string(),
  state: z.enum(['ok', 'fault', 'unset']).describe('unset: not set up, or not known yet'),
  text: z.string().describe('what was found; never a secret'),
  advice: z.string().nullable().describe('what to do about a fault'),
})
export type DoctorLine = z.infer<typeof DoctorLine>

export const DoctorReport = z.object({ checkedAt: z.string(), lines: z.array(DoctorLine) })
export type DoctorReport = z.infer<typeof DoctorReport>
