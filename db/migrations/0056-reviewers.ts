import type { Knex } from 'knex'

export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    -- Who the reviewer is at work, as they want it shown. Empty: not said.
    ALTER TABLE reviews
      ADD COLUMN customer_role text NOT NULL DEFAULT '',
      ADD COLUMN customer_company text NOT NULL DEFAULT '';
  `)
}

export async function down(): Promise<void> {
  throw new Error('Migrations run forward only')
}
