/** Links in mails. Tokens and e-mails are in the fragment, which browsers do not send, so that no access log holds them. */
import { FORGOT_PASSWORD, SIGN_IN } from '../../../rules/mailed-links.ts'
import { type Block, block } from '../../mail/content.ts'
import { linkTo, type MailContext } from '../../mail/writer.ts'

/** @param signInAs the e-mail that the sign-in form is filled in with */
export function linkToConfirm(context: MailContext, token: string, signInAs?: string): string {
  const fragment = new URLSearchParams({ token, ...(signInAs && { [SIGN_IN]: signInAs }) })
  return linkTo(context, `/confirm-email#${fragment}`)
}

export function buttonToNewPassword(context: MailContext, email: string): Block {
  const url = linkTo(context, `/#${new URLSearchParams({ [FORGOT_PASSWORD]: email })}`)
  return block.button('Choose a new password', url)
}
