import type { Knex } from 'knex'

/** An index is built beside a shop that sells only outside of a transaction, and a constraint is checked so as well. */
export const config = { transaction: false }

export async function up(knex: Knex): Promise<void> {
  await knex.raw('ALTER TABLE orders VALIDATE CONSTRAINT orders_work_state_check')
  // A build that was interrupted leaves an index that serves nothing.
  await knex.raw('DROP INDEX CONCURRENTLY IF EXISTS orders_delivered_idx')
  await knex.raw(`CREATE INDEX CONCURRENTLY orders_delivered_idx ON orders (created_at, id)
    WHERE work_state = 'delivered'`)
}

export async function down(): Promise<void> {
  throw new Error('Migrations run forward only')
}
