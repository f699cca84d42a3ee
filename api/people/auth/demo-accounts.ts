import type { Knex } from 'knex'
import { User } from '#db/models/people/user.ts'
import { DEMO_ACCOUNTS } from '#db/seeds/accounts.ts'
import { verifyPassword } from './passwords/passwords.ts'

/** @returns e-mails of demo accounts that still have their publicly known password */
export async function listOpenDemoAccounts(db: Knex): Promise<string[]> {
  const open: string[] = []
  for (const { email, password } of Object.values(DEMO_ACCOUNTS)) {
    const user = await User.query(db).findOne({ email, disabledAt: null })
    if (user && (await verifyPassword(user.passwordHash, password))) open.push(email)
  }
  return open
}
