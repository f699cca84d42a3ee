/** What one mail is. Each noun defines its own in its mails.ts, and api/mails.ts has them all. */
import type { MailKind, MailPayloads } from '#api/contract/operations/mail-kinds.ts'
import type { WrittenMail } from './content.ts'
import type { MailsADay } from './recipient-limits.ts'
import type { MailContext } from './writer.ts'

/** Writes a mail from the current state of the database. @throws NotApplicable where it is no longer needed */
export type MailWriter<Kind extends MailKind> = (
  payload: MailPayloads[Kind],
  context: MailContext,
) => Promise<WrittenMail>

interface MailDefinition<Kind extends MailKind> {
  /** To whom and when, as docs/product/tables/mails.md says it. */
  to: string
  when: string
  /** How many of it one mailbox gets a day. Unset: as many as of most kinds. */
  aDay?: MailsADay
  /** Its payload and its address are removed when it has ended. */
  leavesNothing?: boolean
  write: MailWriter<Kind>
}

export type Mails = { [Kind in MailKind]: MailDefinition<Kind> }
