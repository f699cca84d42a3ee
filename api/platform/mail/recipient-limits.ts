/**
 * Limits how many mails of a kind one mailbox gets in 24 hours, whoever causes them: strangers can trigger mails to any
 * address that they type (docs/product/account.md, Mails).
 */
import type { Knex } from 'knex'
import { MAIL_STATE } from '#api/rules/outgoing.ts'
import { listStatuses } from '#api/rules/statuses.ts'
import { OutboxMessage } from '#db/models/platform/outbox-message.ts'
import { NotApplicable } from './content.ts'

export interface MailsADay {
  /** For a verified address of an account. */
  known: number
  /** For any other address: the person who typed it may not own it. */
  unknown: number
  /** Above the limit, another mail is sent once the last one is this old. */
  anotherAfterMinutes?: number
}

export const USUAL_MAILS_A_DAY: MailsADay = { known: 50, unknown: 5 }
/** Each mail stands for money that moved: the limit only catches a fault, or free orders with a stranger's address. */
export const MONEY_MAILS_A_DAY: MailsADay = { known: 1_000, unknown: 20 }

/** SQL: the address without its +tag. Must equal the index expression of outbox_mailbox_idx to the letter. */
const MAILBOX = String.raw`regexp_replace(lower(to_email), '\+[^@]*@', '@')`
const MAILBOX_OF = String.raw`regexp_replace(lower(:address), '\+[^@]*@', '@')`
/** SQL: separates requests by strangers from those of the owner's browser, and events of an account by kind. */
const COUNTED_APART = `coalesce(payload ->> 'askedBy', payload ->> 'event')`
const COUNT_RECENT = `SELECT count(*)::int AS recent,
    extract(epoch FROM now() - max(created_at)) / 60 AS "minutesSince",
    EXISTS (SELECT 1 FROM users WHERE lower(email) = lower(:address) AND email_verified_at IS NOT NULL) AS "isKnown"
  FROM outbox
  WHERE ${MAILBOX} = ${MAILBOX_OF} AND kind = :kind AND id <> :id AND state NOT IN (${listStatuses(MAIL_STATE, 'isSkipped')})
    AND created_at > now() - interval '1 day'
    AND ${COUNTED_APART} IS NOT DISTINCT FROM (SELECT ${COUNTED_APART} FROM outbox WHERE id = :id)`

interface Recent {
  recent: number
  /** null if there is no recent mail. */
  minutesSince: string | null
  isKnown: boolean
}

/**
 * Stores the recipient in the mail's row, so that later mails count it. A retried mail counts once.
 * @throws NotApplicable if the mailbox has reached the limit for this kind
 */
export async function admitMail(
  db: Knex,
  { id, kind }: Pick<OutboxMessage, 'id' | 'kind'>,
  address: string,
  { known, unknown, anotherAfterMinutes = Infinity }: MailsADay = USUAL_MAILS_A_DAY,
) {
  await db.transaction(async (trx) => {
    // Mails to one mailbox are admitted one at a time, so that each counts those before it.
    const mail = { id, kind, address }
    await trx.raw(`SELECT pg_advisory_xact_lock(hashtextextended(:kind || ${MAILBOX_OF}, 0))`, mail)
    const { rows } = await trx.raw<{ rows: [Recent] }>(COUNT_RECENT, mail)
    const [{ recent, minutesSince, isKnown }] = rows
    if (recent >= (isKnown ? known : unknown) && Number(minutesSince) < anotherAfterMinutes) {
      throw new NotApplicable('This address has reached the daily limit for this kind of email', address)
    }
    await OutboxMessage.query(trx).findById(id).patch({ toEmail: address })
  })
}
