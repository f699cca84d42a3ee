import type { Knex } from 'knex'
import type { MailKind, MailPayloads } from '#api/contract/operations/mail-kinds.ts'
import type { Jobs } from '#api/platform/jobs/jobs.ts'
import { OutboxMessage } from '#db/models/platform/outbox-message.ts'

interface QueueOptions {
  /** The mail is sent no earlier than this. */
  afterSeconds?: number
  /** The mail that this one sends again. */
  resends?: number
}

/** Sends a mail if, and only if, the transaction commits. @returns the id of its row in the outbox */
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

/** Queues several mails by one statement. */
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

/** Queued mails of the kind whose sending has not begun. @param about what their payloads hold */
function findWaitingMails<Kind extends MailKind>(
  trx: Knex.Transaction,
  kind: Kind,
  about: Partial<MailPayloads[Kind]>,
) {
  return OutboxMessage.query(trx)
    .where({ kind, state: 'queued', attempts: 0, resends: null })
    .whereRaw('payload @> ?', JSON.stringify(about))
}

/** Whether such a mail waits. It is locked, so that it is not written before this transaction ends. */
export async function isMailWaiting<Kind extends MailKind>(
  trx: Knex.Transaction,
  kind: Kind,
  about: Partial<MailPayloads[Kind]>,
): Promise<boolean> {
  return (await findWaitingMails(trx, kind, about).forUpdate().first()) !== undefined
}

/** Deletes all waiting mails of the kind. @returns their payloads */
export async function takeBackMails<Kind extends MailKind>(
  trx: Knex.Transaction,
  kind: Kind,
  about: Partial<MailPayloads[Kind]>,
): Promise<MailPayloads[Kind][]> {
  const deleted = await findWaitingMails(trx, kind, about).delete().returning('payload')
  return deleted.map(({ payload }) => payload as MailPayloads[Kind])
}

/**
 * Queues nothing where such a mail is still waiting: it will be written from the then current state.
 * @param options `about`: the part of the payload by which a waiting mail is recognised
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

/** Queues at most one mail of the kind an hour for each order. To be called under the order's row lock. */
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
