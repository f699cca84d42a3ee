import type { Knex } from 'knex'
import type { MailKind, MailPayloads } from '#api/contract/operations/mail-kinds.ts'
import type { Jobs } from '#api/platform/jobs/jobs.ts'
import { OutboxMessage } from '#db/models/platform/outbox-message.ts'

interface QueueOptions {
  /** Earliest time of sending. */
  afterSeconds?: number
  /** Id of the mail that this one resends. */
  resends?: number
}

/** Queues a mail in the transaction: it is sent if and only if the transaction commits. @returns its row's id in the outbox */
export async function queueMail<Kind extends MailKind>(
  jobs: Jobs,
  trx: Knex.Transaction,
  kind: Kind,
  payload: MailPayloads[Kind],
  { afterSeconds, resends }: QueueOptions = {},
): Promise<number> {
  const { id } = await OutboxMessage.query(trx)
    .insert({ kind, payload, ...(resends !== undefined && { resends }) })
    .returning('id')
  await jobs.send(trx, 'mail', { outboxId: id }, { startAfterSeconds: afterSeconds })
  return id
}

type Mail = { [Kind in MailKind]: { kind: Kind; payload: MailPayloads[Kind] } }[MailKind]

export async function queueMails(
  jobs: Jobs,
  trx: Knex.Transaction,
  mails: Mail[],
  { afterSeconds }: Pick<QueueOptions, 'afterSeconds'> = {},
): Promise<void> {
  const rows = await OutboxMessage.query(trx).insert(mails).returning('id')
  const data = rows.map(({ id }) => ({ outboxId: id }))
  await jobs.sendAll(trx, 'mail', data, { startAfterSeconds: afterSeconds })
}

/** Queued mails of this kind that no job has begun to send. @param about fields that the payload must hold */
function findWaitingMails<Kind extends MailKind>(
  trx: Knex.Transaction,
  kind: Kind,
  about: Partial<MailPayloads[Kind]>,
) {
  return OutboxMessage.query(trx)
    .where({ kind, state: 'queued', attempts: 0, resends: null })
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

/** Deletes all such waiting mails. @returns their payloads */
export async function takeBackMails<Kind extends MailKind>(
  trx: Knex.Transaction,
  kind: Kind,
  about: Partial<MailPayloads[Kind]>,
): Promise<MailPayloads[Kind][]> {
  const deleted = await findWaitingMails(trx, kind, about).delete().returning('payload')
  return deleted.map(({ payload }) => payload as MailPayloads[Kind])
}

/**
 * Queues nothing if such a mail is still waiting: that one will be written from the newer state.
 * @param options `about`: fields of the payload that identify a waiting mail
 */
export async function queueMailUnlessWaiting<Kind extends MailKind>(
  jobs: Jobs,
  trx: Knex.Transaction,
  kind: Kind,
  payload: MailPayloads[Kind],
  { about, ...options }: QueueOptions & { about: Partial<MailPayloads[Kind]> },
): Promise<void> {
  if (!(await isMailWaiting(trx, kind, about))) await queueMail(jobs, trx, kind, payload, options)
}

/** Queues at most one mail of this kind per order and hour. Call it while holding the order's row lock. */
export async function queueMailOnceAnHour<Kind extends MailKind>(
  jobs: Jobs,
  trx: Knex.Transaction,
  kind: Kind,
  payload: MailPayloads[Kind] & { orderId: number },
): Promise<void> {
  const recent = await OutboxMessage.query(trx)
    .where({ kind })
    .whereRaw(`payload ->> 'orderId' = ? AND created_at > now() - interval '1 hour'`, String(payload.orderId))
    .first()
  if (!recent) await queueMail(jobs, trx, kind, payload)
}
