/** The job that sends a mail: at least once, and with the same message id on every try. */
import type { Knex } from 'knex'
import { raw } from 'objection'
import { brand } from '#api/content/content.ts'
import type { MailKind } from '#api/contract/operations/jobs.ts'
import type { Services } from '#api/platform/app-type.ts'
import { OutboxMessage } from '#db/models/platform/outbox-message.ts'
import { NotApplicable, type WrittenMail } from './content.ts'
import type { MailPayloads } from './outbox.ts'
import { admitMail } from './recipient-limits.ts'
import { renderHtml, renderText } from './render.ts'
import { type Mailer, MailRefused } from './transport.ts'
import { toOneLine } from './words.ts'
import type { MailContext, MailWriters } from './writer.ts'

const [, DOMAIN] = brand.sender.address.split('@')
const LONGEST_REASON = 500

export const messageIdOf = ({ messageId }: Pick<OutboxMessage, 'messageId'>) => `<${messageId}@${DOMAIN}>`

interface Delivering extends Pick<Services, 'db' | 'env'> {
  mailer: Mailer
  writers: MailWriters
  /** Called where the receiving server has refused a mail for good, in the transaction that records it. */
  onRefused: (trx: Knex.Transaction, mail: OutboxMessage) => Promise<void>
}

/** @throws Error where the mail is to be tried again. A mail that is refused for good or no longer needed is recorded as such. */
export async function deliverMail({ mailer, writers, onRefused, ...services }: Delivering, outboxId: number) {
  const { db, env } = services
  // Counted before the mail is written: from now on it no longer counts as waiting, and a later change queues another one.
  const [row] = await OutboxMessage.query(db)
    .where({ id: outboxId, state: 'queued' })
    .patch({ attempts: raw('attempts + 1') })
    .returning(['id', 'messageId', 'kind', 'payload', 'toEmail', 'resends'])
  if (!row) return
  let written: Partial<OutboxMessage> = {}
  try {
    const { to, replyTo, ...content } = await write(writers, row, services)
    // The limits of a mailbox do not apply to a mail that an admin sends again.
    if (row.resends === null) await admitMail(db, row, to.address)
    const subject = toOneLine(content.subject)
    written = { toEmail: to.address, subject }
    await mailer.send({
      messageId: messageIdOf(row),
      to,
      ...(replyTo && { replyTo }),
      subject,
      text: renderText(content),
      html: renderHtml(content, env.publicOrigin),
    })
    await end(db, row, { ...written, sentAt: new Date(), lastError: null })
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error)
    const lastError = toOneLine(reason).slice(0, LONGEST_REASON)
    if (error instanceof NotApplicable) {
      const { toEmail = row.toEmail } = error
      return await end(db, row, { skippedAt: new Date(), lastError, toEmail })
    }
    if (error instanceof MailRefused) {
      return await db.transaction(async (trx) => {
        await end(trx, row, { ...written, failedAt: new Date(), lastError })
        await onRefused(trx, row)
      })
    }
    await patch(db, row, { ...written, lastError })
    throw error
  }
}

function write<Kind extends MailKind>(
  writers: MailWriters,
  row: OutboxMessage,
  services: MailContext['services'],
): Promise<WrittenMail> {
  // queueMail alone writes these columns, with the payload of the kind.
  const kind = row.kind as Kind
  const payload = row.payload as MailPayloads[Kind]
  return writers[kind](payload, { services, outboxId: row.id, messageId: row.messageId })
}

/** Ends a mail. The mail that confirms an erasure leaves no address behind. */
async function end(db: Knex, row: OutboxMessage, fields: Partial<OutboxMessage>): Promise<void> {
  const isLast = row.kind === 'account_erased'
  await patch(db, row, isLast ? { ...fields, payload: {}, toEmail: null, lastError: null } : fields)
}

/** Changes nothing where another process has ended the mail in the meantime. */
async function patch(db: Knex, { id }: OutboxMessage, fields: Partial<OutboxMessage>): Promise<void> {
  await OutboxMessage.query(db).where({ id, state: 'queued' }).patch(fields)
}
