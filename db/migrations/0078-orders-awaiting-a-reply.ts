import type { Knex } from 'knex'

/** An index is built beside a shop that sells only outside of a transaction. */
export const config = { transaction: false }

export async function up(knex: Knex): Promise<void> {
  // A build that was interrupted leaves an index that serves nothing.
  await knex.raw('DROP INDEX CONCURRENTLY IF EXISTS orders_awaits_reply_since_idx')
  await knex.raw(`CREATE INDEX CONCURRENTLY orders_awaits_reply_since_idx ON orders (awaits_reply_since)
    WHERE awaits_reply_since IS NOT NULL`)
}

export async function down(): Promise<void> {
  throw new Error('Migrations run forward only')
}
