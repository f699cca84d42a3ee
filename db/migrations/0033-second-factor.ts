import type { Knex } from 'knex'

export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    -- What the account has of the tables below, written together with them. Beside the user, because each request reads it, and
    -- because opening a session and adding the first factor wait for each other on the user's row.
    ALTER TABLE users ADD COLUMN factors text[] NOT NULL DEFAULT '{}' CHECK (factors <@ ARRAY['passkey', 'totp']);
    -- When the session's user last showed who they are.
    ALTER TABLE sessions ADD COLUMN proved_at timestamptz;

    CREATE TABLE passkeys (
      id integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
      user_id integer NOT NULL REFERENCES users (id) ON DELETE CASCADE,
      credential_id text NOT NULL UNIQUE,
      public_key bytea NOT NULL,
      -- How often the device says it was used: a copy of it falls behind.
      counter bigint NOT NULL,
      transports text[] NOT NULL DEFAULT '{}',
      backed_up boolean NOT NULL,
      name text NOT NULL,
      created_at timestamptz NOT NULL DEFAULT now(),
      last_used_at timestamptz
    );
    CREATE INDEX passkeys_user_id_idx ON passkeys (user_id);

    -- Secrets of authenticator apps: a confirmed one, and one that is being set up.
    CREATE TABLE totp_secrets (
      id integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
      user_id integer NOT NULL REFERENCES users (id) ON DELETE CASCADE,
      -- Encrypted by the process (api/platform/http/sealed-secret.ts).
      sealed_secret bytea NOT NULL,
      created_at timestamptz NOT NULL DEFAULT now(),
      confirmed_at timestamptz,
      -- Of the last code that was accepted, in periods of 30 seconds since 1970: each code works once.
      last_step integer
    );
    CREATE UNIQUE INDEX totp_secrets_confirmed_key ON totp_secrets (user_id) WHERE confirmed_at IS NOT NULL;
    CREATE UNIQUE INDEX totp_secrets_waiting_key ON totp_secrets (user_id) WHERE confirmed_at IS NULL;

    CREATE TABLE recovery_codes (
      code_hash bytea PRIMARY KEY CHECK (octet_length(code_hash) = 32),
      user_id integer NOT NULL REFERENCES users (id) ON DELETE CASCADE,
      created_at timestamptz NOT NULL DEFAULT now(),
      used_at timestamptz
    );
    CREATE INDEX recovery_codes_user_id_idx ON recovery_codes (user_id);

    -- What a passkey is to sign, for one browser or session. Deleted when it is signed.
    CREATE TABLE passkey_challenges (
      challenge bytea PRIMARY KEY CHECK (octet_length(challenge) = 32),
      bound_to bytea NOT NULL CHECK (octet_length(bound_to) = 32),
      expires_at timestamptz NOT NULL
    );
    CREATE INDEX passkey_challenges_expires_at_idx ON passkey_challenges (expires_at);

    ALTER TABLE audit_log DROP CONSTRAINT audit_log_action_check;
    ALTER TABLE audit_log ADD CONSTRAINT audit_log_action_check CHECK (action IN (
      'created', 'updated', 'removed', 'signed_in', 'sign_in_failed', 'second_factor_failed', 'signed_out', 'exported'));
    -- Who fails has not proved to be anybody.
    ALTER TABLE audit_log DROP CONSTRAINT audit_log_actor_check;
    ALTER TABLE audit_log ADD CONSTRAINT audit_log_actor_check
      CHECK ((actor_id IS NULL) = (action IN ('sign_in_failed', 'second_factor_failed')));
  `)
}

export async function down(): Promise<void> {
  throw new Error('Migrations run forward only')
}
