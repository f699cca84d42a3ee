/** Searches the audit log, for admins: who changed what. */

import type { Knex } from 'knex'
import type { QueryBuilder } from 'objection'
import { type AuditChange, AuditListQuery, AuditEntry as WireEntry } from '#api/contract/platform/audit.ts'
import { HAS_USER } from '#api/people/auth/account.ts'
import { toWire } from '#api/platform/http/to-wire.ts'
import { defineList } from '#api/platform/lists/define-list.ts'
import { countMatches, whereGiven } from '#api/platform/lists/list.ts'
import { containsWord, rowContainsWord, splitWords } from '#api/platform/lists/search.ts'
import { LARGEST_TOTAL } from '#api/rules/list-total.ts'
import { AuditEntry } from '#db/models/people/audit-entry.ts'
import { User } from '#db/models/people/user.ts'

/** If a word matches more people, only entries of the oldest accounts are found. */
const MOST_PEOPLE = 1_000
/**
 * Up to this many entries are looked up and then sorted. With five million entries that takes 0.1 s; reading them in order until
 * a page is full takes seconds.
 */
const FEW_ENTRIES = 30_000
const isEntryOf = (holds: string, ids: string) => `(${holds} OR audit_log.actor_id = ANY(${ids})
  OR (audit_log.subject = 'user' AND audit_log.subject_id = ANY(${ids})))`
/** SQL for few matches. Hides the ids in a subquery: the planner then uses the indexes instead of reading the whole log. */
const IS_LOOKED_UP = isEntryOf(
  containsWord('audit_log.search_text'),
  'ARRAY(SELECT unnest(CAST(:ids AS integer[])))',
)
/** SQL for many matches: reads the log in the list's order, checking each entry, until a page is full. */
const IS_COMPARED = isEntryOf(rowContainsWord('audit_log.search_text'), 'CAST(:ids AS integer[])')

/**
 * Narrows the log down to entries whose subject, actor or account matches each word of `q`.
 * @returns up to how many entries are looked up and then sorted
 */
async function whereEntriesFound(query: QueryBuilder<AuditEntry, AuditEntry[]>, q: string): Promise<number> {
  let most = LARGEST_TOTAL
  for (const word of splitWords(q)) {
    const ids = await findPeople(query.knex(), word)
    const lookedUp = AuditEntry.query(query.knex()).whereRaw(IS_LOOKED_UP, { word, ids })
    const isOfFew = (await countMatches(lookedUp.select('audit_log.id'), FEW_ENTRIES)) <= FEW_ENTRIES
    if (isOfFew) most = FEW_ENTRIES
    query.whereRaw(isOfFew ? IS_LOOKED_UP : IS_COMPARED, { word, ids })
  }
  return most
}

async function findPeople(db: Knex, word: string): Promise<number[]> {
  const people = User.query(db).whereRaw(HAS_USER, { word }).select('users.id')
  let found = await people.clone().limit(MOST_PEOPLE + 1)
  // Sorts only for common words: for a rare one, PostgreSQL would read all accounts in this order.
  if (found.length > MOST_PEOPLE) found = await people.orderBy('users.id').limit(MOST_PEOPLE)
  return found.map(({ id }) => id)
}

export const auditList = defineList({
  query: AuditListQuery,
  row: WireEntry,
  select: (db) => AuditEntry.query(db).withGraphFetched('[actor, details]'),
  sorts: {
    createdAt: ['audit_log.created_at', 'audit_log.id'],
    subject: ['audit_log.subject', 'audit_log.created_at', 'audit_log.id'],
  },
  filter: (query, { subject, action, subjectId, actorId }) =>
    whereGiven(query, { subject, action, subjectId, actorId }),
  search: whereEntriesFound,
  toRows: async (entries: AuditEntry[], db) => {
    const emails = await findEmails(db, entries)
    return entries.map((entry) => toWireEntry(entry, emails))
  },
})

/** Finds the current e-mails of users that entries name only by id. */
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
    // Only recordChange writes these columns, as AuditChange.
    changes: [...(details?.changes ?? []), ...changes] as AuditChange[],
  })
}
