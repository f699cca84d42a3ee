import type { Knex } from 'knex'

/** An index is built beside a shop that sells only outside of a transaction, and a constraint is checked so as well. */
export const config = { transaction: false }

export async function up(knex: Knex): Promise<void> {
  await knex.raw('ALTER TABLE orders VALIDATE CONSTRAINT orders_payment_status_check')
  // A build that was interrupted leaves an index that serves nothing.
  await knex.raw('DROP INDEX CONCURRENTLY IF EXISTS orders_in_work_idx')
  await knex.raw(`CREATE INDEX CONCURRENTLY orders_in_work_idx ON orders (created_at, id)
    WHERE payment_status IN ('paid', 'instalment_paid') AND status IN ('pending', 'processing')`)
  await knex.raw('DROP INDEX CONCURRENTLY IF EXISTS orders_to_do_idx')
  await knex.raw('ALTER INDEX orders_in_work_idx RENAME TO orders_to_do_idx')
}

export async function down(): Promise<void> {
  throw new Error('Migrations run forward only')
}
