import type { Knex } from 'knex'

export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    -- How much of an upload is there. What is only announced takes no room of the order.
    ALTER TABLE order_files ADD COLUMN arrived_bytes bigint NOT NULL DEFAULT 0;
  `)
}

export async function down(): Promise<void> {
  throw new Error('Migrations run forward only')
}
