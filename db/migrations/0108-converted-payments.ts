import type { Knex } from 'knex'

/** What the provider says a payment converts to in its account's own currency, where it was made in another. */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    ALTER TABLE payments ADD COLUMN base_cents bigint, ADD COLUMN base_currency text
      CHECK (base_currency ~ '^[A-Z]{3}$'), ADD CHECK ((base_cents IS NULL) = (base_currency IS NULL))
  `)
}

export async function down(): Promise<void> {
  throw new Error('Migrations run forward only')
}
