import { randomBytes } from 'node:crypto'
import type { Knex } from 'knex'
import { CreateUserBody } from '#api/contract/operations/users.ts'
import { findUserByEmail } from '#api/people/auth/account.ts'
import { storeToken } from '#api/people/auth/mailed-links/mailed-token.ts'
import { NO_PASSWORD } from '#api/people/auth/passwords/passwords.ts'
import { recordEdit } from '#api/platform/audit/record.ts'
import { parseEnv } from '#api/platform/environment/env.ts'
import { Conflict, InvalidInput } from '#api/platform/errors.ts'
import { say } from '#api/platform/logging/terminal.ts'
import { INVITATION_LINK_HOURS } from '#api/rules/periods.ts'
import { withDb } from '#db/connection/connection.ts'
import { findOwnerUrl } from '#db/connection/postgres-client.ts'
import { PasswordReset } from '#db/models/people/session.ts'
import { User } from '#db/models/people/user.ts'
import { type Command, readOne } from './command.ts'

export const command: Command = {
  options: {
    name: { type: 'string' },
    another: { type: 'boolean', default: false },
  },
  async run(given) {
    const email = readOne(given, 'e-mail')
    const { name, another } = given.values
    const { user, path } = await withDb(await findOwnerUrl(process.env), 'admin create', (db) =>
      createAdminByHand(db, {
        email,
        name: typeof name === 'string' ? name : undefined,
        isAnother: another === true,
      }),
    )
    say(`✔ ${user.email} is an admin. Choose the password here, once, within ${INVITATION_LINK_HOURS} hours:`)
    say(`  ${new URL(path, parseEnv(process.env).publicOrigin).href}`)
    return 0
  },
}

const NewAdmin = CreateUserBody.pick({ firstName: true, lastName: true, email: true })

/**
 * Creates an admin. The link is returned for the operator to pass on, not mailed. The first admin also gets notifications by mail.
 * @param admin.name unset: 'Shop Admin', which the admin can change in the profile
 * @param admin.isAnother allows creating a further admin
 * @returns the path of a link that sets the password
 * @throws InvalidInput; Conflict admin_exists, email_taken
 */
async function createAdminByHand(
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
    // Calls run one at a time, so that a second one finds the first one's admin.
    await trx.raw(`SELECT pg_advisory_xact_lock(hashtext('admin by hand'))`)
    const hasAdmin = (await User.query(trx).where({ isAdmin: true, disabledAt: null }).resultSize()) > 0
    if (hasAdmin && !admin.isAnother) {
      throw new Conflict('admin_exists', 'There is an admin already. With --another there will be one more.')
    }
    if (await findUserByEmail(trx, parsed.data.email)) {
      // An existing account must not become an admin, because a stranger may know its password.
      throw new Conflict('email_taken', 'An account with this e-mail exists. Please name another e-mail.')
    }
    const user = await User.query(trx)
      .insert({ ...parsed.data, isAdmin: true, passwordHash: NO_PASSWORD })
      .returning('*')
    const about = { actorId: null, subject: 'user', subjectId: user.id } as const
    await recordEdit(trx, about, undefined, { ...parsed.data, isAdmin: true })
    const token = randomBytes(32).toString('base64url')
    const validFor = `${INVITATION_LINK_HOURS} hours`
    await storeToken(trx, PasswordReset, token, { userId: user.id, validFor })
    return { user, path: `/reset-password#token=${token}` }
  })
}
