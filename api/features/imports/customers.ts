import type { Knex } from 'knex'
import { nullEmptyFields } from '../../../db/models/buyer.ts'
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

/**
 * Joined, because within the import's transaction PostgreSQL takes the table for small, and would compare each row with each key.
 * @param keys e-mails in small letters
 * @returns ids by them
 */
export async function findAccounts(db: Knex, keys: string[]): Promise<Map<string, number>> {
  const { rows } = await db.raw<{ rows: { id: number; email: string }[] }>(
    'SELECT users.id, users.email FROM unnest(?::text[]) AS keys (key) JOIN users ON lower(users.email) = key',
    [keys],
  )
  return new Map(rows.map((user) => [keyOf(user), user.id]))
}

/** @returns the code of a country that is written as a code or as a name; anything else as it is */
export function readCountry(text: string): string {
  const code = text.toUpperCase()
  if (isCountry(code)) return code
  return countries.find(({ name }) => name.toLowerCase() === text.toLowerCase())?.code ?? text
}
