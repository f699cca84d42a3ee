import type { Knex } from 'knex'

/** An index is built beside a shop that sells only outside of a transaction. */
export const config = { transaction: false }

/** The order that an event is about, also of a payment that failed, which the shop does not store. */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(
    'ALTER TABLE webhook_events ADD COLUMN IF NOT EXISTS order_id integer REFERENCES orders (id) ON DELETE SET NULL',
  )
  await knex.raw(`UPDATE webhook_events SET order_id = orders.id FROM orders
    WHERE orders.provider_order_id = payload #>> '{payload,payment,entity,order_id}' AND order_id IS NULL`)
  // A build that was interrupted leaves an index that serves nothing.
  await knex.raw('DROP INDEX CONCURRENTLY IF EXISTS webhook_events_order_idx')
  await knex.raw('CREATE INDEX CONCURRENTLY webhook_events_order_idx ON webhook_events (order_id)')
}

export async function down(): Promise<void> {
  throw new Error('Migrations run forward only')
}
