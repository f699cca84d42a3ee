import { User as WireUser } from '#api/contract/people/auth.ts'
import { PasswordBody, ProfileBody } from '#api/contract/people/profile.ts'
import type { AuditValue } from '#api/contract/platform/audit.ts'
import { emailTaken, findUserByEmail, toWireUser } from '#api/people/auth/account.ts'
import { queueAccountNotice } from '#api/people/auth/account-notice.ts'
import { hashNewPassword, verifyPassword } from '#api/people/auth/passwords/passwords.ts'
import { endOldPassword } from '#api/people/auth/passwords/reset.ts'
import type { App, Services } from '#api/platform/app-type.ts'
import { recordEdit } from '#api/platform/audit/record.ts'
import { WrongPassword } from '#api/platform/errors.ts'
import { call } from '#api/platform/http/call.ts'
import { HOUR_MS, PASSWORD_LIMITS, SUCCESS } from '#api/platform/http/limits.ts'
import { queueMails } from '#api/platform/mail/outbox.ts'
import { type Actor, getActor, getUser } from '#api/platform/plugins/guards.ts'
import { signIn } from '#api/platform/plugins/session.ts'
import { omitPlaceholders } from '#api/rules/placeholders.ts'
import { nullEmptyFields } from '#db/models/people/buyer.ts'
import { User } from '#db/models/people/user.ts'

export function profileRoutes(app: App, services: Services): void {
  const { env } = services
  call(app, 'PUT /user/profile', {
    access: 'customer',
    tag: 'Accounts',
    operationId: 'updateProfile',
    summary: 'Change your profile',
    description: 'Another e-mail needs the current password and counts once its link has confirmed it.',
    limits: [
      ...PASSWORD_LIMITS,
      // Every change adds to the audit log, which is never deleted.
      { name: 'profile', by: 'user', max: 20, windowMs: HOUR_MS, counts: [SUCCESS] },
    ],
    refusals: {
      400: 'Invalid input, or another e-mail without the current password (wrong_password)',
      403: 'From another origin (bad_origin), or another e-mail without a fresh proof, of an account with a second factor (proof_needed)',
      409: 'The e-mail has an account (email_taken)',
    },
    body: ProfileBody,
    response: WireUser,
    handler: async (request) =>
      toWireUser(await updateProfile(services, getUser(request), request.body, getActor(request))),
  })

  call(app, 'PUT /user/password', {
    access: 'customer',
    proof: 'with_factor',
    tag: 'Accounts',
    operationId: 'changePassword',
    summary: 'Change your password; everyone else signed in with the old one is signed out',
    description: 'The session that asks goes on.',
    limits: [
      ...PASSWORD_LIMITS,
      { name: 'new-password', by: 'user', max: 10, windowMs: HOUR_MS, counts: [SUCCESS] },
    ],
    refusals: {
      400: 'Invalid input, a wrong current password (wrong_password) or a new one that is too common',
    },
    body: PasswordBody,
    handler: async (request, reply) => {
      const user = await changePassword(services, getUser(request), request.body, getActor(request))
      await signIn(request, reply, env, user, 'session')
    },
  })
}

/**
 * Updates the profile. A new e-mail is only requested: both addresses get a mail, and it applies once its link is opened.
 * @throws WrongPassword for a new e-mail without the current password; Conflict email_taken
 */
export async function updateProfile({ db, jobs }: Services, user: User, body: ProfileBody, owner: Actor) {
  // Clears the placeholder country of a guest's profile if the body has none.
  const { currentPassword, email, country = omitPlaceholders(user).country, ...rest } = body
  const isSame = (other: string) => other.toLowerCase() === email.toLowerCase()
  const changesEmail = !isSame(user.email)
  if (changesEmail && !(await verifyPassword(user.passwordHash, currentPassword ?? ''))) {
    throw new WrongPassword('Enter your current password to change your email')
  }
  if (changesEmail && (await findUserByEmail(db, email))) throw emailTaken({ isSignedIn: true })
  return await db.transaction(async (trx) => {
    const before = await User.query(trx).findById(user.id).forNoKeyUpdate().throwIfNotFound()
    await owner.holdRight(trx, changesEmail ? 'with_factor' : undefined)
    // Another address is only ever written by its confirmation, which may have happened since this call read the user.
    const written = isSame(before.email) ? email : before.email
    const fields = { ...nullEmptyFields({ ...rest, country }), email: written, updatedAt: new Date() }
    const after = await User.query(trx).patchAndFetchById(user.id, fields).throwIfNotFound()
    const about = { actorId: user.id, subject: 'user', subjectId: user.id } as const
    await recordEdit(trx, about, toAuditValues(before), toAuditValues(after))
    if (changesEmail) {
      await queueMails(jobs, trx, [
        { kind: 'confirm_email', payload: { userId: user.id, email } },
        { kind: 'address_change', payload: { email: before.email } },
      ])
    }
    return after
  })
}

/** Omits address and phone, because audit log entries are never deleted. */
function toAuditValues(user: User): Record<string, AuditValue> {
  const { firstName, lastName, email, company, jobTitle } = omitPlaceholders(user)
  return { firstName, lastName, email, company, jobTitle }
}

/**
 * Sets a new password, and ends all sessions (the caller's, too), unused sign-in tokens and reset links.
 * @throws WrongPassword; InvalidInput for a common password
 */
async function changePassword(services: Services, user: User, body: PasswordBody, owner: Actor) {
  if (!(await verifyPassword(user.passwordHash, body.currentPassword))) {
    throw new WrongPassword('Your current password is not correct')
  }
  const { db, env } = services
  const passwordHash = await hashNewPassword(body.newPassword, 'newPassword', { env, owner: user })
  return await db.transaction(async (trx) => {
    // Matches no row if the password has changed since it was checked.
    const [changed] = await User.query(trx)
      .where({ id: user.id, passwordHash: user.passwordHash })
      .patch({ passwordHash, updatedAt: new Date() })
      .returning('*')
    if (!changed) throw new WrongPassword('Your current password is not correct')
    await owner.holdRight(trx)
    const about = { actorId: user.id, subjectId: user.id, ipAddress: owner.ipAddress }
    await recordEdit(trx, { ...about, subject: 'user' }, { password: null }, { password: 'changed' })
    await endOldPassword(trx, changed)
    await queueAccountNotice(services.jobs, trx, changed, 'password_changed', owner)
    return changed
  })
}
