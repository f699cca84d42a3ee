import type { Knex } from 'knex'

/** An index is built beside a shop that sells only outside of a transaction. */
export const config = { transaction: false }

/** One payment at most fulfils an order or, of one that is paid in parts, each part. */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    ALTER TABLE orders ADD COLUMN IF NOT EXISTS is_in_parts boolean NOT NULL DEFAULT false;
    ALTER TABLE payments ADD COLUMN IF NOT EXISTS part_position smallint;
    -- When its payment was last opened.
    ALTER TABLE order_parts ADD COLUMN IF NOT EXISTS opened_at timestamptz`)
  // A build that was interrupted leaves an index that serves nothing.
  await knex.raw('DROP INDEX CONCURRENTLY IF EXISTS payments_one_fulfils_part_key')
  await knex.raw(`CREATE UNIQUE INDEX CONCURRENTLY payments_one_fulfils_part_key
    ON payments (order_id, coalesce(part_position, 0)) WHERE fulfils_order`)
  await knex.raw('DROP INDEX CONCURRENTLY IF EXISTS payments_one_fulfils_order_key')
  await knex.raw('ALTER INDEX payments_one_fulfils_part_key RENAME TO payments_one_fulfils_order_key')
}

export async function down(): Promise<void> {
  throw new Error('Migrations run forward only')
}
