import type { Knex } from 'knex'

/** A payment may be any provider's. 'none' is still the zero payment of a free order. */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    ALTER TABLE payments
      DROP CONSTRAINT payments_provider_check,
      ADD CONSTRAINT payments_provider_check CHECK (provider <> '');
  `)
}

export async function down(): Promise<void> {
  throw new Error('Migrations run forward only')
}
