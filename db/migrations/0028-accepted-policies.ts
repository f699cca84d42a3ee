import type { Knex } from 'knex'

export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    -- Which text of each policy the buyer accepted, and when. Null for orders from before this was recorded.
    ALTER TABLE orders ADD COLUMN accepted_policies jsonb CHECK (jsonb_typeof(accepted_policies) = 'array');
  `)
}

export async function down(): Promise<void> {
  throw new Error('Migrations run forward only')
}
