import * as z from 'zod'
import { IdFilter, listParameters, oneOf } from './paging.ts'

export const MAIL_KINDS = [
  'order_confirmation',
  'welcome',
  'payment_failed',
  'answers_received',
  'status_changed',
  'refund_receipt',
  'assignment',
  'answers_in',
  'work_finished',
  'password_reset',
  'invitation',
  'confirm_email',
  'address_change',
  'password_guesses',
  'account_notice',
  'account_erased',
  'notification',
  'confirm_recipient',
] as const
export const MailKind = oneOf('kind', MAIL_KINDS)
export type MailKind = z.infer<typeof MailKind>

export const MAIL_STATES = ['queued', 'sent', 'failed', 'skipped'] as const
export const MailState = oneOf('state', MAIL_STATES)
export type MailState = z.infer<typeof MailState>

/** A mail as admins see it: its delivery, never its text. */
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
  state: oneOf('state', [...MAIL_STATES, 'unresolved'])
    .optional()
    .describe('only mails in this state; unresolved: failed in the last 7 days and not sent again'),
})
export type MailListQuery = z.infer<typeof MailListQuery>
