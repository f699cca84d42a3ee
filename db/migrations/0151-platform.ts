import type { Knex } from 'knex'

/** Mails, repeated calls, and what the operator is told. */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    -- Mails that follow from a committed change. Each ends once: sent, refused for good, or given up because it no longer
    -- applies. Until then it is tried again, under the same message_id.
    CREATE TABLE outbox (
      id integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
      message_id uuid NOT NULL UNIQUE DEFAULT gen_random_uuid(),
      kind text NOT NULL CHECK (kind <> ''),
      payload jsonb NOT NULL,
      -- Both are known once it is sent.
      to_email text,
      subject text,
      state text NOT NULL GENERATED ALWAYS AS (CASE
        WHEN sent_at IS NOT NULL THEN 'sent'
        WHEN failed_at IS NOT NULL THEN 'failed'
        WHEN skipped_at IS NOT NULL THEN 'skipped'
        ELSE 'queued' END) STORED,
      attempts integer NOT NULL DEFAULT 0 CHECK (attempts >= 0),
      last_error text,
      created_at timestamptz NOT NULL DEFAULT now(),
      sent_at timestamptz,
      failed_at timestamptz,
      skipped_at timestamptz,
      -- The mail that this one sends again. A mail is forgotten after its period, also where a later one sent it again.
      resends integer REFERENCES outbox (id) ON DELETE SET NULL,
      CONSTRAINT outbox_ends_once CHECK (num_nonnulls(sent_at, failed_at, skipped_at) <= 1)
    );
    CREATE INDEX outbox_open_idx ON outbox (created_at) WHERE state = 'queued';
    CREATE INDEX outbox_created_at_idx ON outbox (created_at, id);
    CREATE INDEX outbox_kind_idx ON outbox (kind, created_at, id);
    CREATE INDEX outbox_state_idx ON outbox (state, created_at, id);
    CREATE INDEX outbox_resends_idx ON outbox (resends) WHERE resends IS NOT NULL;
    -- Before a mail goes out, the recent ones of its kind to the same mailbox are counted.
    CREATE INDEX outbox_mailbox_idx ON outbox ((regexp_replace(lower(to_email), '\\+[^@]*@', '@')), kind, created_at);
    -- What is about an order, or about a person.
    CREATE INDEX outbox_order_idx ON outbox ((payload ->> 'orderId'), kind, created_at);
    CREATE INDEX outbox_refund_idx ON outbox ((payload ->> 'refundId')) WHERE payload ->> 'refundId' IS NOT NULL;
    CREATE INDEX outbox_assignment_idx ON outbox ((payload ->> 'assignmentId')) WHERE payload ->> 'assignmentId' IS NOT NULL;
    CREATE INDEX outbox_user_idx ON outbox ((payload ->> 'userId')) WHERE payload ->> 'userId' IS NOT NULL;
    CREATE INDEX outbox_staff_idx ON outbox ((payload ->> 'staffId')) WHERE payload ->> 'staffId' IS NOT NULL;
    CREATE INDEX outbox_admin_idx ON outbox ((payload ->> 'adminId')) WHERE payload ->> 'adminId' IS NOT NULL;
    CREATE INDEX outbox_payload_email_idx ON outbox (lower(payload ->> 'email')) WHERE payload ->> 'email' IS NOT NULL;
    CREATE INDEX outbox_to_email_idx ON outbox (lower(to_email));
    -- The expressions of all indexes on fold_text are those of the searches in api/, or the indexes serve nothing. With the blank
    -- in front, the first word begins after a blank like every other.
    CREATE INDEX outbox_folded_idx ON outbox
      USING gin (fold_text(' ' || coalesce(to_email, '') || ' ' || coalesce(subject, '')) gin_trgm_ops);

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
      response jsonb,
      created_at timestamptz NOT NULL DEFAULT now(),
      PRIMARY KEY (caller, route, key),
      CHECK ((status IS NULL) = (response IS NULL))
    );
    CREATE INDEX idempotency_keys_created_at_idx ON idempotency_keys (created_at);

    -- When a backup was last made, and the like: what the doctor tells the operator.
    CREATE TABLE operation_marks (
      name text PRIMARY KEY,
      marked_at timestamptz NOT NULL,
      details jsonb NOT NULL DEFAULT '{}'
    );
  `)
}

export async function down(): Promise<void> {
  throw new Error('Migrations run forward only')
}
