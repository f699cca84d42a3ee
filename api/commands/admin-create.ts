import { withDb } from '../../db/connection/connection.ts'
import { findOwnerUrl } from '../../db/connection/postgres-client.ts'
import { parseEnv } from '../base/env.ts'
import { say } from '../base/terminal.ts'
import { createAdminByHand } from '../features/users/admin-by-hand.ts'
import { INVITATION_LINK_HOURS } from '../rules/periods.ts'
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
