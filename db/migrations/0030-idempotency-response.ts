import type { Knex } from 'knex'

/** What a call returned is called a response everywhere; an answer is what a customer writes. */
export async function up(knex: Knex): Promise<void> {
  await knex.raw('ALTER TABLE idempotency_keys RENAME COLUMN answer TO response')
}

export async function down(): Promise<void> {
  throw new Error('Migrations run forward only')
}
