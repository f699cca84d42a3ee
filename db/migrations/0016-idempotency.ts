import type { Knex } from 'knex'

export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    -- A call made under a key takes effect once: its response is stored in the transaction of its effect.
    CREATE TABLE idempotency_keys (
      -- Each caller has keys of their own.
      caller text NOT NULL,
      route text NOT NULL,
      key text NOT NULL CHECK (key ~ '^[!-~]{1,255}$'),
      -- Of what was sent. Keyed, because a password may be in it.
      fingerprint bytea NOT NULL CHECK (octet_length(fingerprint) = 32),
      -- The process at work. After locked_until another may take over; lock_token then stops the first from finishing.
      lock_token uuid NOT NULL,
      locked_until timestamptz NOT NULL,
      status integer,
      answer jsonb,
      created_at timestamptz NOT NULL DEFAULT now(),
      PRIMARY KEY (caller, route, key),
      CHECK ((status IS NULL) = (answer IS NULL))
    );
    CREATE INDEX idempotency_keys_created_at_idx ON idempotency_keys (created_at);

    -- Reconciliation asks about a pending refund repeatedly, at growing intervals.
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
