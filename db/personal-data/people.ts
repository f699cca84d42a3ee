import { listColumns } from '#db/connection/prepared.ts'
import { EMPTY_BUYER_FIELDS } from '#db/models/people/buyer.ts'
import type { PersonalDataRow } from './row.ts'

/** SQL: empties the account's buyer columns, except names and e-mail. */
const EMPTY_COLUMNS = Object.entries(EMPTY_BUYER_FIELDS)
  .filter(([field]) => !['firstName', 'lastName', 'email'].includes(field))
  .map(([field, value]) => `${listColumns([field])} = ${value === null ? 'NULL' : `'${value}'`}`)
  .join(', ')

/** A row for a table with credentials of an account, which an erasure deletes. By default it is not exported. */
const opensAccount = (table: string, columns: string, kept: string, exported = 'no: opens the account') => ({
  table,
  owner: 'user_id',
  exported,
  erased: { deleted: columns },
  erase: [`DELETE FROM ${table} WHERE user_id = :userId`],
  kept: [kept],
})

/** `users` comes last, because its names and addresses are needed to find other rows. */
export const PEOPLE: readonly PersonalDataRow[] = [
  {
    table: 'sessions',
    owner: 'user_id',
    exported: 'sessions',
    erased: {
      emptied: 'address user_agent',
      'stays for a day: random': 'id_hash',
    },
    // Not deleted, because a request that is still running would insert the row again.
    erase: [
      `UPDATE sessions SET revoked_at = coalesce(revoked_at, now()), address = '', user_agent = '' WHERE user_id = :userId`,
    ],
    kept: ['Session that has ended'],
  },
  opensAccount('sign_in_tokens', 'token_hash', 'Sign-in token of a purchase'),
  opensAccount('password_resets', 'token_hash', 'Link that sets a password'),
  opensAccount('email_confirmations', 'email token_hash', 'Link that confirms an address'),
  opensAccount('passkeys', 'credential_id name public_key transports', 'accounts', 'passkeys'),
  {
    ...opensAccount('totp_secrets', 'sealed_secret', 'accounts', 'authenticatorApps'),
    kept: ['accounts', 'Secret of an authenticator app that was never confirmed'],
  },
  opensAccount('recovery_codes', 'code_hash', 'accounts'),
  {
    table: 'passkey_challenges',
    owner: 'bound_to',
    exported: 'no: opens the account',
    erased: { 'stays for minutes: random': 'bound_to challenge' },
    kept: ['Challenge of a passkey'],
  },
  {
    table: 'users',
    owner: 'id',
    exported: 'account',
    erased: {
      'replaced or emptied': `address city company country email factors first_name job_title last_name password_hash
        phone state tax_id zip_code`,
      'stays: names nobody': 'changed_in unmailed_kinds',
    },
    erase: [
      `UPDATE users SET ${EMPTY_COLUMNS}, first_name = 'Former', last_name = 'customer', email = 'erased-' || id || '@invalid',
         password_hash = 'none', email_verified_at = NULL, factors = '{}', disabled_at = coalesce(disabled_at, now()),
         erased_at = coalesce(erased_at, :erasedAt), updated_at = now()
       WHERE id = :userId`,
    ],
    kept: ['accounts'],
  },
]
