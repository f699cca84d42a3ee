import type { Knex } from 'knex'

/** An index is built beside a shop that sells only outside of a transaction. */
export const config = { transaction: false }

const INDEXES = {
  refunds_unfinished_idx: "(created_at) WHERE status IN ('requested', 'pending')",
  /** Whose bank reference is still to come. */
  refunds_untraced_idx: "(processed_at) WHERE status = 'processed' AND bank_reference IS NULL",
}

export async function up(knex: Knex): Promise<void> {
  // Why the decision on a request takes longer, in words for its customer.
  await knex.raw("ALTER TABLE refund_requests ADD COLUMN IF NOT EXISTS due_reason text NOT NULL DEFAULT ''")
  for (const [name, of] of Object.entries(INDEXES)) {
    // A build that was interrupted leaves an index that serves nothing.
    await knex.raw(`DROP INDEX CONCURRENTLY IF EXISTS ${name}`)
    await knex.raw(`CREATE INDEX CONCURRENTLY ${name} ON refunds ${of}`)
  }
}

export async function down(): Promise<void> {
  throw new Error('Migrations run forward only')
}
