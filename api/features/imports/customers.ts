import type { Knex } from 'knex'
import { nullEmptyFields } from '../../../db/models/buyer.ts'
import { User } from '../../../db/models/user.ts'
import { countries, isCountry } from '../../contract/countries.ts'
import { ImportedCustomer } from '../../contract/import-rows.ts'
import { NO_PASSWORD } from '../auth/passwords.ts'
import type { ImportKindRules } from './kind.ts'

const keyOf = ({ email }: { email: string }) => email.toLowerCase()

/** An account that is there is never changed. Nobody signs in to a new one before its owner has followed a link. */
export const CUSTOMERS: ImportKindRules<ImportedCustomer> = {
  schema: ImportedCustomer,
  keyOf,
  keyColumn: 'email',
  findExisting: async (db, rows) => new Set((await findAccounts(db, rows.map(keyOf))).keys()),
  async insert(trx, rows, importId) {
    const accounts = rows.map((row) => ({ ...nullEmptyFields(row), passwordHash: NO_PASSWORD }))
    const made = (await trx('users')
      .insert(accounts)
      .onConflict(trx.raw('(lower(email))'))
      .ignore()
      .returning('id')) as { id: number }[]
    if (made.length > 0) {
      await trx('importedUsers').insert(made.map(({ id }) => ({ userId: id, importId })))
    }
    return made.length
  },
}

/** @param keys e-mails in small letters @returns ids by them */
export async function findAccounts(db: Knex, keys: string[]): Promise<Map<string, number>> {
  const found = await User.query(db).select('id', 'email').whereRaw('lower(email) = ANY (?)', [keys])
  return new Map(found.map((user) => [keyOf(user), user.id]))
}

/** @returns the code of a country that is written as a code or as a name; anything else as it is */
export function readCountry(text: string): string {
  const code = text.toUpperCase()
  if (isCountry(code)) return code
  return countries.find(({ name }) => name.toLowerCase() === text.toLowerCase())?.code ?? text
}
