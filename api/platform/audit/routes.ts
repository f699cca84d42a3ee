import type { Knex } from 'knex'
import * as z from 'zod'
import {
  type AUDIT_SORTS,
  type AuditChange,
  AuditListQuery,
  AuditEntry as WireEntry,
} from '#api/contract/platform/audit.ts'
import type { App, Services } from '#api/platform/app-type.ts'
import { call } from '#api/platform/http/call.ts'
import { toWire } from '#api/platform/http/to-wire.ts'
import { fetchPage, type Page, type SortExpressions, sendPage, whereGiven } from '#api/platform/lists/list.ts'
import { FEW_ENTRIES, whereEntriesFound } from '#api/platform/lists/search.ts'
import { AuditEntry } from '#db/models/people/audit-entry.ts'
import { User } from '#db/models/people/user.ts'

export function auditAdminRoutes(app: App, { db }: Services): void {
  call(app, 'GET /admin/audit-log', {
    access: 'admin',
    operationId: 'listAuditEntries',
    summary: 'Who changed what, newest first',
    description: 'Changes by admins and staff, and events of accounts. Nobody can change an entry.',
    querystring: AuditListQuery,
    response: z.array(WireEntry),
    handler: async (request, reply) => sendPage(reply, await listAuditEntries(db, request.query)),
  })
}

const SORTS: SortExpressions<(typeof AUDIT_SORTS)[number]> = {
  createdAt: ['audit_log.created_at', 'audit_log.id'],
  subject: ['audit_log.subject', 'audit_log.created_at', 'audit_log.id'],
}

async function listAuditEntries(db: Knex, list: AuditListQuery): Promise<Page<WireEntry>> {
  const query = AuditEntry.query(db).withGraphFetched('[actor, details]')
  const { subject, action, subjectId, actorId } = list
  whereGiven(query, { subject, action, subjectId, actorId })
  await whereEntriesFound(query, list.q)
  const { rows, total } = await fetchPage(query, list, SORTS, list.q === undefined ? undefined : FEW_ENTRIES)
  const emails = await findEmails(db, rows)
  return { rows: rows.map((entry) => toWireEntry(entry, emails)), total }
}

/** The current e-mails of the users that entries of accounts name by their id. */
async function findEmails(db: Knex, entries: AuditEntry[]): Promise<Map<number | null, string>> {
  const userIds = entries.flatMap(({ subject, subjectId }) =>
    subject === 'user' && subjectId !== null ? [subjectId] : [],
  )
  const users = await User.query(db).findByIds(userIds).select('id', 'email')
  return new Map(users.map(({ id, email }) => [id, email]))
}

function toWireEntry(entry: AuditEntry, emails: Map<number | null, string>): WireEntry {
  const { actor = null, details, subjectLabel, subjectId, changes } = entry
  return toWire(WireEntry, {
    ...entry,
    actor,
    subjectLabel: subjectLabel ?? emails.get(subjectId) ?? 'No such account',
    ipAddress: details?.ipAddress ?? null,
    // recordChange alone writes these columns, as AuditChange.
    changes: [...(details?.changes ?? []), ...changes] as AuditChange[],
  })
}
