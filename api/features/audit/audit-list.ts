import type { Knex } from 'knex'
import type { QueryBuilder } from 'objection'
import { AuditEntry } from '../../../db/models/audit-entry.ts'
import { User } from '../../../db/models/user.ts'
import type {
  AUDIT_SORTS,
  AuditChange,
  AuditListQuery,
  AuditEntry as WireEntry,
} from '../../contract/audit.ts'
import { fetchPage, type Page, type SortExpressions } from '../../lists/list.ts'
import { toPatterns, USER } from '../../lists/search.ts'

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
  for (const pattern of toPatterns(list.q)) await whereFound(db, query, pattern)
  const { rows, total } = await fetchPage(query, list, SORTS)
  return { rows: rows.map(toWireEntry), total }
}

/**
 * Searches by the subject or by who made the change. The people are looked up first: given their ids, the database can
 * estimate how many entries are theirs and choose the right index.
 */
async function whereFound(
  db: Knex,
  query: QueryBuilder<AuditEntry, AuditEntry[]>,
  pattern: string,
): Promise<void> {
  const actors = await User.query(db)
    .select('users.id')
    .whereRaw(`${USER} ILIKE ?`, pattern)
    .whereExists(AuditEntry.query(db).whereColumn('audit_log.actorId', 'users.id'))
  query.where((either) => {
    either.whereRaw('audit_log.search_text LIKE lower(?)', pattern)
    if (actors.length > 0) {
      either.orWhereIn(
        'audit_log.actorId',
        actors.map(({ id }) => id),
      )
    }
  })
}

function toWireEntry({ actorId, actor, createdAt, changes, ...entry }: AuditEntry): WireEntry {
  if (!actor) throw new Error(`Audit entry ${entry.id} lacks its actor`)
  return {
    ...entry,
    createdAt: createdAt.toISOString(),
    actor: { id: actorId, firstName: actor.firstName, lastName: actor.lastName },
    // Only recordChange writes them.
    changes: changes as AuditChange[],
  }
}
