/** How features write their mails. api/jobs/mail-writers.ts lists which feature writes which mail. */
import type { User } from '../../../db/models/user.ts'
import type { Services } from '../../app-type.ts'
import type { MailKind } from '../../contract/mail.ts'
import type { WrittenMail } from './content.ts'
import type { MailPayloads } from './outbox.ts'
import { toOneLine } from './words.ts'

export interface MailContext {
  services: Pick<Services, 'db' | 'env'>
  /** Of the mail that is being written. */
  outboxId: number
  messageId: string
}

/** Each writes from what is in the database now, and throws NotApplicable where the mail is no longer needed. */
export type MailWriters = {
  [Kind in MailKind]: (payload: MailPayloads[Kind], context: MailContext) => Promise<WrittenMail>
}

type Person = Pick<User, 'firstName' | 'lastName' | 'email'>

export function addressOf({ firstName, lastName, email }: Person): WrittenMail['to'] {
  return { name: toOneLine(`${firstName} ${lastName}`), address: email }
}

export function linkTo({ services }: MailContext, path: string): string {
  return new URL(path, services.env.publicOrigin).href
}
