/** Links of mails that lead into an account. In the fragment, which browsers do not send: no access log holds what is in it. */
import { FORGOT_PASSWORD, SIGN_IN } from '../../contract/mailed-links.ts'
import { type Block, block } from '../mail/content.ts'
import { linkTo, type MailContext } from '../mail/writer.ts'

/** @param signInAs whose account it is, where the mail goes to that account's own address */
export function linkToConfirm(context: MailContext, token: string, signInAs?: string): string {
  const fragment = new URLSearchParams({ token, ...(signInAs && { [SIGN_IN]: signInAs }) })
  return linkTo(context, `/confirm-email#${fragment}`)
}

/** @param email of the mail and of the account */
export function buttonToNewPassword(context: MailContext, email: string): Block {
  const url = linkTo(context, `/#${new URLSearchParams({ [FORGOT_PASSWORD]: email })}`)
  return block.button('Choose a new password', url)
}
