import * as z from 'zod'
import { IdFilter, listParameters, oneOf } from './lists.ts'
import { PersonName } from './person-name.ts'

export const AUDIT_SUBJECTS = [
  'order',
  'user',
  'package',
  'category',
  'coupon',
  'registration',
  'assignment',
  'payment',
  'refund',
  'webhook',
  'webhook_endpoint',
  'job',
  'mail',
  'recipient',
  'embed_origin',
  'import',
  'saved_reply',
  'api_key',
  'review',
  'offer',
] as const
export const AuditSubject = oneOf('subject', AUDIT_SUBJECTS)
export type AuditSubject = z.infer<typeof AuditSubject>

/** The last five are events that do not change data. */
export const AUDIT_ACTIONS = [
  'created',
  'updated',
  'removed',
  'signed_in',
  'sign_in_failed',
  'second_factor_failed',
  'signed_out',
  'exported',
] as const
export const AuditAction = oneOf('action', AUDIT_ACTIONS)
export type AuditAction = z.infer<typeof AuditAction>

/** Null: no value before or after the change. Money is a decimal string in the currency of its subject. */
const AuditValue = z.union([z.string(), z.number(), z.boolean(), z.array(z.string()), z.null()])
export type AuditValue = z.infer<typeof AuditValue>

export const AuditChange = z.object({ field: z.string(), from: AuditValue, to: AuditValue })
export type AuditChange = z.infer<typeof AuditChange>

/** Records who changed what, signed in or out, or downloaded a list. Entries are never changed or deleted. */
export const AuditEntry = z.object({
  id: z.int(),
  createdAt: z.string(),
  actor: PersonName.nullable().describe('null where nobody was signed in'),
  apiKeyId: z.int().nullable().describe('of the API key that did it in the name of the actor'),
  action: AuditAction,
  subject: AuditSubject,
  subjectId: z.int().nullable().describe('null for a whole list or an unknown account'),
  subjectLabel: z.string().describe('what it was called then; a user: the e-mail of today'),
  ipAddress: z.string().nullable().describe('of the caller, for security events'),
  changes: z.array(AuditChange),
})
export type AuditEntry = z.infer<typeof AuditEntry>

export const AUDIT_SORTS = ['createdAt', 'subject'] as const

export const AuditListQuery = z.object({
  ...listParameters(AUDIT_SORTS, '-createdAt'),
  subject: AuditSubject.optional().describe('only entries about this kind of thing'),
  action: AuditAction.optional().describe('only entries of this action'),
  subjectId: IdFilter.optional().describe('only entries about the thing of this id; together with subject'),
  actorId: IdFilter.optional().describe('only entries of what this user has done'),
})
export type AuditListQuery = z.infer<typeof AuditListQuery>
