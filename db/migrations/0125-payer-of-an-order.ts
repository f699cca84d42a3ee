import type { Knex } from 'knex'

export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    -- SHA-256 of the cookie of the browser that last opened the payment by a mailed link.
    ALTER TABLE orders ADD COLUMN payer_browser_hash bytea,
    -- Of the password that was chosen there. It counts once that browser reports the payment.
      ADD COLUMN payer_password_hash text;
  `)
}

export async function down(): Promise<void> {
  throw new Error('Migrations run forward only')
}
