/**
 * How many mails of a kind one mailbox gets in 24 hours, whoever causes them: strangers can cause mails to any address that
 * they type (docs/product/account.md, Mails). The only place of these figures.
 */
import type { Knex } from 'knex'
import { OutboxMessage } from '../../../db/models/outbox-message.ts'
import type { MailKind } from '../../contract/mail.ts'
import { RESET_LINK_MINUTES } from '../../contract/periods.ts'
import { NotApplicable } from './content.ts'

interface MailsADay {
  /** To the verified address of an account. */
  known: number
  /** To any other: whoever has not proved it may have typed somebody else's. */
  unknown: number
  /** Above these one goes out all the same, where the last one is so old. */
  anotherAfterMinutes?: number
}

export const USUAL: MailsADay = { known: 50, unknown: 5 }
/** Each stands for money: the limit only stops a fault, and free orders with somebody else's address. */
const ABOUT_MONEY: MailsADay = { known: 1_000, unknown: 20 }
export const MAILS_A_DAY: Partial<Record<MailKind, MailsADay>> = {
  order_confirmation: ABOUT_MONEY,
  refund_receipt: ABOUT_MONEY,
  payment_failed: { known: 10, unknown: 1 },
  // Who asks finds a link that works in the mailbox, whoever has used up the mails of the day.
  password_reset: { known: 20, unknown: 20, anotherAfterMinutes: RESET_LINK_MINUTES },
  password_guesses: { known: 1, unknown: 1 },
  // Of each kind. Nobody gets them who has not confirmed the address.
  notification: { known: 1_000, unknown: 1_000 },
  // Of each event: many of one kind swallow none of another. A stranger can register with anybody's address.
  account_notice: { known: 20, unknown: 1 },
}

/** What +tags lead to. Exactly as in migration 0025: an index on an expression serves only that expression. */
const MAILBOX = String.raw`regexp_replace(lower(to_email), '\+[^@]*@', '@')`
const MAILBOX_OF = String.raw`regexp_replace(lower(:address), '\+[^@]*@', '@')`
/** What a stranger causes is counted apart from what the owner's browser does, and so is each event of an account. */
const COUNTED_APART = `coalesce(payload ->> 'askedBy', payload ->> 'event')`
const COUNT_RECENT = `SELECT count(*)::int AS recent,
    extract(epoch FROM now() - max(created_at)) / 60 AS "minutesSince",
    EXISTS (SELECT 1 FROM users WHERE lower(email) = lower(:address) AND email_verified_at IS NOT NULL) AS "isKnown"
  FROM outbox
  WHERE ${MAILBOX} = ${MAILBOX_OF} AND kind = :kind AND id <> :id AND state <> 'skipped'
    AND created_at > now() - interval '1 day'
    AND ${COUNTED_APART} IS NOT DISTINCT FROM (SELECT ${COUNTED_APART} FROM outbox WHERE id = :id)`

interface Recent {
  recent: number
  /** Null where there is none. */
  minutesSince: string | null
  isKnown: boolean
}

/**
 * Notes the recipient in the mail's row, so that the next mails count it. A mail that is tried again counts once.
 * @throws NotApplicable when the mailbox has had enough of the kind
 */
export async function admitMail(db: Knex, { id, kind }: Pick<OutboxMessage, 'id' | 'kind'>, address: string) {
  await db.transaction(async (trx) => {
    // Of several at once each is counted by the next.
    await trx.raw(`SELECT pg_advisory_xact_lock(hashtextextended(:kind || ${MAILBOX_OF}, 0))`, {
      kind,
      address,
    })
    const { rows } = await trx.raw<{ rows: [Recent] }>(COUNT_RECENT, { id, kind, address })
    const [{ recent, minutesSince, isKnown }] = rows
    const { known, unknown, anotherAfterMinutes = Infinity } = MAILS_A_DAY[kind as MailKind] ?? USUAL
    if (recent >= (isKnown ? known : unknown) && Number(minutesSince) < anotherAfterMinutes) {
      throw new NotApplicable('This address has had enough mails of this kind within a day', address)
    }
    await OutboxMessage.query(trx).findById(id).patch({ toEmail: address })
  })
}
