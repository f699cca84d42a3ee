import type { Knex } from 'knex'
import type { ChangeRolesBody, CreateUserBody, DisabledBody } from '#api/contract/operations/users.ts'
import { settleKeys } from '#api/operations/api-keys/api-key.ts'
import { emailTaken, lockWithAdmins } from '#api/people/auth/account.ts'
import { queueAccountNotice } from '#api/people/auth/account-notice.ts'
import { hashNewPassword, NO_PASSWORD } from '#api/people/auth/passwords/passwords.ts'
import { findLiveSessions, revokeSessions } from '#api/people/auth/sessions/session-store.ts'
import type { Services } from '#api/platform/app-type.ts'
import { recordEdit } from '#api/platform/audit/record.ts'
import { Conflict, findOrThrow } from '#api/platform/errors.ts'
import { queueMail } from '#api/platform/mail/outbox.ts'
import type { Actor } from '#api/platform/plugins/guards.ts'
import { nameRights } from '#api/rules/rights.ts'
import { refuse } from '#db/connection/unique-violation.ts'
import { nullEmptyFields } from '#db/models/people/buyer.ts'
import { User } from '#db/models/people/user.ts'

/**
 * Creates an account and mails its owner a link to choose a password, which also verifies the address.
 * @param body without a password, nobody can sign in until then
 * @throws Conflict email_taken; InvalidInput for a common password
 */
export async function createUser(
  { db, env, jobs }: Services,
  { password, ...fields }: CreateUserBody,
  admin: Actor,
): Promise<User> {
  const passwordHash = password
    ? await hashNewPassword(password, 'password', { env, owner: fields })
    : NO_PASSWORD
  return db
    .transaction(async (trx) => {
      await admin.holdRight(trx)
      const user = await User.query(trx)
        .insert({ ...nullEmptyFields(fields), passwordHash })
        .returning('*')
      const { firstName, lastName, email, company } = user
      const shown = { firstName, lastName, email, company, ...flagsOf(user) }
      await recordEdit(trx, about(user, admin), undefined, shown)
      await queueMail(jobs, trx, 'invitation', { userId: user.id })
      return user
    })
    .catch(refuse('users_email_key', () => emailTaken({ isSignedIn: true })))
}

/** Locks a user to change their rights. @throws NotFound; SignedOut, Forbidden; Conflict erased */
async function lockForRights(trx: Knex.Transaction, userId: number, admin: Actor) {
  const locked = await lockWithAdmins(trx, userId)
  await admin.holdRight(trx)
  if (locked.user.erasedAt)
    throw new Conflict('erased', 'This customer was erased. Nobody can sign in to the account.')
  return locked
}

/**
 * Changes a user's rights, and signs them out everywhere, so that no open page shows data that they may no longer see.
 * @throws NotFound; Conflict erased, last_admin, keys_undecided
 */
export async function changeRoles(
  { db, jobs }: Services,
  userId: number,
  { keys, ...roles }: ChangeRolesBody,
  admin: Actor,
): Promise<User> {
  return db.transaction(async (trx) => {
    const { user, otherAdmins } = await lockForRights(trx, userId, admin)
    const before = flagsOf(user)
    const after = { ...before, ...roles }
    if (nameRights(before) === nameRights(after)) return user
    if (user.isAdmin && !after.isAdmin && otherAdmins === 0) {
      throw new Conflict('last_admin', 'You cannot remove the rights of the last admin')
    }
    await revokeSessions(trx, userId)
    if (!after.isAdmin) await settleKeys(trx, userId, keys, admin)
    await recordEdit(trx, about(user, admin), before, after)
    await queueAccountNotice(jobs, trx, user, 'role_changed')
    return await user.$query(trx).patchAndFetch({ ...after, updatedAt: new Date() })
  })
}

/**
 * Disables an account and signs it out everywhere, or enables it again. Its orders and invoices stay.
 * @throws NotFound; Conflict erased, own_account, last_admin, keys_undecided
 */
export async function setDisabled(
  { db, jobs }: Services,
  userId: number,
  { isDisabled, keys }: DisabledBody,
  admin: Actor,
) {
  if (isDisabled && userId === admin.id) {
    throw new Conflict('own_account', 'You cannot disable your own account')
  }
  return db.transaction(async (trx) => {
    const { user, otherAdmins } = await lockForRights(trx, userId, admin)
    if (isDisabled === (user.disabledAt !== null)) return user
    if (isDisabled && user.isAdmin && otherAdmins === 0) {
      throw new Conflict('last_admin', 'The last admin cannot be disabled')
    }
    if (isDisabled) {
      await revokeSessions(trx, userId)
      await settleKeys(trx, userId, keys, admin)
    }
    await recordEdit(trx, about(user, admin), { isDisabled: !isDisabled }, { isDisabled })
    await queueAccountNotice(jobs, trx, user, isDisabled ? 'disabled' : 'enabled')
    const now = new Date()
    return await user.$query(trx).patchAndFetch({ disabledAt: isDisabled ? now : null, updatedAt: now })
  })
}

/** Signs a user out everywhere. @throws NotFound */
export async function endSessions(db: Knex, userId: number, admin: Actor): Promise<void> {
  await db.transaction(async (trx) => {
    await admin.holdRight(trx)
    const user = await findOrThrow(User.query(trx).findById(userId), 'User')
    const live = await findLiveSessions(trx, userId).resultSize()
    await revokeSessions(trx, userId)
    await recordEdit(trx, about(user, admin), { sessions: live }, { sessions: 0 })
  })
}

const flagsOf = ({ isStaff, isAdmin }: User) => ({ isStaff, isAdmin })

const about = ({ id }: User, { id: actorId, ipAddress }: Actor) =>
  ({ actorId, ipAddress, subject: 'user', subjectId: id }) as const
