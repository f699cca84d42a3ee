/** Mails imported customers a link to choose a password, when an admin asks for it. */
import type { Knex } from 'knex'
import { Import, ImportedUser } from '../../../db/models/import.ts'
import { User } from '../../../db/models/user.ts'
import type { Services } from '../../app-type.ts'
import { NotFound } from '../../base/errors.ts'
import {
  type IMPORTED_CUSTOMER_SORTS,
  type ImportDetail,
  type ImportedCustomerListQuery,
  ImportedPerson,
  type SendLinksBody,
} from '../../contract/imports.ts'
import { toWire } from '../../http/to-wire.ts'
import { byAlphabet, fetchPage, type SortExpressions } from '../../lists/list.ts'
import { whereFound } from '../../lists/search.ts'
import type { Actor } from '../../plugins/guards.ts'
import { recordEdit } from '../audit/record.ts'
import { NO_PASSWORD } from '../auth/passwords/passwords.ts'
import { queueMails } from '../mail/outbox.ts'

/** A limit, so that mails about money do not wait behind thousands of links. */
const LINKS_A_MINUTE = 300

/** SQL: the account has no password yet, and may be signed in to. */
const IS_OPEN = `email_verified_at IS NULL AND password_hash = 'none' AND disabled_at IS NULL`
const IS_WAITING = `link_asked_at > coalesce(link_sent_at, '-infinity')`

/**
 * Marks customers to be mailed a link, and queues the first mails right away.
 * @param body without `userIds`: all customers of the import who have got no link
 * @returns their number
 * @throws NotFound
 */
export async function askForLinks(
  services: Services,
  importId: number,
  { userIds, isAgain = false, admin }: SendLinksBody & { admin: Actor },
): Promise<number> {
  const { db } = services
  const asked = await db.transaction(async (trx) => {
    await admin.holdRight(trx)
    if (!(await Import.query(trx).findById(importId))) throw new NotFound('Import')
    const query = ImportedUser.query(trx)
      .where({ importId })
      .whereIn('userId', User.query(trx).whereRaw(IS_OPEN).select('id'))
    if (userIds) query.whereIn('userId', userIds)
    // Customers whose link is still waiting to be queued are left out, too.
    if (userIds && isAgain) query.whereRaw(`NOT coalesce(${IS_WAITING}, false)`)
    else query.whereNull('linkAskedAt')
    const count = await query.patch({ linkAskedAt: new Date() })
    const about = { actorId: admin.id, subjectId: importId, label: `Import ${importId}` }
    if (count > 0) {
      await recordEdit(trx, { ...about, subject: 'import' }, { signInLinks: null }, { signInLinks: count })
    }
    return count
  })
  await sendNextLinks(services)
  return asked
}

/** Queues the mails of the customers who have waited longest. Called every minute. */
export async function sendNextLinks({ db, jobs }: Services): Promise<void> {
  await db.transaction(async (trx) => {
    const next = await ImportedUser.query(trx)
      .whereRaw(IS_WAITING)
      .orderBy(['linkAskedAt', 'userId'])
      .limit(LINKS_A_MINUTE)
      .forUpdate()
      .skipLocked()
    if (next.length === 0) return
    const userIds = next.map(({ userId }) => userId)
    const mails = userIds.map((userId) => ({ kind: 'invitation' as const, payload: { userId } }))
    await queueMails(jobs, trx, mails)
    await ImportedUser.query(trx).whereIn('userId', userIds).patch({ linkSentAt: new Date() })
  })
}

export async function countLinks(db: Knex, importId: number): Promise<ImportDetail['links']> {
  const { rows } = await db.raw<{ rows: [ImportDetail['links']] }>(
    `SELECT count(*) FILTER (WHERE link_asked_at IS NULL AND ${IS_OPEN})::int AS unsent,
       count(*) FILTER (WHERE ${IS_WAITING})::int AS waiting,
       count(*) FILTER (WHERE link_sent_at IS NOT NULL)::int AS sent
     FROM imported_users JOIN users ON users.id = user_id WHERE import_id = ?`,
    [importId],
  )
  return rows[0]
}

const SORTS: SortExpressions<(typeof IMPORTED_CUSTOMER_SORTS)[number]> = {
  lastName: [byAlphabet('users.last_name'), byAlphabet('users.first_name'), 'users.id'],
  email: ['lower(users.email)'],
}

/** Customers who were erased are not listed, because their rows were deleted. */
export async function listImportedPeople(db: Knex, importId: number, list: ImportedCustomerListQuery) {
  const userIds = ImportedUser.query(db).where({ importId }).select('userId')
  const query = User.query(db).whereIn('users.id', userIds)
  whereFound(query, 'users', list.q)
  const { rows, total } = await fetchPage(query, list, SORTS)
  const imported = await ImportedUser.query(db).findByIds(rows.map(({ id }) => id))
  const byId = new Map(imported.map((one) => [one.userId, one]))
  return { rows: rows.map((user) => toWirePerson(user, byId.get(user.id))), total }
}

function toWirePerson(user: User, imported: ImportedUser | undefined): ImportedPerson {
  const linkSentAt = imported?.linkSentAt ?? null
  return toWire(ImportedPerson, { ...user, linkSentAt, link: describeLink(user, imported) })
}

function describeLink(
  { disabledAt, emailVerifiedAt, passwordHash }: User,
  imported: ImportedUser | undefined,
): ImportedPerson['link'] {
  if (disabledAt) return 'disabled'
  if (emailVerifiedAt || passwordHash !== NO_PASSWORD) return 'used'
  if (!imported?.linkAskedAt) return 'unsent'
  return imported.linkSentAt && imported.linkSentAt >= imported.linkAskedAt ? 'sent' : 'waiting'
}
