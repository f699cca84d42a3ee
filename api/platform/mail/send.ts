/** The job that sends a mail: at least once, with the same message id on every attempt. */
import type { Knex } from 'knex'
import { raw } from 'objection'
import { brand } from '#api/content/content.ts'
import type { MailKind, MailPayloads } from '#api/contract/operations/mail-kinds.ts'
import type { Services } from '#api/platform/app-type.ts'
import { MAIL_STATE } from '#api/rules/outgoing.ts'
import { statusesThat } from '#api/rules/statuses.ts'
import { OutboxMessage } from '#db/models/platform/outbox-message.ts'
import { NotApplicable, type WrittenMail } from './content.ts'
import type { Mails } from './definition.ts'
import { admitMail } from './recipient-limits.ts'
import { renderHtml, renderText } from './render.ts'
import { type Mailer, MailRefused } from './transport.ts'
import { toOneLine } from './words.ts'
import type { MailContext } from './writer.ts'

const [, DOMAIN] = brand.sender.address.split('@')
const LONGEST_REASON = 500

export const messageIdOf = ({ messageId }: Pick<OutboxMessage, 'messageId'>) => `<${messageId}@${DOMAIN}>`

interface Delivering extends Pick<Services, 'db' | 'env'> {
  mailer: Mailer
  mails: Mails
  /** Called in the transaction that records a permanent refusal by the receiving server. */
  onRefused: (trx: Knex.Transaction, mail: OutboxMessage) => Promise<void>
}

const QUEUED = statusesThat(MAIL_STATE, 'isQueued')

/** @throws Error if the mail should be retried. A mail that is refused for good or no longer needed is recorded as such. */
export async function deliverMail({ mailer, mails, onRefused, ...services }: Delivering, outboxId: number) {
  const { db, env } = services
  // Counted before the mail is written: it stops counting as waiting, so a later change queues another one.
  const [row] = await OutboxMessage.query(db)
    .where({ id: outboxId })
    .whereIn('state', QUEUED)
    .patch({ attempts: raw('attempts + 1') })
    .returning(['id', 'messageId', 'kind', 'payload', 'toEmail', 'resends'])
  if (!row) return
  const mail = mails[row.kind as MailKind]
  let written: Partial<OutboxMessage> = {}
  try {
    const { to, ...content } = await write(mails, row, services)
    // A mail that an admin resends is exempt from the mailbox limits.
    if (row.resends === null) await admitMail(db, row, to.address, mail.aDay)
    const subject = toOneLine(content.subject)
    written = { toEmail: to.address, subject }
    await mailer.send({
      messageId: messageIdOf(row),
      to,
      ...(content.replyTo && { replyTo: content.replyTo }),
      subject,
      text: renderText(content),
      html: renderHtml(content, env.publicOrigin),
    })
    await end(db, mail, row, { ...written, sentAt: new Date(), lastError: null })
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error)
    const lastError = toOneLine(reason).slice(0, LONGEST_REASON)
    if (error instanceof NotApplicable) {
      const { toEmail = row.toEmail } = error
      return await end(db, mail, row, { skippedAt: new Date(), lastError, toEmail })
    }
    if (error instanceof MailRefused) {
      return await db.transaction(async (trx) => {
        await end(trx, mail, row, { ...written, failedAt: new Date(), lastError })
        await onRefused(trx, row)
      })
    }
    await patch(db, row, { ...written, lastError })
    throw error
  }
}

function write<Kind extends MailKind>(
  mails: Mails,
  row: OutboxMessage,
  services: MailContext['services'],
): Promise<WrittenMail> {
  // Only queueMail writes these columns, with the kind's own payload.
  const kind = row.kind as Kind
  const payload = row.payload as MailPayloads[Kind]
  return mails[kind].write(payload, { services, outboxId: row.id, messageId: row.messageId })
}

async function end(
  db: Knex,
  { removesPersonalData }: Mails[MailKind],
  row: OutboxMessage,
  fields: Partial<OutboxMessage>,
): Promise<void> {
  await patch(
    db,
    row,
    removesPersonalData ? { ...fields, payload: {}, toEmail: null, lastError: null } : fields,
  )
}

/** Changes nothing if another process has ended the mail meanwhile. */
async function patch(db: Knex, { id }: OutboxMessage, fields: Partial<OutboxMessage>): Promise<void> {
  await OutboxMessage.query(db).where({ id }).whereIn('state', QUEUED).patch(fields)
}
