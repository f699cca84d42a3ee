/**
 * How many mails of a kind one mailbox gets in 24 hours, whoever causes them: strangers can cause mails to any address that
 * they type (docs/product.md, Mails). The only place of these figures.
 */
import type { Knex } from 'knex'
import { OutboxMessage } from '../../../db/models/outbox-message.ts'
import type { MailKind } from '../../contract/mail.ts'
import { NotApplicable } from './content.ts'

interface MailsADay {
  /** To the address of a user who has paid for an order, or of staff and admins. */
  known: number
  /** To any other address. */
  unknown: number
}

const USUAL: MailsADay = { known: 50, unknown: 5 }
/** Each stands for money: the limit only stops a fault. */
const ABOUT_MONEY: MailsADay = { known: 1_000, unknown: 5 }
const MAILS_A_DAY: Partial<Record<MailKind, MailsADay>> = {
  order_confirmation: ABOUT_MONEY,
  refund_receipt: ABOUT_MONEY,
  // Whoever has not proved the address may have typed somebody else's.
  payment_failed: { known: 10, unknown: 1 },
  password_reset: { known: 20, unknown: 20 },
  password_guesses: { known: 1, unknown: 1 },
}

/** What +tags lead to. Exactly as in migration 0025: an index on an expression serves only that expression. */
const MAILBOX = String.raw`regexp_replace(lower(to_email), '\+[^@]*@', '@')`
const MAILBOX_OF = String.raw`regexp_replace(lower(:address), '\+[^@]*@', '@')`
const COUNT_RECENT = `SELECT
    (SELECT count(*)::int FROM outbox WHERE ${MAILBOX} = ${MAILBOX_OF} AND kind = :kind AND id <> :id
      AND state <> 'skipped' AND created_at > now() - interval '1 day') AS recent,
    EXISTS (SELECT 1 FROM users WHERE lower(email) = lower(:address) AND (is_staff OR is_admin
      OR EXISTS (SELECT 1 FROM orders WHERE user_id = users.id AND payment_status <> 'unpaid'))) AS "isKnown"`

/**
 * Notes the recipient in the mail's row, so that the next mails count it. A mail that is tried again counts once.
 * @throws NotApplicable when the mailbox has had enough of the kind
 */
export async function admitMail(
  db: Knex,
  { id, kind }: Pick<OutboxMessage, 'id' | 'kind'>,
  address: string,
): Promise<void> {
  await db.transaction(async (trx) => {
    // Of several at once each is counted by the next.
    await trx.raw(`SELECT pg_advisory_xact_lock(hashtextextended(:kind || ${MAILBOX_OF}, 0))`, {
      kind,
      address,
    })
    const { rows } = await trx.raw<{ rows: { recent: number; isKnown: boolean }[] }>(COUNT_RECENT, {
      id,
      kind,
      address,
    })
    const [{ recent, isKnown } = { recent: 0, isKnown: false }] = rows
    const { known, unknown } = MAILS_A_DAY[kind as MailKind] ?? USUAL
    if (recent >= (isKnown ? known : unknown)) {
      throw new NotApplicable('This address has had enough mails of this kind within a day', address)
    }
    await OutboxMessage.query(trx).findById(id).patch({ toEmail: address })
  })
}
