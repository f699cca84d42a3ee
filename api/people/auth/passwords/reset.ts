/** Forgotten passwords: a mailed link allows a new one to be set (docs/product/account.md, Forgotten password). */
import type { Knex } from 'knex'
import type { ResetPasswordBody } from '#api/contract/people/auth.ts'
import { claimOrders } from '#api/people/auth/account.ts'
import { queueAccountNotice } from '#api/people/auth/account-notice.ts'
import {
  findResetUser,
  redeemResetToken,
  revokeAddressChange,
  revokeResetTokens,
} from '#api/people/auth/mailed-links/mailed-token.ts'
import { revokeSessions } from '#api/people/auth/sessions/session-store.ts'
import { revokeSignInTokens } from '#api/people/auth/sessions/sign-in-token.ts'
import type { Services } from '#api/platform/app-type.ts'
import { recordEdit } from '#api/platform/audit/record.ts'
import { DomainError } from '#api/platform/errors.ts'
import type { Caller } from '#api/platform/http/caller.ts'
import type { Jobs } from '#api/platform/jobs/jobs.ts'
import { queueMail } from '#api/platform/mail/outbox.ts'
import { User } from '#db/models/people/user.ts'
import { hashNewPassword } from './passwords.ts'

export const RESET_LINK_INVALID = 'reset_link_invalid'

const linkInvalid = () =>
  new DomainError(
    400,
    RESET_LINK_INVALID,
    'This link has been used or has expired, or the password has been changed since. Please request a new one.',
  )

/**
 * Queues the mail for any e-mail, so that the response does not reveal whether an account exists.
 * @param isKnownDevice whether the browser has signed in to the account before: its mails have their own limit, apart from
 *   strangers'
 */
export async function requestReset({ db, jobs }: Services, email: string, isKnownDevice: boolean) {
  const payload = { email: email.toLowerCase(), ...(isKnownDevice && { askedBy: 'device' as const }) }
  await db.transaction((trx) => queueMail(jobs, trx, 'password_reset', payload))
}

/**
 * Sets a new password with the token of a mailed link.
 * @param alsoIn further work in the same transaction
 * @throws DomainError reset_link_invalid; InvalidInput for a common password, after which the link still works
 */
export async function resetPassword(
  services: Services,
  { token, newPassword }: ResetPasswordBody,
  caller: Caller,
  alsoIn: (trx: Knex.Transaction, user: User) => Promise<void>,
): Promise<User> {
  const { db, env } = services
  const owner = await findResetOwner(db, token)
  const userId = owner.id
  const passwordHash = await hashNewPassword(newPassword, 'newPassword', { env, owner })
  return await db.transaction(async (trx) => {
    // Every transaction that changes a password locks the user first, to avoid deadlocks.
    await User.query(trx).findById(userId).forUpdate().throwIfNotFound()
    if (!(await redeemResetToken(trx, token))) throw linkInvalid()
    const user = await setPasswordByMail(services.jobs, trx, { userId, passwordHash, caller })
    await alsoIn(trx, user)
    return user
  })
}

/** @returns the user whom the link was mailed to. @throws DomainError reset_link_invalid */
export async function findResetOwner(db: Knex, token: string): Promise<User> {
  const userId = await findResetUser(db, token)
  if (userId === undefined) throw linkInvalid()
  return await User.query(db).findById(userId).throwIfNotFound()
}

/**
 * Sets the password, ends all sessions, sign-in tokens and links, and verifies the address, which the mailed link has
 * proved. Paid guest orders with this address then belong to the account.
 */
export async function setPasswordByMail(
  jobs: Jobs,
  trx: Knex.Transaction,
  { userId, passwordHash, caller }: { userId: number; passwordHash: string; caller?: Caller },
): Promise<User> {
  const now = new Date()
  const user = await User.query(trx)
    .patchAndFetchById(userId, { passwordHash, emailVerifiedAt: now, updatedAt: now })
    .throwIfNotFound()
  await claimOrders(trx, user)
  const about = { actorId: userId, subjectId: userId, ipAddress: caller?.ipAddress }
  await recordEdit(trx, { ...about, subject: 'user' }, { password: null }, { password: 'reset by mail' })
  await endOldPassword(trx, user)
  await queueAccountNotice(jobs, trx, user, 'password_changed', caller)
  return user
}

/** Ends sessions, tokens and links that somebody with the old password may have opened or requested. */
export async function endOldPassword(trx: Knex.Transaction, user: User): Promise<void> {
  await revokeSessions(trx, user.id)
  await revokeSignInTokens(trx, user.id)
  await revokeResetTokens(trx, user.id)
  await revokeAddressChange(trx, user)
}
