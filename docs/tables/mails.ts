/** Every kind of mail: its recipient, when it is sent, and how many a day one mailbox gets. */

import { MAIL_KINDS } from '#api/contract/operations/mail-kinds.ts'
import { MAILS } from '#api/mails.ts'
import { USUAL } from '#api/platform/mail/recipient-limits.ts'
import { writeTable } from './markdown.ts'

export function writeMails(): string {
  const rows = MAIL_KINDS.map((kind) => {
    const { to, when, aDay = USUAL } = MAILS[kind]
    const { known, unknown, anotherAfterMinutes } = aDay
    const another = anotherAfterMinutes ? `, and one every ${anotherAfterMinutes} minutes in any case` : ''
    return [`\`${kind}\``, to, when, `${known}${another}`, String(unknown)]
  })
  return writeTable(['mail', 'to', 'goes out', 'a day to a verified address', 'to any other'], rows)
}
