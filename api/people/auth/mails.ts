import { brand } from '#api/content/content.ts'
import { block, NotApplicable } from '#api/platform/mail/content.ts'
import type { Mails, MailWriter } from '#api/platform/mail/definition.ts'
import { greet, linkTo, type MailContext, toRecipient } from '#api/platform/mail/writer.ts'
import { CONFIRM_LINK_HOURS, INVITATION_LINK_HOURS, RESET_LINK_MINUTES } from '#api/rules/periods.ts'
import { User } from '#db/models/people/user.ts'
import { OutboxMessage } from '#db/models/platform/outbox-message.ts'
import { findUserByEmail } from './account.ts'
import { writeAccountNotice } from './account-notice.ts'
import {
  buttonToNewPassword,
  issueEmailToken,
  issueResetToken,
  linkToConfirm,
} from './mailed-links/mailed-token.ts'
import { NO_PASSWORD } from './passwords/passwords.ts'

const writePasswordReset: MailWriter<'password_reset'> = async ({ email }, context) => {
  const { db, env } = context.services
  const user = await findUserByEmail(db, email)
  if (!user) throw new NotApplicable('No account has this email', email)
  const token = await db.transaction(async (trx) => {
    // A change of address ends links to the former one. The lock makes it wait for this link, or shows that it has
    // happened.
    const current = await User.query(trx).findById(user.id).where({ email: user.email }).forShare()
    if (!current) throw new NotApplicable('The account now has another email', email)
    return issueResetToken(trx, env, { userId: user.id, messageId: context.messageId })
  })
  return {
    to: toRecipient(user),
    subject: `Reset your ${brand.name} password`,
    preview: `The link works once, for ${RESET_LINK_MINUTES} minutes.`,
    eyebrow: 'Your account',
    heading: 'Choose a new password',
    blocks: [
      `${greet('Hello', user)}, we received a request to reset the password for ${user.email}.`,
      linkToPassword('Set a new password', context, token),
      block.note(
        `The link works once, for ${RESET_LINK_MINUTES} minutes. A new password signs you out on every device, and other reset links stop working.`,
      ),
      'If this wasn’t you, ignore this email. Your password stays as it is.',
    ],
    because: 'someone asked to reset the password for this address.',
  }
}

const linkToPassword = (label: string, context: MailContext, token: string) =>
  block.link(label, linkTo(context, `/reset-password#token=${token}`))

/** Omits the name: the admin may have mistyped the address. */
const writeInvitation: MailWriter<'invitation'> = async ({ userId }, context) => {
  const { db, env } = context.services
  const user = await User.query(db).findById(userId)
  if (!user || user.disabledAt) throw new NotApplicable('The account is gone or disabled', user?.email)
  if (user.emailVerifiedAt) throw new NotApplicable('A password has already been chosen', user.email)
  const validFor = `${INVITATION_LINK_HOURS} hours`
  const token = await issueResetToken(db, env, { userId, messageId: context.messageId }, validFor)
  const [done, way, label] =
    user.passwordHash === NO_PASSWORD
      ? ['created an account', 'Choose a password to sign in', 'Choose a password']
      : [
          'created an account with a password',
          'Ask them for it, or choose your own',
          'Choose your own password',
        ]
  return {
    to: toRecipient(user),
    subject: `Choose a password for your ${brand.name} account`,
    preview: `${way}.`,
    eyebrow: 'Your account',
    heading: 'An account was created for you',
    blocks: [
      `Hello, an admin at ${brand.name} has ${done} for ${user.email}. ${way}; this also confirms your address.`,
      linkToPassword(label, context, token),
      block.note(
        `The link works once, for ${validFor}. After that, 'Forgot password?' on the sign-in form sends you a new one.`,
      ),
      'If you didn’t expect this, ignore this email.',
    ],
    because: `an account was created with this address at ${brand.name}.`,
  }
}

