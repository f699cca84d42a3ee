import type { Knex } from 'knex'
import type { MailKind, MailPayloads } from '#api/contract/operations/mail-kinds.ts'
import type { Jobs } from '#api/platform/jobs/jobs.ts'
import { MAIL_STATE } from '#api/rules/outgoing.ts'
import { statusesThat } from '#api/rules/statuses.ts'
import { OutboxMessage } from '#db/models/platform/outbox-message.ts'

/**
 * Queues a mail in the transaction: it is sent if and only if the transaction commits.
 * @param resends id of the mail that this one resends
 * @returns its row's id in the outbox
 */
export async function queueMail<Kind extends MailKind>(
  jobs: Jobs,
  trx: Knex.Transaction,
  kind: Kind,
  payload: MailPayloads[Kind],
  { resends }: { resends?: number } = {},
): Promise<number> {
  const { id } = await OutboxMessage.query(trx)
    .insert({ kind, payload, ...(resends !== undefined && { resends }) })
    .returning('id')
  await jobs.send(trx, 'mail', { outboxId: id })
  return id
}

/** A mail, and when it is queued. */
export type NewMail<Kinds extends MailKind = MailKind> = {
  [Kind in Kinds]: {
    kind: Kind
    payload: MailPayloads[Kind]
    /** Earliest time of sending. */
    afterSeconds?: number | undefined
    /**
     * Fields of the payload that identify a waiting mail. While one waits, this mail is not queued: that one will be written from
     * the newer state.
     */
    unlessWaiting?: Partial<MailPayloads[Kind]>
  } & (MailPayloads[Kind] extends { orderId: number }
    ? {
        /** At most one mail of this kind is queued per order and hour. Call it under the order's row lock. */
        onceAnHour?: boolean
      }
    : unknown)
}[Kinds]

/** Queues mails in the transaction, those of the same time in one statement. */
export async function queueMails(
  jobs: Jobs,
  trx: Knex.Transaction,
  mails: readonly NewMail[],
): Promise<void> {
  const wanted: NewMail[] = []
  for (const mail of mails) if (await isWanted(trx, mail)) wanted.push(mail)
  for (const [startAfterSeconds, group] of Map.groupBy(wanted, ({ afterSeconds }) => afterSeconds)) {
    const rows = await OutboxMessage.query(trx)
      .insert(group.map(({ kind, payload }) => ({ kind, payload })))
      .returning('id')
    const data = rows.map(({ id }) => ({ outboxId: id }))
    await jobs.sendAll(trx, 'mail', data, { startAfterSeconds })
  }
}

async function isWanted(trx: Knex.Transaction, mail: NewMail): Promise<boolean> {
  const { kind, unlessWaiting } = mail
  if (unlessWaiting && (await isMailWaiting(trx, kind, unlessWaiting))) return false
  return !(
    'onceAnHour' in mail &&
    mail.onceAnHour &&
    (await wasQueuedLately(trx, kind, mail.payload.orderId))
  )
}

async function wasQueuedLately(trx: Knex.Transaction, kind: MailKind, orderId: number): Promise<boolean> {
  const recent = OutboxMessage.query(trx)
    .where({ kind })
    .whereRaw(`payload ->> 'orderId' = ? AND created_at > now() - interval '1 hour'`, String(orderId))
  return (await recent.first()) !== undefined
}

/** Queued mails of this kind that no job has begun to send. @param about fields that the payload must hold */
function findWaitingMails<Kind extends MailKind>(
  trx: Knex.Transaction,
  kind: Kind,
  about: Partial<MailPayloads[Kind]>,
) {
  return OutboxMessage.query(trx)
    .where({ kind, attempts: 0, resends: null })
    .whereIn('state', statusesThat(MAIL_STATE, 'isQueued'))
    .whereRaw('payload @> ?', JSON.stringify(about))
}

/** Whether such a mail is waiting. Locks it, so that it is not written before this transaction ends. */
export async function isMailWaiting<Kind extends MailKind>(
  trx: Knex.Transaction,
  kind: Kind,
  about: Partial<MailPayloads[Kind]>,
): Promise<boolean> {
  return (await findWaitingMails(trx, kind, about).forUpdate().first()) !== undefined
}

/** Sends all such waiting mails now. The job that waits for each will find it sent. */
export async function hurryMails<Kind extends MailKind>(
  jobs: Jobs,
  trx: Knex.Transaction,
  kind: Kind,
  about: Partial<MailPayloads[Kind]>,
): Promise<void> {
  const waiting = await findWaitingMails(trx, kind, about).select('id')
  const data = waiting.map(({ id }) => ({ outboxId: id }))
  if (data.length > 0) await jobs.sendAll(trx, 'mail', data)
}

/** Deletes all such waiting mails. @returns their payloads */
export async function deleteWaitingMails<Kind extends MailKind>(
  trx: Knex.Transaction,
  kind: Kind,
  about: Partial<MailPayloads[Kind]>,
): Promise<MailPayloads[Kind][]> {
  const deleted = await findWaitingMails(trx, kind, about).delete().returning('payload')
  return deleted.map(({ payload }) => payload as MailPayloads[Kind])
}
