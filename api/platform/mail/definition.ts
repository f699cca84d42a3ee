/** Shape of a mail's definition. Each module defines its own in its mails.ts; api/mails.ts collects them. */
import type { MailKind, MailPayloads } from '#api/contract/operations/mail-kinds.ts'
import type { WrittenMail } from './content.ts'
import type { MailsADay } from './recipient-limits.ts'
import type { MailContext } from './writer.ts'

/** Writes a mail from the database's current state. @throws NotApplicable if it is no longer needed */
export type MailWriter<Kind extends MailKind> = (
  payload: MailPayloads[Kind],
  context: MailContext,
) => Promise<WrittenMail>

interface MailDefinition<Kind extends MailKind> {
  /** Recipient and occasion, for people who read the list of mails (docs/product/account.md, Mails). */
  to: string
  when: string
  /** Daily limit per mailbox for this kind. Unset: `USUAL`. */
  aDay?: MailsADay
  /** Whether payload and address are deleted once the mail is sent, has failed or is skipped. */
  removesPersonalData?: boolean
  write: MailWriter<Kind>
}

export type Mails = { [Kind in MailKind]: MailDefinition<Kind> }
