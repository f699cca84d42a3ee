import type { Knex } from 'knex'
import { CreateKeyBody } from '#api/contract/operations/api-keys.ts'
import { createKey, listKeys, revokeKey } from '#api/operations/api-keys/api-key.ts'
import { Jobs } from '#api/platform/jobs/jobs.ts'
import { say } from '#api/platform/logging/terminal.ts'
import { withDb } from '#db/connection/connection.ts'
import { CannotProceed, findOwnerUrl } from '#db/connection/postgres-client.ts'
import { User } from '#db/models/people/user.ts'
import { type Command, expectNoArguments, readOne, WrongUse } from './command.ts'

const withShop = async <T>(work: (db: Knex, url: string) => Promise<T>): Promise<T> => {
  const url = await findOwnerUrl(process.env)
  return withDb(url, 'key', (db) => work(db, url))
}

const listOf = (text: unknown) => (typeof text === 'string' ? text.split(',') : undefined)
const numberOf = (text: unknown) => (text === undefined ? undefined : Number(text))

export const create: Command = {
  options: {
    keeper: { type: 'string' },
    scopes: { type: 'string' },
    days: { type: 'string' },
    addresses: { type: 'string' },
    refunds: { type: 'string' },
  },
  async run(given) {
    const { keeper, scopes, days, addresses, refunds } = given.values
    const body = CreateKeyBody.safeParse({
      name: readOne(given, 'name'),
      scopes: listOf(scopes),
      addresses: listOf(addresses),
      days: numberOf(days),
      dailyRefunds: numberOf(refunds),
    })
    if (!body.success) throw new WrongUse(body.error.issues[0]?.message)
    await withShop(async (db, databaseUrl) => {
      const admins = await User.query(db).where({ isAdmin: true, disabledAt: null }).orderBy('id')
      const named = admins.find(({ email }) => email.toLowerCase() === String(keeper).toLowerCase())
      const admin = keeper === undefined ? admins[0] : named
      if (!admin) throw new CannotProceed('No admin who may sign in has this address')
      const jobs = new Jobs({ databaseUrl, isWorking: false })
      try {
        const { id, key, expiresAt } = await db.transaction((trx) =>
          createKey(trx, body.data, { jobs, makerId: null, keeperId: admin.id }),
        )
        say(`✔ Key ${id} of ${admin.email}, valid until ${expiresAt.slice(0, 10)}. It is not shown again:`)
        say(`  ${key}`)
      } finally {
        await jobs.close()
      }
    })
    return 0
  },
}

export const list: Command = {
  async run(given) {
    expectNoArguments(given)
    const keys = await withShop(listKeys)
    if (keys.length === 0) say('No keys yet')
    for (const key of keys) {
      const { id, name, start, scopes, expiresAt, revokedAt, lastUsedAt } = key
      const until = revokedAt ? `revoked ${revokedAt.slice(0, 10)}` : `until ${expiresAt.slice(0, 10)}`
      const used = lastUsedAt ? `used ${lastUsedAt.slice(0, 10)}` : 'never used'
      say(`${id}  ${name}  ${start}…  ${scopes.join(',')}  ${until}  ${used}`)
    }
    return 0
  },
}

export const revoke: Command = {
  async run(given) {
    const id = Number(readOne(given, 'id of a key'))
    if (!Number.isSafeInteger(id)) throw new WrongUse('The id of a key is a number, see key list')
    await withShop((db) => db.transaction((trx) => revokeKey(trx, id, null)))
    say(`✔ Key ${id} is revoked`)
    return 0
  },
}
