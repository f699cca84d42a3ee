import type { Knex } from 'knex'

/** An index is built beside a shop that sells only outside of a transaction. */
export const config = { transaction: false }

/** The buyer's own number of an order, such as that of a purchase order. */
export async function up(knex: Knex): Promise<void> {
  await knex.raw('ALTER TABLE orders ADD COLUMN IF NOT EXISTS reference text')
  // A build that was interrupted leaves an index that serves nothing. The expression is that of api/platform/lists/search.ts.
  await knex.raw('DROP INDEX CONCURRENTLY IF EXISTS orders_reference_idx')
  await knex.raw(`CREATE INDEX CONCURRENTLY orders_reference_idx ON orders
    USING gin ((' ' || reference) gin_trgm_ops) WHERE reference IS NOT NULL`)
}

export async function down(): Promise<void> {
  throw new Error('Migrations run forward only')
}
