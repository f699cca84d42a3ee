import { OutboxMessage } from '../../../db/models/outbox-message.ts'
import { User } from '../../../db/models/user.ts'
import { brand } from '../../content/content.ts'
import { CONFIRM_LINK_HOURS, INVITATION_LINK_HOURS, RESET_LINK_MINUTES } from '../../contract/periods.ts'
import { NotApplicable, type WrittenMail } from '../mail/content.ts'
import type { MailPayloads } from '../mail/outbox.ts'
import { addressOf, greet, linkTo, type MailContext } from '../mail/writer.ts'
import { findUserByEmail } from './account.ts'
import { issueEmailToken } from './email-token.ts'
import { buttonToNewPassword, linkToConfirm } from './links.ts'
import { issueResetToken } from './reset-token.ts'

export async function writePasswordReset(
  { email }: MailPayloads['password_reset'],
  context: MailContext,
): Promise<WrittenMail> {
  const { db, env } = context.services
  const user = await findUserByEmail(db, email)
  if (!user) throw new NotApplicable('No account has this e-mail', email)
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
          text: `${greet('Hello', user)}, somebody, hopefully you, asked for a new password for ${user.email}.`,
        },
        { ...linkToPassword(context, token), label: 'Set a new password' },
        {
          type: 'note',
          text: `The link works once, for ${RESET_LINK_MINUTES} minutes. Afterwards every device that is signed in is signed out, and every other such link ends.`,
        },
        { type: 'text', text: 'It was not you? Then ignore this mail: your password stays as it is.' },
      ],
      because: `a new password was asked for with this address.`,
    },
  }
}

/** In the fragment, which browsers do not send: no access log holds the token. */
const linkToPassword = (context: MailContext, token: string) => ({
  type: 'button' as const,
  url: linkTo(context, `/reset-password#token=${token}`),
  isSpelledOut: true,
})

/** Names nobody: the admin may have mistyped the address. */
export async function writeInvitation(
  { userId }: MailPayloads['invitation'],
  context: MailContext,
): Promise<WrittenMail> {
  const { db, env } = context.services
  const user = await User.query(db).findById(userId)
  if (!user || user.disabledAt) throw new NotApplicable('The account is gone or disabled', user?.email)
  if (user.emailVerifiedAt) throw new NotApplicable('A password has been chosen', user.email)
  const validFor = `${INVITATION_LINK_HOURS} hours`
  const token = await issueResetToken(db, env, { userId, messageId: context.messageId }, validFor)
  return {
    to: addressOf(user),
    content: {
      subject: `Your account at ${brand.name}`,
      preview: 'Choose a password to sign in.',
      eyebrow: 'Your account',
      heading: 'An account was made for you',
      blocks: [
        {
          type: 'text',
          text: `Hello, an admin of ${brand.name} has made an account for ${user.email}. Choose a password to sign in: that also confirms your address.`,
        },
        { ...linkToPassword(context, token), label: 'Choose a password' },
        {
          type: 'note',
          text: `The link works once, for ${validFor}. Later, 'Forgot password?' beside the sign-in sends you another one.`,
        },
        { type: 'text', text: 'You do not know of this? Then ignore this mail.' },
      ],
      because: `an account was made with this address at ${brand.name}.`,
    },
  }
}

/** Neutral: whoever typed the address may be a stranger to its owner. */
export async function writeConfirmEmail(
  { userId, email }: MailPayloads['confirm_email'],
  context: MailContext,
): Promise<WrittenMail> {
  const { db, env } = context.services
  const user = await User.query(db).findById(userId)
  const isOwn = user?.email === email
  if (!user || (isOwn && user.emailVerifiedAt)) throw new NotApplicable('There is nothing to confirm', email)
  const newer = await OutboxMessage.query(db)
    .where({ kind: 'confirm_email' })
    .where('id', '>', context.outboxId)
    .whereRaw(`payload ->> 'userId' = ?`, String(userId))
    .first()
  if (newer) throw new NotApplicable('A newer link was asked for', email)
  const token = await issueEmailToken(db, env, { userId, email, messageId: context.messageId })
  return {
    to: { name: '', address: email },
    content: {
      subject: `Confirm your e-mail address for ${brand.name}`,
      preview: `The link works once, for ${CONFIRM_LINK_HOURS} hours.`,
      eyebrow: 'Your account',
      heading: 'Confirm your e-mail address',
      blocks: [
        {
          type: 'text',
          text: isOwn
            ? `Hello, ${email} is the address of an account at ${brand.name}. Please confirm that it is yours.`
            : `Hello, ${email} is to become the address of an account at ${brand.name}. Please confirm that it is yours: until then the account has the address before.`,
        },
        {
          type: 'button',
          label: 'Confirm this address',
          url: linkToConfirm(context, token, isOwn ? email : undefined),
          isSpelledOut: true,
        },
        {
          type: 'note',
          text: `The link works once, for ${CONFIRM_LINK_HOURS} hours, where you are signed in to the account.`,
        },
        {
          type: 'text',
          text: 'It was not you? Then ignore this mail: the account does not get your address.',
        },
      ],
      because: `somebody gave this address at ${brand.name}.`,
    },
  }
}

/** The new address is not named: the old mailbox may be read by somebody else by now. */
export async function writeAddressChange(
  { email }: MailPayloads['address_change'],
  context: MailContext,
): Promise<WrittenMail> {
  return {
    to: { name: '', address: email },
    content: {
      subject: `The address of your ${brand.name} account is to change`,
      preview: 'Was it you? Then there is nothing to do here.',
      eyebrow: 'Your account',
      heading: 'Another e-mail address',
      blocks: [
        {
          type: 'text',
          text: `Hello, somebody who is signed in to your account and knows its password asked for another address in place of ${email}. It changes when the new address is confirmed.`,
        },
        {
          type: 'note',
          text: "It was not you? Then somebody knows your password: choose 'Forgot password?' beside the sign-in now. A new password ends every session and this change.",
        },
        buttonToNewPassword(context, email),
      ],
      because: `it is the address of an account at ${brand.name}.`,
    },
  }
}

/** Names nobody: who made the account may have typed somebody else's address. */
export async function writePasswordGuesses(
  { email }: MailPayloads['password_guesses'],
  context: MailContext,
): Promise<WrittenMail> {
  const user = await findUserByEmail(context.services.db, email)
  if (!user) throw new NotApplicable('No account has this e-mail', email)
  return {
    to: { name: '', address: user.email },
    content: {
      subject: `Many wrong passwords for your ${brand.name} account`,
      preview: 'Somebody may be guessing your password. Your account is not locked.',
      eyebrow: 'Your account',
      heading: 'Somebody may be guessing your password',
      blocks: [
        {
          type: 'text',
          text: `Within an hour an unusual number of wrong passwords was tried for the account of ${user.email}.`,
        },
        {
          type: 'text',
          text: 'Your account is not locked. You sign in as always; on a device that you have not used before it may take a few seconds longer.',
        },
        {
          type: 'note',
          text: "Is your password short, or do you use it elsewhere, too? Then choose a new one: sign in and change it, or use 'Forgot password?' beside the sign-in.",
        },
        buttonToNewPassword(context, user.email),
      ],
      because: 'an account has this address. We write about wrong passwords at most once a day.',
    },
  }
}
