import type { Knex } from 'knex'

/** [table, column before, column after] */
const RENAMED = [
  ['orders', 'razorpay_order_id', 'provider_order_id'],
  ['payments', 'razorpay_payment_id', 'provider_payment_id'],
  ['refunds', 'razorpay_refund_id', 'provider_refund_id'],
] as const

/** The columns name no provider, and each provider's ids have a form of their own: it is checked where they arrive. */
export async function up(knex: Knex): Promise<void> {
  for (const [table, before, after] of RENAMED) {
    await knex.raw(`
      ALTER TABLE ${table} RENAME COLUMN ${before} TO ${after};
      ALTER TABLE ${table} RENAME CONSTRAINT ${table}_${before}_key TO ${table}_${after}_key;
      ALTER TABLE ${table} DROP CONSTRAINT ${table}_${before}_check;
      ALTER TABLE ${table} ADD CONSTRAINT ${table}_${after}_check CHECK (${after} ~ '^[A-Za-z0-9_-]{1,64}$');
    `)
  }
  await knex.raw(`
    ALTER TABLE webhook_events ADD COLUMN provider_payment_id text;
    UPDATE webhook_events SET provider_payment_id = payload #>> '{payload,payment,entity,id}'
      WHERE payload #> '{payload,payment,entity,id}' IS NOT NULL;
  `)
}

export async function down(): Promise<void> {
  throw new Error('Migrations run forward only')
}
