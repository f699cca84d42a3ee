/** The addresses that get notifications by mail (docs/product/back-office.md, Notifications). */
import type { Knex } from 'knex'
import { raw } from 'objection'
import { refuse } from '../../../db/connection/unique-violation.ts'
import { NotificationRecipient } from '../../../db/models/notification.ts'
import type { Services } from '../../app-type.ts'
import { Conflict, DomainError, getFound, NotFound } from '../../base/errors.ts'
import {
  type NotificationKind,
  NotificationRecipient as WireRecipient,
} from '../../contract/notifications.ts'
import { toWire } from '../../http/to-wire.ts'
import { hashToken } from '../../http/token-hash.ts'
import type { Actor } from '../../plugins/guards.ts'
import { recordEdit } from '../audit/record.ts'
import { queueMail } from '../mail/outbox.ts'

/** SQL: the recipient is the verified address of an admin who may sign in. Not stored, so that a former admin gets no mails. */
const IS_OWN = `EXISTS (SELECT FROM users WHERE lower(users.email) = lower(recipients.email)
  AND is_admin AND disabled_at IS NULL AND email_verified_at IS NOT NULL)`
/** SQL: the recipient gets mails. */
export const IS_ACTIVE = `(recipients.confirmed_at IS NOT NULL OR ${IS_OWN})`

type Listed = NotificationRecipient & { isOwn: boolean }

function selectRecipients(db: Knex) {
  return NotificationRecipient.query(db)
    .alias('recipients')
    .select('recipients.*', raw(IS_OWN).as('isOwn'))
    .orderBy('recipients.id')
    .castTo<Listed[]>()
}

/** @returns undefined for a recipient that was removed or is not confirmed */
export async function findActive(db: Knex, id: number): Promise<NotificationRecipient | undefined> {
  return await NotificationRecipient.query(db)
    .alias('recipients')
    .where('recipients.id', id)
    .whereRaw(IS_ACTIVE)
    .first()
}

export async function listRecipients(db: Knex): Promise<WireRecipient[]> {
  return (await selectRecipients(db)).map(toWireRecipient)
}

const TAKEN = 'This address is on the list already'

/** What the first admin is mailed about without having asked for it: sales, money and disputes. */
const KINDS_OF_FIRST_ADMIN: readonly NotificationKind[] = [
  'order_paid',
  'stray_money',
  'dispute',
  'refund_failed',
]

/**
 * Mails go to the first admin once they have chosen a password, which verifies the address. Not audited: the audit log has an
 * entry about the account.
 */
export async function addFirstAdmin(trx: Knex.Transaction, email: string): Promise<void> {
  if (await NotificationRecipient.query(trx).whereRaw('lower(email) = lower(?)', email).first()) return
  await NotificationRecipient.query(trx).insert({ email, kinds: [...KINDS_OF_FIRST_ADMIN] })
}

/** An address that is not an admin's is mailed a link to confirm it. @throws Conflict address_taken */
export async function addRecipient(
  { db, jobs }: Services,
  fields: { email: string; kinds: NotificationKind[] },
  by: Actor,
): Promise<WireRecipient> {
  return db
    .transaction(async (trx) => {
      await by.holdRight(trx)
      const { id } = await NotificationRecipient.query(trx).insert(fields).returning('id')
      await recordEdit(trx, about(id, by), undefined, fields)
      const added = await getListed(trx, id)
      if (!added.isOwn) await queueMail(jobs, trx, 'confirm_recipient', { recipientId: id })
      return toWireRecipient(added)
    })
    .catch(refuse('notification_recipients_email_key', () => new Conflict('address_taken', TAKEN)))
}

/** @throws NotFound */
export async function changeRecipient(
  db: Knex,
  { id, kinds }: { id: number; kinds: NotificationKind[] },
  by: Actor,
): Promise<WireRecipient> {
  return await db.transaction(async (trx) => {
    await by.holdRight(trx)
    const before = await lockRecipient(trx, id)
    await NotificationRecipient.query(trx).findById(id).patch({ kinds })
    await recordEdit(trx, about(id, by), { kinds: before.kinds }, { kinds })
    return toWireRecipient(await getListed(trx, id))
  })
}

/** @throws NotFound */
export async function removeRecipient(db: Knex, id: number, by: Actor): Promise<void> {
  await db.transaction(async (trx) => {
    await by.holdRight(trx)
    const { email, kinds } = await lockRecipient(trx, id)
    await NotificationRecipient.query(trx).deleteById(id)
    await recordEdit(trx, about(id, by), { email, kinds }, undefined)
  })
}

/** Needs no session: the link proves the address. @throws DomainError recipient_link_invalid */
export async function confirmRecipient(db: Knex, token: string): Promise<{ email: string }> {
  const [confirmed] = await NotificationRecipient.query(db)
    .where({ tokenHash: hashToken(token) })
    .where('tokenExpiresAt', '>', db.fn.now())
    .patch({ confirmedAt: new Date(), tokenHash: null, tokenExpiresAt: null })
    .returning('email')
    .castTo<NotificationRecipient[]>()
  if (confirmed) return { email: confirmed.email }
  throw new DomainError(
    400,
    'recipient_link_invalid',
    'This link has been used or has expired, or the address was taken off the list.',
  )
}

function lockRecipient(trx: Knex.Transaction, id: number): Promise<NotificationRecipient> {
  return getFound(NotificationRecipient.query(trx).findById(id).forUpdate(), 'Recipient')
}

async function getListed(db: Knex, id: number): Promise<Listed> {
  const [listed] = await selectRecipients(db).where('recipients.id', id)
  if (!listed) throw new NotFound('Recipient')
  return listed
}

const about = (id: number, { id: actorId, ipAddress }: Actor) =>
  ({ actorId, ipAddress, subject: 'recipient', subjectId: id, label: `Recipient ${id}` }) as const

function toWireRecipient(listed: Listed): WireRecipient {
  const { kinds, confirmedAt, isOwn } = listed
  const state = isOwn ? 'own' : confirmedAt ? 'confirmed' : 'waiting'
  return toWire(WireRecipient, { ...listed, kinds: kinds as NotificationKind[], state })
}
