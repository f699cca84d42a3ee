import type { Knex } from 'knex'

/** An index is built beside a shop that sells only outside of a transaction. */
export const config = { transaction: false }

const folded = (expression: string) => `USING gin (fold_text(${expression}) gin_trgm_ops)`
const byAlphabet = (...columns: string[]) =>
  `(${columns.map((column) => `${column} COLLATE "und-x-icu"`).join(', ')}, id)`

/** The expressions are those of the searches and lists in api/, or the indexes serve nothing. */
const INDEXES = {
  users_folded_idx: `users ${folded(`' ' || first_name || ' ' || last_name || ' ' || email || ' ' || company`)}`,
  registrations_folded_idx: `registrations ${folded(
    `' ' || first_name || ' ' || last_name || ' ' || email || ' ' || company || ' ' || phone`,
  )}`,
  orders_folded_idx: `orders ${folded(`' ' || CAST(id AS text) || ' ' || invoice_number || ' ' || package_name || ' ' ||
    coalesce(coupon_code, '') || ' ' || (buyer ->> 'firstName') || ' ' || (buyer ->> 'lastName') || ' ' ||
    (buyer ->> 'email') || ' ' || (buyer ->> 'company') || ' ' || (buyer ->> 'phone')`)}`,
  orders_folded_reference_idx: `orders ${folded(`' ' || reference`)} WHERE reference IS NOT NULL`,
  coupons_folded_idx: `coupons ${folded(`' ' || code`)}`,
  audit_log_folded_idx: `audit_log ${folded('search_text')}`,
  outbox_folded_idx: `outbox ${folded(`' ' || coalesce(to_email, '') || ' ' || coalesce(subject, '')`)}`,
  past_orders_folded_idx: `past_orders ${folded(`' ' || source || ' ' || reference || ' ' || package_name`)}`,

  users_by_first_name_idx: `users ${byAlphabet('first_name', 'last_name')}`,
  users_by_last_name_idx: `users ${byAlphabet('last_name', 'first_name')}`,
  users_by_company_idx: `users ${byAlphabet('company')}`,
  registrations_by_first_name_idx: `registrations ${byAlphabet('first_name', 'last_name')}`,
  registrations_by_last_name_idx: `registrations ${byAlphabet('last_name', 'first_name')}`,
  registrations_by_company_idx: `registrations ${byAlphabet('company')}`,
  orders_by_package_name_idx: `orders ${byAlphabet('package_name')}`,
}
const REPLACED = [
  ...['users', 'registrations', 'orders', 'coupons', 'audit_log', 'outbox', 'past_orders'].map(
    (table) => `${table}_search_idx`,
  ),
  ...['users_first_name_idx', 'users_last_name_idx', 'users_company_idx', 'registrations_first_name_idx'],
  ...['registrations_last_name_idx', 'registrations_company_idx'],
  ...['orders_package_name_idx', 'orders_reference_idx'],
]

/** What is searched and sorted by no longer knows accents. */
export async function up(knex: Knex): Promise<void> {
  // A trusted extension, as pg_trgm is: whoever may create in the database may install it.
  await knex.raw('CREATE EXTENSION IF NOT EXISTS unaccent')
  // Immutable, as an index demands, although its rules could be edited. The body is no string, which would be read anew
  // while a backup is restored, without a search path.
  await knex.raw(`CREATE OR REPLACE FUNCTION fold_text(value text) RETURNS text
    LANGUAGE sql IMMUTABLE PARALLEL SAFE STRICT
    -- Plain texts have a way of their own, which takes half the time.
    RETURN CASE WHEN octet_length(value) = length(value) THEN replace(lower(value), '\`', '''')
      ELSE lower(unaccent('unaccent'::regdictionary, normalize(translate(value, '´\`ςΣ', '''''σσ'), NFKD))) END`)
  for (const [name, definition] of Object.entries(INDEXES)) {
    // A build that was interrupted leaves an index that serves nothing.
    await knex.raw(`DROP INDEX CONCURRENTLY IF EXISTS ${name}`)
    await knex.raw(`CREATE INDEX CONCURRENTLY ${name} ON ${definition}`)
  }
  for (const name of REPLACED) await knex.raw(`DROP INDEX CONCURRENTLY IF EXISTS ${name}`)
}

export async function down(): Promise<void> {
  throw new Error('Migrations run forward only')
}
