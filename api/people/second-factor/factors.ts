/** Adds and removes second factors (docs/product/account.md, Second factor). */

import type { Knex } from 'knex'
import type { AccountEvent } from '#api/contract/operations/mail-kinds.ts'
import type { SecondFactorStatus } from '#api/contract/people/second-factor.ts'
import type { Factor } from '#api/contract/platform/factor.ts'
import { lockWithAdmins } from '#api/people/auth/account.ts'
import { queueAccountNotice } from '#api/people/auth/account-notice.ts'
import { revokeSessions } from '#api/people/auth/sessions/session-store.ts'
import type { Services } from '#api/platform/app-type.ts'
import { recordEdit } from '#api/platform/audit/record.ts'
import { Conflict, Forbidden, findOrThrow, NotFound } from '#api/platform/errors.ts'
import type { Caller } from '#api/platform/http/caller.ts'
import type { Jobs } from '#api/platform/jobs/jobs.ts'
import { type Actor, isFactorRequired } from '#api/platform/plugins/guards.ts'
import { hasRights } from '#api/rules/rights.ts'
import { Passkey, TotpSecret } from '#db/models/people/second-factor.ts'
import { User } from '#db/models/people/user.ts'
import { listPasskeys, toWirePasskey } from './passkeys.ts'
import { endRecoveryCodes, markCodeUsed, replaceRecoveryCodes } from './recovery-codes.ts'
import { findTotp, removeTotp } from './totp.ts'

/** Audit log entry per event: field and new value. */
const CHANGES = {
  passkey_added: ['passkey', 'added'],
  passkey_removed: ['passkey', 'removed'],
  authenticator_added: ['authenticatorApp', 'added'],
  authenticator_removed: ['authenticatorApp', 'removed'],
  recovery_codes_made: ['recoveryCodes', 'renewed'],
  recovery_code_used: ['recoveryCodes', 'one used'],
  second_factor_reset: ['secondFactor', 'reset'],
} as const satisfies Partial<Record<AccountEvent, readonly [field: string, to: string]>>

/** Serialises factor changes of one account. Opening a session waits for them, too. */
function lockUser(trx: Knex.Transaction, userId: number): Promise<User> {
  return findOrThrow(User.query(trx).findById(userId).forUpdate(), 'User')
}

/**
 * Customers need a verified address first: otherwise a stranger's factor would lock the real owner out, even after they
 * reset the password by mail.
 * @throws Conflict email_unverified
 */
export function assertMayAddFactor(user: User): void {
  if (user.emailVerifiedAt || hasRights(user)) return
  throw new Conflict('email_unverified', 'Please confirm your email address first')
}

/** Recomputes users.factors from the tables of the factors. */
async function storeFactors(trx: Knex.Transaction, userId: number): Promise<Factor[]> {
  const { rows } = await trx.raw<{ rows: { factors: Factor[] }[] }>(
    `UPDATE users SET updated_at = now(), factors = array_remove(ARRAY[
       CASE WHEN EXISTS (SELECT FROM passkeys WHERE user_id = users.id) THEN 'passkey' END,
       CASE WHEN EXISTS (SELECT FROM totp_secrets WHERE user_id = users.id AND confirmed_at IS NOT NULL) THEN 'totp' END
     ], NULL) WHERE id = ? RETURNING factors`,
    [userId],
  )
  return rows[0]?.factors ?? []
}

/** Records the change and mails the owner. @param adminId unset if the owner made the change */
async function recordFactorChange(
  jobs: Jobs,
  trx: Knex.Transaction,
  user: User,
  event: keyof typeof CHANGES,
  { caller, adminId }: { caller: Caller; adminId?: number },
): Promise<void> {
  const [field, to] = CHANGES[event]
  const about = { actorId: adminId ?? user.id, subjectId: user.id, ipAddress: caller.ipAddress }
  await recordEdit(trx, { ...about, subject: 'user' }, { [field]: null }, { [field]: to })
  await queueAccountNotice(jobs, trx, user, event, adminId === undefined ? caller : undefined)
}

/**
 * Adds a factor. The first one ends all other sessions, because those were opened with a password only.
 * @param add inserts the factor
 * @returns the added factor, the updated user and, for the first factor, recovery codes
 */
export async function addFactor<Added>(
  services: Services,
  owner: Actor,
  event: 'passkey_added' | 'authenticator_added',
  add: (trx: Knex.Transaction) => Promise<Added>,
): Promise<{ added: Added; user: User; recoveryCodes: string[] | null }> {
  return await services.db.transaction(async (trx) => {
    const user = await lockUser(trx, owner.id)
    await owner.holdRight(trx)
    assertMayAddFactor(user)
    const isFirst = user.factors.length === 0
    const added = await add(trx)
    user.factors = await storeFactors(trx, user.id)
    await recordFactorChange(services.jobs, trx, user, event, { caller: owner })
    if (!isFirst) return { added, user, recoveryCodes: null }
    await revokeSessions(trx, user.id, owner.sessionId)
    return { added, user, recoveryCodes: await replaceRecoveryCodes(trx, user.id) }
  })
}

