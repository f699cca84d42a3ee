import type { Knex } from 'knex'

/** Money that goes back past the provider, and deliveries whose files open with the last payment. */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    ALTER TABLE refunds ADD COLUMN bank_reference text;
    ALTER TABLE deliveries ADD COLUMN is_withheld boolean NOT NULL DEFAULT false;
  `)
}

export async function down(): Promise<void> {
  throw new Error('Migrations run forward only')
}
