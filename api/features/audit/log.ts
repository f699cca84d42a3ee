import type { Knex } from 'knex'
import { AuditEntry } from '../../../db/models/audit-entry.ts'
import type {
  AUDIT_SORTS,
  AuditChange,
  AuditListQuery,
  AuditEntry as WireEntry,
} from '../../contract/audit.ts'
import { fetchPage, type Page, type SortExpressions } from '../admin/list.ts'
import { whereFound } from '../admin/search.ts'

const SORTS: SortExpressions<(typeof AUDIT_SORTS)[number]> = {
  createdAt: ['audit_log.created_at', 'audit_log.id'],
  subject: ['audit_log.subject', 'audit_log.created_at', 'audit_log.id'],
}

export async function listAuditEntries(db: Knex, list: AuditListQuery): Promise<Page<WireEntry>> {
  const query = AuditEntry.query(db).withGraphFetched('actor')
  const { subject, subjectId, actorId } = list
  if (subject) query.where({ subject })
  if (subjectId !== undefined) query.where({ subjectId })
  if (actorId !== undefined) query.where({ actorId })
  whereFound(query, 'auditLog', list.q)
  const { rows, total } = await fetchPage(query, list, SORTS)
  return { rows: rows.map(toWireEntry), total }
}

function toWireEntry({ actorId, actor, createdAt, changes, ...entry }: AuditEntry): WireEntry {
  if (!actor) throw new Error(`Audit entry ${entry.id} lacks its actor`)
  return {
    ...entry,
    createdAt: createdAt.toISOString(),
    actor: { id: actorId, firstName: actor.firstName, lastName: actor.lastName },
    // Written by recordChange alone, which takes nothing else.
    changes: changes as AuditChange[],
  }
}