/**
 * @param remove deletes the factor, and returns the number of deleted rows
 * @throws NotFound; Conflict last_second_factor
 */
export async function removeFactor(
  services: Services,
  owner: Actor,
  event: 'passkey_removed' | 'authenticator_removed',
  remove: (trx: Knex.Transaction) => PromiseLike<number>,
): Promise<void> {
  await services.db.transaction(async (trx) => {
    const user = await lockUser(trx, owner.id)
    await owner.holdRight(trx)
    if ((await remove(trx)) === 0) {
      throw new NotFound(event === 'passkey_removed' ? 'Passkey' : 'Authenticator app')
    }
    const left = await storeFactors(trx, user.id)
    if (left.length === 0) {
      if (isFactorRequired(services.env, user)) {
        throw new Conflict('last_second_factor', 'You need a second factor. Add another one first.')
      }
      await endRecoveryCodes(trx, user.id)
    }
    await recordFactorChange(services.jobs, trx, user, event, { caller: owner })
  })
}

export async function describeFactors(
  db: Knex,
  userId: number,
): Promise<Pick<SecondFactorStatus, 'passkeys' | 'totp'>> {
  const passkeys = await listPasskeys(db, userId)
  const totp = await findTotp(db, userId)
  return {
    passkeys: passkeys.map(toWirePasskey),
    totp: totp?.confirmedAt ? { confirmedAt: totp.confirmedAt.toISOString() } : null,
  }
}

/** Whether a mailed link may remove the factors. With rights it may not: those factors must protect against a stolen mailbox, too. */
export const mayDisown = (user: User) => !hasRights(user)

/**
 * Removes factors that the owner does not recognise, and all recovery codes: the stranger who added a factor may have
 * received them.
 * @throws Forbidden for staff and admins; NotFound
 */
export async function removeDisowned(
  jobs: Jobs,
  trx: Knex.Transaction,
  user: User,
  { passkeyIds, totp, caller }: { passkeyIds: number[]; totp: boolean; caller: Caller },
): Promise<void> {
  if (passkeyIds.length === 0 && !totp) return
  if (!mayDisown(user)) throw new Forbidden()
  for (const id of passkeyIds) {
    if ((await Passkey.query(trx).where({ id, userId: user.id }).delete()) === 0)
      throw new NotFound('Passkey')
    await recordFactorChange(jobs, trx, user, 'passkey_removed', { caller })
  }
  if (totp) {
    if ((await removeTotp(trx, user.id)) === 0) throw new NotFound('Authenticator app')
    await recordFactorChange(jobs, trx, user, 'authenticator_removed', { caller })
  }
  await storeFactors(trx, user.id)
  await endRecoveryCodes(trx, user.id)
}

/** @throws Conflict no_second_factor */
export async function renewRecoveryCodes(services: Services, owner: Actor) {
  return await services.db.transaction(async (trx) => {
    const user = await lockUser(trx, owner.id)
    await owner.holdRight(trx)
    if (user.factors.length === 0) {
      throw new Conflict('no_second_factor', 'Add a passkey or an authenticator app first')
    }
    await recordFactorChange(services.jobs, trx, user, 'recovery_codes_made', { caller: owner })
    return await replaceRecoveryCodes(trx, user.id)
  })
}

/** Uses a recovery code up. @returns false unless it is an unused code of the user */
export async function redeemRecoveryCode(services: Services, user: User, code: string, caller: Caller) {
  return await services.db.transaction(async (trx) => {
    const isUsed = await markCodeUsed(trx, user.id, code)
    if (isUsed) await recordFactorChange(services.jobs, trx, user, 'recovery_code_used', { caller })
    return isUsed
  })
}

/** Removes all factors of a user who has lost them, so that the password alone signs in. @throws NotFound; Conflict own_account */
export async function resetFactors(services: Services, userId: number, admin: Actor): Promise<void> {
  if (userId === admin.id) {
    throw new Conflict('own_account', 'Remove your own factors in your security settings')
  }
  await services.db.transaction(async (trx) => {
    const { user } = await lockWithAdmins(trx, userId)
    await admin.holdRight(trx)
    if (user.factors.length === 0) return
    await Passkey.query(trx).where({ userId }).delete()
    await TotpSecret.query(trx).where({ userId }).delete()
    await endRecoveryCodes(trx, userId)
    await storeFactors(trx, userId)
    await revokeSessions(trx, userId)
    await recordFactorChange(services.jobs, trx, user, 'second_factor_reset', {
      caller: admin,
      adminId: admin.id,
    })
  })
}
