/**
 * How many mails of a kind one mailbox gets in 24 hours, whoever causes them: strangers can cause mails to any address that
 * they type (docs/product.md, Mails). The only place of these figures.
 */
import type { Knex } from 'knex'
import { OutboxMessage } from '../../../db/models/outbox-message.ts'
import type { MailKind } from '../../contract/mail.ts'
import { NotApplicable } from './content.ts'
import type { MailPayloads } from './outbox.ts'

interface MailsADay {
  /** To the verified address of an account. */
  known: number
  /** To any other: whoever has not proved it may have typed somebody else's. */
  unknown: number
}

const USUAL: MailsADay = { known: 50, unknown: 5 }
/** Each stands for money: the limit only stops a fault, and free orders with somebody else's address. */
const ABOUT_MONEY: MailsADay = { known: 1_000, unknown: 20 }
const MAILS_A_DAY: Partial<Record<MailKind, MailsADay>> = {
  order_confirmation: ABOUT_MONEY,
  refund_receipt: ABOUT_MONEY,
  payment_failed: { known: 10, unknown: 1 },
  password_reset: { known: 20, unknown: 20 },
  password_guesses: { known: 1, unknown: 1 },
  // Of each event: many of one kind swallow none of another. A stranger can register with anybody's address.
  account_notice: { known: 20, unknown: 1 },
}

/** What +tags lead to. Exactly as in migration 0025: an index on an expression serves only that expression. */
const MAILBOX = String.raw`regexp_replace(lower(to_email), '\+[^@]*@', '@')`
const MAILBOX_OF = String.raw`regexp_replace(lower(:address), '\+[^@]*@', '@')`
const COUNT_RECENT = `SELECT
    (SELECT count(*)::int FROM outbox WHERE ${MAILBOX} = ${MAILBOX_OF} AND kind = :kind AND id <> :id
      AND payload ->> 'event' IS NOT DISTINCT FROM :event
      AND state <> 'skipped' AND created_at > now() - interval '1 day') AS recent,
    EXISTS (SELECT 1 FROM users WHERE lower(email) = lower(:address) AND email_verified_at IS NOT NULL) AS "isKnown"`

/**
 * Notes the recipient in the mail's row, so that the next mails count it. A mail that is tried again counts once.
 * @throws NotApplicable when the mailbox has had enough of the kind
 */
export async function admitMail(
  db: Knex,
  { id, kind, payload }: Pick<OutboxMessage, 'id' | 'kind' | 'payload'>,
  address: string,
): Promise<void> {
  const { event = null } = payload as Partial<MailPayloads['account_notice']>
  await db.transaction(async (trx) => {
    // Of several at once each is counted by the next.
    await trx.raw(`SELECT pg_advisory_xact_lock(hashtextextended(:kind || ${MAILBOX_OF}, 0))`, {
      kind,
      address,
    })
    const { rows } = await trx.raw<{ rows: { recent: number; isKnown: boolean }[] }>(COUNT_RECENT, {
      id,
      kind,
      event,
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
