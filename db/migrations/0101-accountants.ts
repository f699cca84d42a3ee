import type { Knex } from 'knex'

/** The right of an accountant, who reads what was sold, invoiced and refunded. */
export async function up(knex: Knex): Promise<void> {
  await knex.raw('ALTER TABLE users ADD COLUMN is_accountant boolean NOT NULL DEFAULT false')
  await knex.raw('CREATE INDEX users_accountants_idx ON users (created_at, id) WHERE is_accountant')
}

export async function down(): Promise<void> {
  throw new Error('Migrations run forward only')
}
