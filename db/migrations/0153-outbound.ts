import type { Knex } from 'knex'

/** What the shop tells: notifications of the team, webhooks of other programs. */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    -- What the people who run the shop should hear of. It names nobody: amounts, invoice numbers and dates alone.
    CREATE TABLE notifications (
      id integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
      kind text NOT NULL,
      -- What happened, such as order_paid:12: the same event is told once, whichever process notices it first.
      key text NOT NULL UNIQUE,
      title text NOT NULL CHECK (title <> ''),
      -- A list of { label, value }.
      facts jsonb NOT NULL DEFAULT '[]',
      -- The page of the admin area that shows it.
      path text NOT NULL CHECK (path LIKE '/admin%'),
      created_at timestamptz NOT NULL DEFAULT now()
    );
    CREATE INDEX notifications_created_at_idx ON notifications (created_at, id);

    CREATE TABLE notification_reads (
      notification_id integer NOT NULL REFERENCES notifications (id) ON DELETE CASCADE,
      user_id integer NOT NULL REFERENCES users (id) ON DELETE CASCADE,
      PRIMARY KEY (notification_id, user_id)
    );

    CREATE TABLE webhook_endpoints (
      id integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
      url text NOT NULL CHECK (url <> ''),
      events text[] NOT NULL CHECK (cardinality(events) > 0),
      -- Encrypted by the process (api/platform/http/sealed-secret.ts).
      sealed_secret bytea NOT NULL,
      -- The one before, which signs beside it for a while.
      sealed_former_secret bytea,
      former_until timestamptz,
      created_at timestamptz NOT NULL DEFAULT now(),
      -- Of the first try that failed since one succeeded.
      failing_since timestamptz,
      disabled_at timestamptz,
      -- failing, gone: by the shop itself.
      disabled_as text CHECK (disabled_as IN ('admin', 'failing', 'gone')),
      CHECK ((disabled_at IS NULL) = (disabled_as IS NULL)),
      CHECK ((sealed_former_secret IS NULL) = (former_until IS NULL))
    );

    CREATE TABLE webhook_messages (
      id integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
      endpoint_id integer NOT NULL REFERENCES webhook_endpoints (id),
      -- The same for all tries: receivers know a repeated message by it.
      message_id text NOT NULL UNIQUE,
      event text NOT NULL,
      -- Not jsonb, so that each try sends the same bytes.
      payload json NOT NULL,
      state text NOT NULL DEFAULT 'waiting' CHECK (state IN ('waiting', 'delivered', 'failed')),
      attempts integer NOT NULL DEFAULT 0 CHECK (attempts >= 0),
      created_at timestamptz NOT NULL DEFAULT now(),
      tried_at timestamptz,
      next_try_at timestamptz,
      response_status integer,
      -- The beginning of what the receiver responded, or why it could not be reached.
      response text
    );
    CREATE INDEX webhook_messages_endpoint_id_idx ON webhook_messages (endpoint_id, created_at DESC, id DESC);
    CREATE INDEX webhook_messages_created_at_idx ON webhook_messages (created_at DESC, id DESC);
  `)
}

export async function down(): Promise<void> {
  throw new Error('Migrations run forward only')
}
