import type { Knex } from 'knex'

/** Webhooks that go out: who is told of what, and every message with what became of it. */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
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
      -- admin; failing and gone: by the shop itself.
      disabled_as text CHECK (disabled_as IN ('admin', 'failing', 'gone')),
      CHECK ((disabled_at IS NULL) = (disabled_as IS NULL)),
      CHECK ((sealed_former_secret IS NULL) = (former_until IS NULL))
    );

    CREATE TABLE webhook_deliveries (
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
    CREATE INDEX webhook_deliveries_endpoint_id_idx ON webhook_deliveries (endpoint_id, created_at DESC, id DESC);
    CREATE INDEX webhook_deliveries_created_at_idx ON webhook_deliveries (created_at DESC, id DESC);
  `)
  // The subjects of today, and one more: other migrations may have added theirs.
  const { rows } = await knex.raw<{ rows: { condition: string }[] }>(
    `SELECT pg_get_expr(conbin, conrelid) AS condition FROM pg_constraint WHERE conname = 'audit_log_subject_check'`,
  )
  await knex.raw(`
    ALTER TABLE audit_log DROP CONSTRAINT audit_log_subject_check;
    ALTER TABLE audit_log ADD CONSTRAINT audit_log_subject_check
      CHECK (${rows[0]?.condition} OR subject = 'webhook_endpoint');
  `)
}

export async function down(): Promise<void> {
  throw new Error('Migrations run forward only')
}
