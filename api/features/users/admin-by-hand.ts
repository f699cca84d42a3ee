/** Makes an admin at the command line: the first one cannot be invited by another (docs/decisions/039-one-command-line.md). */
import { randomBytes } from 'node:crypto'
import type { Knex } from 'knex'
import { PasswordReset } from '../../../db/models/mailed-token.ts'
import { User } from '../../../db/models/user.ts'
import { Conflict, InvalidInput } from '../../base/errors.ts'
import { CreateUserBody } from '../../contract/users.ts'
import { INVITATION_LINK_HOURS } from '../../rules/periods.ts'
import { recordEdit } from '../audit/record.ts'
import { findUserByEmail } from '../auth/account.ts'
import { storeToken } from '../auth/mailed-links/mailed-token.ts'
import { NO_PASSWORD } from '../auth/passwords/passwords.ts'
import { addFirstAdmin } from '../notifications/recipient.ts'

const NewAdmin = CreateUserBody.pick({ firstName: true, lastName: true, email: true })

/**
 * The link is not mailed, but returned for the operator to pass on. The first admin also gets notifications by mail.
 * @param admin.name unset: 'Shop Admin', which the admin can change in the profile
 * @param admin.isAnother whether there may be an admin already
 * @returns the path of a link that sets the password
 * @throws InvalidInput; Conflict admin_exists, email_taken
 */
export async function createAdminByHand(
  db: Knex,
  admin: { email: string; name?: string | undefined; isAnother: boolean },
): Promise<{ user: User; path: string }> {
  const [firstName, ...lastNames] = (admin.name ?? 'Shop Admin').trim().split(/\s+/)
  const parsed = NewAdmin.safeParse({ email: admin.email, firstName, lastName: lastNames.join(' ') })
  if (!parsed.success) {
    const [issue] = parsed.error.issues
    throw new InvalidInput(String(issue?.path[0] ?? ''), issue?.message ?? 'Invalid input')
  }
  return await db.transaction(async (trx) => {
    // Calls take turns, so that a second one finds the first one's admin.
    await trx.raw(`SELECT pg_advisory_xact_lock(hashtext('admin by hand'))`)
    const hasAdmin = (await User.query(trx).where({ isAdmin: true, disabledAt: null }).resultSize()) > 0
    if (hasAdmin && !admin.isAnother) {
      throw new Conflict('admin_exists', 'There is an admin already. With --another there will be one more.')
    }
    if (await findUserByEmail(trx, parsed.data.email)) {
      // The existing account is not made an admin, because a stranger may know its password.
      throw new Conflict('email_taken', 'An account with this e-mail exists. Please name another e-mail.')
    }
    const user = await User.query(trx)
      .insert({ ...parsed.data, isAdmin: true, passwordHash: NO_PASSWORD })
      .returning('*')
    const about = { actorId: null, subject: 'user', subjectId: user.id } as const
    await recordEdit(trx, about, undefined, { ...parsed.data, isAdmin: true })
    if (!hasAdmin) await addFirstAdmin(trx, user.email)
    const token = randomBytes(32).toString('base64url')
    const validFor = `${INVITATION_LINK_HOURS} hours`
    await storeToken(trx, PasswordReset, token, { userId: user.id, validFor })
    return { user, path: `/reset-password#token=${token}` }
  })
}
