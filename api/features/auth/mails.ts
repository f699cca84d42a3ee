import { OutboxMessage } from '../../../db/models/outbox-message.ts'
import { brand } from '../../contract/brand.ts'
import { RESET_LINK_MINUTES } from '../../contract/periods.ts'
import { NotApplicable, type WrittenMail } from '../mail/content.ts'
import type { MailPayloads } from '../mail/outbox.ts'
import { addressOf, linkTo, type MailContext } from '../mail/writer.ts'
import { findUserByEmail } from './account.ts'
import { issueResetToken } from './reset-token.ts'

export async function writePasswordReset(
  { email }: MailPayloads['password_reset'],
  context: MailContext,
): Promise<WrittenMail> {
  const { db, env } = context.services
  const user = await findUserByEmail(db, email)
  if (!user) throw new NotApplicable('No account has this e-mail', email)
  const newer = await OutboxMessage.query(db)
    .where({ kind: 'password_reset' })
    .where('id', '>', context.outboxId)
    .whereRaw(`payload ->> 'email' = ?`, email)
    .first()
  if (newer) throw new NotApplicable('A newer link was asked for', user.email)
  const token = await issueResetToken(db, env, { userId: user.id, messageId: context.messageId })
  return {
    to: addressOf(user),
    content: {
      subject: `Reset your ${brand.name} password`,
      preview: `The link works once, for ${RESET_LINK_MINUTES} minutes.`,
      eyebrow: 'Your account',
      heading: 'Choose a new password',
      blocks: [
        {
          type: 'text',
          text: `Hello ${user.firstName}, somebody, hopefully you, asked for a new password for ${user.email}.`,
        },
        // In the fragment, which browsers do not send: no access log holds the token.
        {
          type: 'button',
          label: 'Set a new password',
          url: linkTo(context, `/reset-password#token=${token}`),
          isSpelledOut: true,
        },
        {
          type: 'note',
          text: `The link works once, for ${RESET_LINK_MINUTES} minutes, and a newer one replaces it. Afterwards every device that is signed in is signed out.`,
        },
        { type: 'text', text: 'It was not you? Then ignore this mail: your password stays as it is.' },
      ],
      because: `a new password was asked for with this address.`,
    },
  }
}
