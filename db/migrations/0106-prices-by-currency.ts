import type { Knex } from 'knex'

/** Minor units by currency. A process of the version before leaves them out, and sells at the price it knows. */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    ALTER TABLE packages ADD COLUMN other_prices jsonb NOT NULL DEFAULT '{}'
      CHECK (jsonb_typeof(other_prices) = 'object');
    -- Of a fixed discount; empty: in its own currency alone.
    ALTER TABLE coupons ADD COLUMN other_amounts jsonb NOT NULL DEFAULT '{}'
      CHECK (jsonb_typeof(other_amounts) = 'object');
  `)
}

export async function down(): Promise<void> {
  throw new Error('Migrations run forward only')
}
