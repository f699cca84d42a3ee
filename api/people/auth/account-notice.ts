/** Mails an account's owner about security-relevant changes (docs/product/account.md, Notices). */
import type { Knex } from 'knex'
import { brand } from '#api/content/content.ts'
import type { AccountEvent } from '#api/contract/operations/mail-kinds.ts'
import type { Services } from '#api/platform/app-type.ts'
import type { Caller } from '#api/platform/http/caller.ts'
import type { GuessedSecret } from '#api/platform/http/limits.ts'
import type { Jobs } from '#api/platform/jobs/jobs.ts'
import { block, type Fact } from '#api/platform/mail/content.ts'
import type { MailWriter } from '#api/platform/mail/definition.ts'
import { queueMail } from '#api/platform/mail/outbox.ts'
import { formatUtc } from '#api/platform/mail/words.ts'
import type { MailContext } from '#api/platform/mail/writer.ts'
import { nameRights } from '#api/rules/rights.ts'
import { User } from '#db/models/people/user.ts'
import { findUserByEmail } from './account.ts'
import { buttonToNewPassword } from './mailed-links/mailed-token.ts'
import { describeDevice } from './sessions/session-store.ts'

/**
 * @param user the account before the change, so that the mail goes to the former address
 * @param caller the account's own session; unset if an admin made the change
 */
export async function queueAccountNotice(
  jobs: Jobs,
  trx: Knex.Transaction,
  { id: userId, email }: Pick<User, 'id' | 'email'>,
  event: AccountEvent,
  caller?: Caller,
): Promise<void> {
  await queueMail(jobs, trx, 'account_notice', {
    userId,
    email,
    event,
    at: new Date().toISOString(),
    ...(caller && { device: describeDevice(caller.userAgent), ipAddress: caller.ipAddress }),
  })
}

interface Words {
  /** The heading, and the end of the subject. */
  title: string
  text: string
  /** What to do if the reader did not expect the change. */
  advice: string
}

const NEW_PASSWORD = 'If this wasn’t you, choose a new password now. It signs you out on every device.'
const WRITE_TO_US = 'If you didn’t expect this, reply to this email.'

const WORDS: Record<AccountEvent, Words> = {
  new_device: {
    title: 'New sign-in',
    text: 'Someone signed in to your account from a new browser.',
    advice: NEW_PASSWORD,
  },
  password_changed: {
    title: 'Password changed',
    text: 'Your account has a new password, and every other device has been signed out.',
    advice: 'If this wasn’t you, choose another password now and reply to this email.',
  },
  address_changed: {
    title: 'Email address changed',
    text: 'A new email address was confirmed for your account. You can no longer sign in with this one, and future emails go to the new one.',
    advice: 'If this wasn’t you, reply to this email right away.',
  },
  passkey_added: {
    title: 'Passkey added',
    text: 'A passkey was added to your account. It can be used to sign in.',
    advice: `${NEW_PASSWORD} Then sign in and remove the passkey.`,
  },
  passkey_removed: {
    title: 'Passkey removed',
    text: 'A passkey was removed from your account and can no longer be used to sign in.',
    advice: NEW_PASSWORD,
  },
  authenticator_added: {
    title: 'Authenticator app added',
    text: 'An authenticator app was added to your account. You’ll be asked for its codes when you sign in.',
    advice: NEW_PASSWORD,
  },
  authenticator_removed: {
    title: 'Authenticator app removed',
    text: 'The authenticator app was removed from your account. You’ll no longer be asked for its codes.',
    advice: NEW_PASSWORD,
  },
  recovery_codes_made: {
    title: 'New recovery codes',
    text: 'Your account has new recovery codes. The previous ones no longer work.',
    advice: NEW_PASSWORD,
  },
  recovery_code_used: {
    title: 'Recovery code used',
    text: 'A recovery code was used to sign in to your account. It can’t be used again.',
    advice: NEW_PASSWORD,
  },
  codes_guessed: {
    title: 'Wrong codes tried',
    text: 'Someone who knows your password has entered many wrong second-factor codes. They didn’t get in.',
    advice: NEW_PASSWORD,
  },
  second_factor_reset: {
    title: 'Second factor reset',
    text: 'An admin of the shop has removed the passkeys, the authenticator app and the recovery codes of your account. Until you set up a new second factor, you can sign in with just your password.',
    advice: WRITE_TO_US,
  },
  role_changed: {
    title: 'Permissions changed',
    text: 'An admin of the shop has changed the permissions of your account, and you were signed out on every device.',
    advice: WRITE_TO_US,
  },
  disabled: {
    title: 'Sign-in disabled',
    text: 'An admin of the shop has disabled your account. Nobody can sign in to it. Your orders and invoices are kept.',
    advice: WRITE_TO_US,
  },
  enabled: {
    title: 'Sign-in enabled',
    text: 'An admin of the shop has enabled your account again. You can sign in as before.',
    advice: WRITE_TO_US,
  },
}

/** Omits the owner's name: a stranger may have registered this address. */
export const writeAccountNotice: MailWriter<'account_notice'> = async (
  { userId, email, event, at, device, ipAddress },
  context,
) => {
  const { title, text, advice } = WORDS[event]
  const isPasswordAtRisk = device !== undefined && event !== 'address_changed'
  const facts: Fact[] = [
    { label: 'Account', value: email },
    { label: 'When', value: formatUtc(new Date(at)) },
    ...(device ? [{ label: 'Device', value: device }] : []),
    ...(ipAddress ? [{ label: 'IP address', value: ipAddress }] : []),
    ...(event === 'role_changed' ? [await listRights(context, userId)] : []),
  ]
  return {
    to: { name: '', address: email },
    subject: `Your ${brand.name} account: ${title.toLowerCase()}`,
    preview: text,
    eyebrow: 'Your account',
    heading: title,
    blocks: [
      text,
      block.facts(facts),
      block.note(advice),
      ...(isPasswordAtRisk ? [buttonToNewPassword(context, email)] : []),
    ],
    because: 'this is a security notice about your account.',
  }
}

async function listRights({ services }: MailContext, userId: number): Promise<Fact> {
  const user = await User.query(services.db).findById(userId)
  return { label: 'Permissions now', value: nameRights(user ?? {}) }
}

/** Mails the owner that many wrong passwords or codes were tried. Takes equally long for an e-mail without an account. */
export async function mailOwnerOfGuesses({ db, jobs }: Services, email: string, guessed: GuessedSecret) {
  await db.transaction(async (trx) => {
    if (guessed === 'password') {
      await queueMail(jobs, trx, 'password_guesses', { email })
      return
    }
    // Codes are only asked for after the right password, so the account exists.
    const user = await findUserByEmail(trx, email)
    if (user) await queueAccountNotice(jobs, trx, user, 'codes_guessed')
  })
}
