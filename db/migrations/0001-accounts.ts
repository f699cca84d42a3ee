import type { Knex } from 'knex'

export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    CREATE TABLE users (
      id integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
      first_name text NOT NULL,
      last_name text NOT NULL,
      email text NOT NULL CHECK (email = btrim(email) AND email <> ''),
      password_hash text NOT NULL,
      phone text NOT NULL DEFAULT '',
      company text NOT NULL DEFAULT '',
      job_title text NOT NULL DEFAULT '',
      address text NOT NULL DEFAULT '',
      city text NOT NULL DEFAULT '',
      state text NOT NULL DEFAULT '',
      country text NOT NULL DEFAULT '',
      zip_code text NOT NULL DEFAULT '',
      tax_id text,
      is_staff boolean NOT NULL DEFAULT false,
      is_admin boolean NOT NULL DEFAULT false,
      created_at timestamptz NOT NULL DEFAULT now(),
      updated_at timestamptz NOT NULL DEFAULT now()
    );
    CREATE UNIQUE INDEX users_email_key ON users (lower(email));
    CREATE INDEX users_created_at_idx ON users (created_at DESC, id DESC);

    -- The key is the SHA-256 of the cookie's id, so that a leaked table signs nobody in.
    CREATE TABLE sessions (
      id_hash bytea PRIMARY KEY CHECK (octet_length(id_hash) = 32),
      user_id integer NOT NULL REFERENCES users (id) ON DELETE CASCADE,
      data jsonb NOT NULL,
      created_at timestamptz NOT NULL DEFAULT now(),
      last_seen_at timestamptz NOT NULL DEFAULT now(),
      expires_at timestamptz NOT NULL,
      revoked_at timestamptz
    );
    CREATE INDEX sessions_user_id_idx ON sessions (user_id);
    CREATE INDEX sessions_expires_at_idx ON sessions (expires_at);
  `)
}

export async function down(): Promise<void> {
  throw new Error('Migrations run forward only')
}
