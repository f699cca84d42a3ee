import type { Knex } from 'knex'

export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    -- When somebody who reads the mails of this address has shown so. Whoever is there already counts as verified.
    ALTER TABLE users ADD COLUMN email_verified_at timestamptz;
    UPDATE users SET email_verified_at = now();
    -- The same of a form whose account is not made yet.
    ALTER TABLE registrations ADD COLUMN email_verified_at timestamptz;

    -- A link that confirms an address: the account's own, or the one that it is to have. Only a user's newest one works.
    CREATE TABLE email_confirmations (
      token_hash bytea PRIMARY KEY CHECK (octet_length(token_hash) = 32),
      user_id integer NOT NULL REFERENCES users (id) ON DELETE CASCADE,
      email text NOT NULL,
      created_at timestamptz NOT NULL DEFAULT now(),
      expires_at timestamptz NOT NULL,
      -- Used, replaced by a newer one, or the password was changed meanwhile.
      ended_at timestamptz
    );
    CREATE UNIQUE INDEX email_confirmations_one_open_key ON email_confirmations (user_id) WHERE ended_at IS NULL;
    CREATE INDEX email_confirmations_user_id_idx ON email_confirmations (user_id);
  `)
}

export async function down(): Promise<void> {
  throw new Error('Migrations run forward only')
}
