/** The mail log of the back office: what happened to every mail. */
import type { Knex } from 'knex'
import { MailListQuery, Mail as WireMail } from '#api/contract/operations/jobs.ts'
import type { MailKind, MailPayloads } from '#api/contract/operations/mail-kinds.ts'
import type { Services } from '#api/platform/app-type.ts'
import { recordChange } from '#api/platform/audit/record.ts'
import { findOrThrow } from '#api/platform/errors.ts'
import { toWire } from '#api/platform/http/to-wire.ts'
import { defineList } from '#api/platform/lists/define-list.ts'
import { containsWord } from '#api/platform/lists/search.ts'
import { MAIL_STATE } from '#api/rules/outgoing.ts'
import { listStatuses } from '#api/rules/statuses.ts'
import { OutboxMessage } from '#db/models/platform/outbox-message.ts'
import { queueMail } from './outbox.ts'
import { messageIdOf } from './send.ts'

/** A failed mail that has not been sent again. It leaves this list after a week; otherwise a wrong address would stay for good. */
const UNRESOLVED = `outbox.state IN (${listStatuses(MAIL_STATE, 'hasFailed')}) AND outbox.failed_at > now() - interval '7 days'
  AND NOT EXISTS (SELECT FROM outbox again WHERE again.resends = outbox.id)`

/** SQL: the order that a mail concerns, directly or by a refund or assignment. */
const ORDER_ID = `coalesce((payload ->> 'orderId')::integer,
  (SELECT order_id FROM refunds JOIN payments ON payments.id = payment_id
    WHERE refunds.id = (payload ->> 'refundId')::integer),
  (SELECT order_id FROM staff_assignments WHERE staff_assignments.id = (payload ->> 'assignmentId')::integer))`
/** SQL: whether a mail concerns the order. Each of the three conditions has an index (migrations 0015 and 0047). */
const IS_OF_ORDER = `(payload ->> 'orderId' = :id::text
  OR payload ->> 'refundId' = ANY (ARRAY(SELECT refunds.id::text FROM refunds
    JOIN payments ON payments.id = payment_id WHERE order_id = :id))
  OR payload ->> 'assignmentId' = ANY (ARRAY(SELECT id::text FROM staff_assignments WHERE order_id = :id)))`

/** SQL: whether a mail went to an address of the user. Indexed (db/migrations/0151-platform.ts). */
const IS_TO_USER = `lower(to_email) = ANY (ARRAY(SELECT lower(email) FROM users WHERE id = :id
  UNION SELECT lower(buyer ->> 'email') FROM orders WHERE user_id = :id))`

type Row = OutboxMessage & { orderId: number | null }

function selectMails(db: Knex) {
  return OutboxMessage.query(db).select('outbox.*', db.raw(`${ORDER_ID} AS order_id`))
}

export const mailList = defineList({
  query: MailListQuery,
  row: WireMail,
  select: selectMails,
  sorts: {
    createdAt: ['outbox.created_at', 'outbox.id'],
    kind: ['outbox.kind', 'outbox.created_at', 'outbox.id'],
    state: ['outbox.state', 'outbox.created_at', 'outbox.id'],
  },
  filter: (query, { orderId, userId, kind, state }) => {
    if (orderId !== undefined) query.whereRaw(IS_OF_ORDER, { id: orderId })
    if (userId !== undefined) query.whereRaw(IS_TO_USER, { id: userId })
    if (kind) query.where({ kind })
    // biome-ignore lint/plugin: a word of the filter
    if (state === 'unresolved') query.whereRaw(UNRESOLVED)
    else if (state) query.where({ state })
  },
  // Must equal the index expression of outbox_folded_idx to the letter.
  search: containsWord(`' ' || coalesce(to_email, '') || ' ' || coalesce(subject, '')`),
  toRow: toWireMail,
})

export async function countUnresolvedMails(db: Knex): Promise<number> {
  return OutboxMessage.query(db).whereRaw(UNRESOLVED).resultSize()
}

/**
 * Sends a mail again: as a new mail with its own message id, written from the current state.
 * @throws NotFound
 */
export async function resendMail({ db, jobs }: Services, { id, adminId }: { id: number; adminId: number }) {
  const resent = await db.transaction(async (trx) => {
    const mail = await findOrThrow(OutboxMessage.query(trx).findById(id), 'Mail')
    const kind = mail.kind as MailKind
    const payload = mail.payload as MailPayloads[typeof kind]
    const newId = await queueMail(jobs, trx, kind, payload, { resends: id })
    await recordChange(trx, {
      actorId: adminId,
      action: 'created',
      subject: 'mail',
      subjectId: newId,
      // Not the subject line, which may hold a person's name.
      label: kind,
      changes: [
        { field: 'kind', from: null, to: kind },
        { field: 'toEmail', from: null, to: mail.toEmail },
        { field: 'resends', from: null, to: id },
      ],
    })
    return (await selectMails(trx).findById(newId).throwIfNotFound()) as Row
  })
  return toWireMail(resent)
}

function toWireMail(mail: Row): WireMail {
  return toWire(WireMail, {
    ...mail,
    kind: mail.kind as MailKind,
    messageId: messageIdOf(mail),
    reason: mail.lastError,
    endedAt: mail.sentAt ?? mail.failedAt ?? mail.skippedAt,
  })
}
