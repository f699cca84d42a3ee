import type { Knex } from 'knex'

export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    -- A call that was made under a key is done once: its answer is written with what it answers, in one transaction.
    CREATE TABLE idempotency_keys (
      -- Who called: one caller's keys are no other's.
      caller text NOT NULL,
      route text NOT NULL,
      key text NOT NULL CHECK (key ~ '^[!-~]{1,255}$'),
      -- Of what was sent. Keyed, because a password may be in it.
      fingerprint bytea NOT NULL CHECK (octet_length(fingerprint) = 32),
      -- Whoever works on it; after locked_until it is another's, and lock_token keeps the late one from finishing.
      lock_token uuid NOT NULL,
      locked_until timestamptz NOT NULL,
      status integer,
      answer jsonb,
      created_at timestamptz NOT NULL DEFAULT now(),
      PRIMARY KEY (caller, route, key),
      CHECK ((status IS NULL) = (answer IS NULL))
    );
    CREATE INDEX idempotency_keys_created_at_idx ON idempotency_keys (created_at);

    -- Reconciliation asks about a refund that is on its way again and again, ever more rarely.
    ALTER TABLE refunds ADD COLUMN provider_asked_at timestamptz;
    CREATE INDEX refunds_pending_idx ON refunds (created_at) WHERE status = 'pending';

    ALTER TABLE payments ADD COLUMN looked_note text;
    CREATE INDEX payments_looked_at_idx ON payments (created_at)
      WHERE (NOT fulfils_order OR flag IS NOT NULL) AND looked_at IS NOT NULL;
    CREATE INDEX webhook_events_received_at_idx ON webhook_events (received_at, id);

    ALTER TABLE audit_log DROP CONSTRAINT audit_log_subject_check;
    ALTER TABLE audit_log ADD CONSTRAINT audit_log_subject_check CHECK (subject IN (
      'order', 'user', 'package', 'coupon', 'assignment', 'payment', 'refund', 'webhook', 'job', 'mail'));
  `)
}

export async function down(): Promise<void> {
  throw new Error('Migrations run forward only')
}
