import type { Knex } from 'knex'

export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    -- provider 'none' is the explicit zero payment of a free order. At most one payment fulfils an order;
    -- a further capture is stored, flagged, and must be refunded.
    CREATE TABLE payments (
      id integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
      order_id integer NOT NULL REFERENCES orders (id),
      provider text NOT NULL CHECK (provider IN ('razorpay', 'none')),
      razorpay_payment_id text UNIQUE CHECK (razorpay_payment_id ~ '^pay_[A-Za-z0-9]{1,30}$'),
      amount_cents integer NOT NULL CHECK (amount_cents >= 0),
      currency text NOT NULL CHECK (currency ~ '^[A-Z]{3}$'),
      status text NOT NULL CHECK (status IN ('created', 'authorized', 'captured', 'failed', 'refunded')),
      fulfils_order boolean NOT NULL DEFAULT false,
      flag text,
      created_at timestamptz NOT NULL DEFAULT now(),
      captured_at timestamptz,
      CHECK ((provider = 'none') = (razorpay_payment_id IS NULL)),
      CHECK (provider <> 'none' OR amount_cents = 0),
      CHECK (NOT fulfils_order OR status IN ('captured', 'refunded'))
    );
    CREATE UNIQUE INDEX payments_one_fulfils_order_key ON payments (order_id) WHERE fulfils_order;
    CREATE INDEX payments_order_id_idx ON payments (order_id);

    CREATE TABLE webhook_events (
      id integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
      event_id text NOT NULL UNIQUE,
      event_type text NOT NULL,
      payload jsonb NOT NULL,
      received_at timestamptz NOT NULL DEFAULT now(),
      processed_at timestamptz,
      attempts integer NOT NULL DEFAULT 0 CHECK (attempts >= 0),
      last_error text
    );
    CREATE INDEX webhook_events_open_idx ON webhook_events (received_at) WHERE processed_at IS NULL;

    -- The sessionId of verify-payment: 256 bits, stored hashed, once, for ten minutes.
    CREATE TABLE sign_in_tokens (
      token_hash bytea PRIMARY KEY CHECK (octet_length(token_hash) = 32),
      user_id integer NOT NULL REFERENCES users (id) ON DELETE CASCADE,
      order_id integer NOT NULL UNIQUE REFERENCES orders (id),
      created_at timestamptz NOT NULL DEFAULT now(),
      expires_at timestamptz NOT NULL,
      used_at timestamptz
    );

    -- Mails that follow from a committed change. message_id stays the same over every attempt.
    CREATE TABLE outbox (
      id integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
      message_id uuid NOT NULL UNIQUE DEFAULT gen_random_uuid(),
      kind text NOT NULL CHECK (kind <> ''),
      payload jsonb NOT NULL,
      created_at timestamptz NOT NULL DEFAULT now(),
      sent_at timestamptz,
      attempts integer NOT NULL DEFAULT 0 CHECK (attempts >= 0),
      last_error text
    );
    CREATE INDEX outbox_open_idx ON outbox (created_at) WHERE sent_at IS NULL;
  `)
}

export async function down(): Promise<void> {
  throw new Error('Migrations run forward only')
}
