import type { Knex } from 'knex'

/** Keys of programs, and the figures of the overview. */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    CREATE TABLE api_keys (
      id integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
      name text NOT NULL CHECK (name <> ''),
      key_hash bytea NOT NULL UNIQUE,
      -- The beginning of the key, to know it by.
      start text NOT NULL,
      scopes text[] NOT NULL,
      -- Where it may come from. Empty: from anywhere.
      addresses text[] NOT NULL DEFAULT '{}',
      daily_refunds integer NOT NULL DEFAULT 0 CHECK (daily_refunds >= 0),
      -- How many it has made on its last day with one.
      refunds_made integer NOT NULL DEFAULT 0,
      refunds_on date,
      -- Null: made at the command line.
      maker_id integer REFERENCES users (id),
      -- In whose name it acts.
      keeper_id integer NOT NULL REFERENCES users (id),
      created_at timestamptz NOT NULL DEFAULT now(),
      expires_at timestamptz NOT NULL,
      last_used_at timestamptz,
      last_address text,
      revoked_at timestamptz
    );
    CREATE INDEX api_keys_keeper_id_idx ON api_keys (keeper_id) WHERE revoked_at IS NULL;

    -- The overview as the API sends it; one row at most.
    CREATE TABLE overview_figures (
      is_only_row boolean PRIMARY KEY DEFAULT true CHECK (is_only_row),
      as_of timestamptz NOT NULL,
      figures jsonb NOT NULL
    );
  `)
}

export async function down(): Promise<void> {
  throw new Error('Migrations run forward only')
}
