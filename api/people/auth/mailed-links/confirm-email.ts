/** Confirms an address by a mailed link, in a session of the account (docs/product/account.md, Verified addresses). */
import type { Knex } from 'knex'
import type { AuditChange } from '#api/contract/platform/audit.ts'
import { claimOrders, emailTaken } from '#api/people/auth/account.ts'
import { queueAccountNotice } from '#api/people/auth/account-notice.ts'
import { revokeSessions } from '#api/people/auth/sessions/session-store.ts'
import { revokeSignInTokens } from '#api/people/auth/sessions/sign-in-token.ts'
import type { Services } from '#api/platform/app-type.ts'
import { recordChange } from '#api/platform/audit/record.ts'
import { DomainError } from '#api/platform/errors.ts'
import type { Caller } from '#api/platform/http/caller.ts'
import { queueMail } from '#api/platform/mail/outbox.ts'
import type { Actor } from '#api/platform/plugins/guards.ts'
import { refuse } from '#db/connection/unique-violation.ts'
import { User } from '#db/models/people/user.ts'
import { redeemEmailToken, revokeResetTokens } from './mailed-token.ts'

/** Mails the confirmation link, unless the address is already verified. */
export async function sendConfirmLink({ db, jobs }: Services, user: User) {
  if (user.emailVerifiedAt) return
  const { id: userId, email } = user
  await db.transaction((trx) => queueMail(jobs, trx, 'confirm_email', { userId, email }))
}

/**
 * Verifies the account's address, or changes it to the one that the link was mailed to. A change ends all other sessions
 * and all links mailed to the former address.
 * @param owner their current session stays open
 * @throws DomainError confirm_link_invalid; Conflict email_taken
 */
export async function confirmEmail({ db, jobs }: Services, owner: Actor, token: string): Promise<User> {
  const { id } = owner
  return db
    .transaction(async (trx) => {
      const before = await User.query(trx).findById(id).forUpdate().throwIfNotFound()
      await owner.holdRight(trx)
      const email = await redeemEmailToken(trx, { userId: id, token })
      if (email === undefined) {
        throw new DomainError(
          400,
          'confirm_link_invalid',
          'This link has been used, was replaced by a newer one, has expired or belongs to another account.',
        )
      }
      const now = new Date()
      const fields = { email, emailVerifiedAt: now, updatedAt: now }
      const after = await User.query(trx).patchAndFetchById(id, fields).throwIfNotFound()
      await claimOrders(trx, after)
      if (email === before.email) {
        if (!before.emailVerifiedAt) await recordVerified(trx, id, owner)
        return after
      }
      await recordUserChange(trx, id, owner, [{ field: 'email', from: before.email, to: email }])
      await queueAccountNotice(jobs, trx, before, 'address_changed', owner)
      await revokeSessions(trx, id, owner.sessionId)
      await revokeSignInTokens(trx, id)
      await revokeResetTokens(trx, id)
      return after
    })
    .catch(refuse('users_email_key', () => emailTaken({ isSignedIn: true })))
}

/** Records in the audit log that the account's address was verified. */
export async function recordVerified(trx: Knex.Transaction, userId: number, caller: Caller): Promise<void> {
  await recordUserChange(trx, userId, caller, [{ field: 'isEmailVerified', from: false, to: true }])
}

async function recordUserChange(
  trx: Knex.Transaction,
  userId: number,
  { ipAddress }: Caller,
  changes: AuditChange[],
): Promise<void> {
  const about = { actorId: userId, subject: 'user', subjectId: userId } as const
  await recordChange(trx, { ...about, action: 'updated', changes, ipAddress })
}
