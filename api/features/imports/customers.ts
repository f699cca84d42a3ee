import type { Knex } from 'knex'
import { nullEmptyFields } from '../../../db/models/buyer.ts'
import { ImportedCustomer } from '../../contract/imports.ts'
import { countries, isCountry } from '../../rules/countries.ts'
import { NO_PASSWORD } from '../auth/passwords/passwords.ts'
import type { ImportKindRules } from './kind.ts'

const keyOf = ({ email }: { email: string }) => email.toLowerCase()

/** Existing accounts are not changed. A new account has no password until its owner follows a mailed link. */
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
 * With a join, because PostgreSQL has no statistics about rows of the running transaction and would otherwise scan the table.
 * @param keys e-mails in lower case
 * @returns the ids of accounts by their keys
 */
export async function findAccounts(db: Knex, keys: string[]): Promise<Map<string, number>> {
  const { rows } = await db.raw<{ rows: { id: number; email: string }[] }>(
    'SELECT users.id, users.email FROM unnest(?::text[]) AS keys (key) JOIN users ON lower(users.email) = key',
    [keys],
  )
  return new Map(rows.map((user) => [keyOf(user), user.id]))
}

/** @returns the code of a country for its code or name; any other text unchanged */
export function readCountry(text: string): string {
  const code = text.toUpperCase()
  if (isCountry(code)) return code
  return countries.find(({ name }) => name.toLowerCase() === text.toLowerCase())?.code ?? text
}
