import type { Knex } from 'knex'

/** An index is built beside a shop that sells only outside of a transaction. */
export const config = { transaction: false }

/** Of an order that is paid in parts each part has its own invoice, and what corrects it. */
export async function up(knex: Knex): Promise<void> {
  await knex.raw('ALTER TABLE invoices ADD COLUMN IF NOT EXISTS part_position smallint')
  // A build that was interrupted leaves an index that serves nothing.
  await knex.raw('DROP INDEX CONCURRENTLY IF EXISTS invoices_first_of_part_key')
  await knex.raw(`CREATE UNIQUE INDEX CONCURRENTLY invoices_first_of_part_key
    ON invoices (order_id, coalesce(part_position, 0)) WHERE kind = 'invoice' AND replaces_id IS NULL`)
  await knex.raw('DROP INDEX CONCURRENTLY IF EXISTS invoices_first_of_order_key')
  await knex.raw('ALTER INDEX invoices_first_of_part_key RENAME TO invoices_first_of_order_key')
}

export async function down(): Promise<void> {
  throw new Error('Migrations run forward only')
}
