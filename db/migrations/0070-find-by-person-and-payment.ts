import type { Knex } from 'knex'

/** An index is built beside a shop that sells only outside of a transaction. */
export const config = { transaction: false }

/** What an erasure and a person's own data are found by. Without them each reads all mails and all events of the provider. */
const INDEXES = {
  outbox_to_email_idx: 'outbox (lower(to_email))',
  webhook_events_payment_idx: 'webhook_events (provider_payment_id)',
}

export async function up(knex: Knex): Promise<void> {
  for (const [name, columns] of Object.entries(INDEXES)) {
    // A build that was interrupted leaves an index that serves nothing.
    await knex.raw(`DROP INDEX CONCURRENTLY IF EXISTS ${name}`)
    await knex.raw(`CREATE INDEX CONCURRENTLY ${name} ON ${columns}`)
  }
}

export async function down(): Promise<void> {
  throw new Error('Migrations run forward only')
}
