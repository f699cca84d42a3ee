import type { Knex } from 'knex'

export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    -- Of the cookie of the browser that placed the order. Null for orders from before: nobody is recognised by those.
    ALTER TABLE orders ADD COLUMN browser_hash bytea CHECK (octet_length(browser_hash) = 32);
    -- Of the stored hash of the password that the form gave: an account with another password is not signed in.
    ALTER TABLE orders ADD COLUMN password_digest bytea CHECK (octet_length(password_digest) = 32);
  `)
}

export async function down(): Promise<void> {
  throw new Error('Migrations run forward only')
}
