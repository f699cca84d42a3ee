/** How features write their mails. api/jobs/mail-writers.ts lists which feature writes which mail. */
import type { User } from '../../../db/models/user.ts'
import type { Services } from '../../app-type.ts'
import type { MailKind } from '../../contract/mail.ts'
import { SIGN_IN } from '../../contract/mailed-links.ts'
import { type Block, block, NotApplicable, type WrittenMail } from './content.ts'
import type { MailPayloads } from './outbox.ts'
import { toOneLine } from './words.ts'

export interface MailContext {
  services: Pick<Services, 'db' | 'env'>
  /** Of the mail that is being written. */
  outboxId: number
  messageId: string
}

/** Writes from what is in the database now, and throws NotApplicable where the mail is no longer needed. */
export type MailWriter<Kind extends MailKind> = (
  payload: MailPayloads[Kind],
  context: MailContext,
) => Promise<WrittenMail>

export type MailWriters = { [Kind in MailKind]: MailWriter<Kind> }

/**
 * Without their name until the address is verified: whoever typed the name may be a stranger to its owner.
 * @throws NotApplicable for a customer who was erased
 */
export function addressOf({
  firstName,
  lastName,
  email,
  emailVerifiedAt,
  erasedAt,
}: Pick<User, 'firstName' | 'lastName' | 'email' | 'emailVerifiedAt' | 'erasedAt'>): WrittenMail['to'] {
  if (erasedAt) throw new NotApplicable('The customer was erased')
  return { name: emailVerifiedAt ? toOneLine(`${firstName} ${lastName}`) : '', address: email }
}

/** @returns the words, with the first name after them where the address is verified: 'Hello Grace' or 'Hello' */
export function greet(
  words: string,
  { firstName, emailVerifiedAt }: Pick<User, 'firstName' | 'emailVerifiedAt'>,
  separator = ' ',
): string {
  return emailVerifiedAt ? `${words}${separator}${firstName}` : words
}

export function linkTo({ services }: MailContext, path: string): string {
  return new URL(path, services.env.publicOrigin).href
}

/** To a page that its receiver alone can see. @param email of the mail, for the sign-in (docs/product/account.md, Links in mails) */
export function linkToOwn(context: MailContext, path: string, { email }: Pick<User, 'email'>): string {
  return linkTo(context, `${path}#${new URLSearchParams({ [SIGN_IN]: email })}`)
}

export function buttonToOwn(label: string, ...link: Parameters<typeof linkToOwn>): Block {
  return block.button(label, linkToOwn(...link))
}