/** Omits the name: a stranger may have typed the address. */
const writeConfirmEmail: MailWriter<'confirm_email'> = async ({ userId, email }, context) => {
  const { db, env } = context.services
  const user = await User.query(db).findById(userId)
  const isOwn = user?.email === email
  if (!user || (isOwn && user.emailVerifiedAt)) throw new NotApplicable('There is nothing to confirm', email)
  const newer = await OutboxMessage.query(db)
    .where({ kind: 'confirm_email' })
    .where('id', '>', context.outboxId)
    .whereRaw(`payload ->> 'userId' = ?`, String(userId))
    .first()
  if (newer) throw new NotApplicable('A newer link was requested', email)
  const token = await issueEmailToken(db, env, { userId, email, messageId: context.messageId })
  return {
    to: { name: '', address: email },
    subject: `Confirm your email address for ${brand.name}`,
    preview: `The link works once, for ${CONFIRM_LINK_HOURS} hours.`,
    eyebrow: 'Your account',
    heading: 'Confirm your email address',
    blocks: [
      isOwn
        ? `Hello, ${email} is the address of an account at ${brand.name}. Please confirm that it is yours.`
        : `Hello, someone asked to use ${email} for an account at ${brand.name}. Please confirm that it is yours. Until you do, the account keeps its current address.`,
      block.link('Confirm this address', linkToConfirm(context, token, isOwn ? email : undefined)),
      block.note(
        `The link works once, for ${CONFIRM_LINK_HOURS} hours. You need to be signed in to the account to use it.`,
      ),
      'If this wasn’t you, ignore this email and your address won’t be used.',
    ],
    because: `someone entered this address at ${brand.name}.`,
  }
}

/** Does not mention the new address: someone else may read the old mailbox. */
const writeAddressChange: MailWriter<'address_change'> = async ({ email }, context) => {
  return {
    to: { name: '', address: email },
    subject: `Someone asked to change the address of your ${brand.name} account`,
    preview: 'If this was you, there’s nothing to do.',
    eyebrow: 'Your account',
    heading: 'New email address requested',
    blocks: [
      `Hello, someone who is signed in to your account and knows its password asked to replace ${email} with another address. The change takes effect once the new address is confirmed.`,
      block.note(
        "If this wasn’t you, someone knows your password. Use 'Forgot password?' on the sign-in form now: a new password ends every session and cancels this change.",
      ),
      buttonToNewPassword(context, email),
    ],
    because: `it is the address of an account at ${brand.name}.`,
  }
}

/** Omits the name: a stranger may have registered this address. */
const writePasswordGuesses: MailWriter<'password_guesses'> = async ({ email }, context) => {
  const user = await findUserByEmail(context.services.db, email)
  if (!user) throw new NotApplicable('No account has this email', email)
  return {
    to: { name: '', address: user.email },
    subject: `Many wrong passwords for your ${brand.name} account`,
    preview: 'Someone may be guessing your password. Your account isn’t locked.',
    eyebrow: 'Your account',
    heading: 'Someone may be guessing your password',
    blocks: [
      `In the past hour someone has tried to sign in as ${user.email} with a wrong password unusually often.`,
      'Your account isn’t locked. You can sign in as usual; on a new device it may take a few seconds longer.',
      block.note(
        "If your password is short, or if you use it elsewhere, choose a new one: sign in and change it, or use 'Forgot password?' on the sign-in form.",
      ),
      buttonToNewPassword(context, user.email),
    ],
    because: 'this address belongs to an account. We write about wrong passwords at most once a day.',
  }
}

export const AUTH_MAILS = {
  password_reset: {
    to: 'account',
    when: 'when a new password was asked for, if the address has an account',
    // One mail per link lifetime is always allowed, so that a stranger who uses up the limit cannot keep the owner without
    // a valid link.
    aDay: { known: 20, unknown: 20, anotherAfterMinutes: RESET_LINK_MINUTES },
    write: writePasswordReset,
  },
  invitation: {
    to: 'account',
    when: 'when an admin has made it: a link to choose a password',
    write: writeInvitation,
  },
  confirm_email: {
    to: 'an address that is to be confirmed',
    when: 'when it is the one of a registered account, or a new one',
    write: writeConfirmEmail,
  },
  address_change: {
    to: 'the address that an account has',
    when: 'when another one was asked for',
    write: writeAddressChange,
  },
  password_guesses: {
    to: 'account',
    when: 'when it gets 100 wrong passwords within an hour, at most once a day',
    aDay: { known: 1, unknown: 1 },
    write: writePasswordGuesses,
  },
  account_notice: {
    to: 'the address that the account had then',
    when: 'when something about the safety of an account changes (see Notices)',
    // Counted per kind of event. An unknown address gets one, because anybody can register it.
    aDay: { known: 20, unknown: 1 },
    write: writeAccountNotice,
  },
} satisfies Partial<Mails>
