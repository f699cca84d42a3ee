import type { Knex } from 'knex'

/**
 * Which provider an order was opened at and which one sent an event, so that it is asked there even after the shop has changed to
 * another one. Payments have the column already. Everything up to now is of the first provider; so is what the last release adds.
 */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`ALTER TABLE orders ADD COLUMN provider text NOT NULL DEFAULT 'razorpay'`)
  await knex.raw(`ALTER TABLE webhook_events ADD COLUMN provider text NOT NULL DEFAULT 'razorpay'`)
}

export async function down(): Promise<void> {
  throw new Error('Migrations run forward only')
}
