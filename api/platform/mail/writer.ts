/** Helpers shared by the mail writers. */

import type { Services } from '#api/platform/app-type.ts'
import { SIGN_IN } from '#api/rules/mailed-links.ts'
import type { User } from '#db/models/people/user.ts'
import { type Block, block, NotApplicable } from './content.ts'
import { toOneLine } from './words.ts'

export interface MailContext {
  services: Pick<Services, 'db' | 'env'>
  outboxId: number
  messageId: string
}

/**
 * Omits the name until the address is verified: a stranger may have typed both.
 * @throws NotApplicable if the customer was erased
 */
export function toRecipient({ firstName, lastName, email, emailVerifiedAt, erasedAt }: User) {
  if (erasedAt) throw new NotApplicable('The customer was erased')
  return { name: emailVerifiedAt ? toOneLine(`${firstName} ${lastName}`) : '', address: email }
}

/** @returns 'Hello Grace', or 'Hello' if the address is not verified */
export function greet(words: string, { firstName, emailVerifiedAt }: User, separator = ' '): string {
  return emailVerifiedAt ? `${words}${separator}${firstName}` : words
}

export function linkTo({ services }: MailContext, path: string): string {
  return new URL(path, services.env.publicOrigin).href
}

/** A link into the recipient's account; the sign-in form is filled with their e-mail (docs/product/account.md, Links in mails). */
export function accountLink(context: MailContext, path: string, { email }: Pick<User, 'email'>): string {
  return linkTo(context, `${path}#${new URLSearchParams({ [SIGN_IN]: email })}`)
}

export function accountButton(label: string, ...link: Parameters<typeof accountLink>): Block {
  return block.button(label, accountLink(...link))
}
