import type { Knex } from 'knex'

/** Accounts, what opens them, and who did what. */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    CREATE TABLE users (
      id integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
      first_name text NOT NULL,
      last_name text NOT NULL,
      email text NOT NULL CHECK (email = btrim(email) AND email <> ''),
      -- When somebody who reads the mails of this address has shown so.
      email_verified_at timestamptz,
      password_hash text NOT NULL,
      -- What the account has of the second factors below, written together with them. Here, because each request reads it, and
      -- because opening a session and adding the first factor wait for each other on this row.
      factors text[] NOT NULL DEFAULT '{}' CHECK (factors <@ ARRAY['passkey', 'totp']),
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
      -- The kinds of notifications that an admin wants no mails about.
      unmailed_kinds text[] NOT NULL DEFAULT '{}',
      -- Of staff. Stored, because it only grows and their list would count all of it at each look.
      completed_assignments integer NOT NULL DEFAULT 0 CHECK (completed_assignments >= 0),
      created_at timestamptz NOT NULL DEFAULT now(),
      updated_at timestamptz NOT NULL DEFAULT now(),
      disabled_at timestamptz,
      erased_at timestamptz,
      changed_in xid8,
      changed_at timestamptz,
      -- The row of an erased account stays for the books. Nothing can give it its data back, whatever a call believed when it began.
      CONSTRAINT users_erased_check CHECK (
        erased_at IS NULL OR (
          first_name = 'Former' AND last_name = 'customer' AND email = 'erased-' || id || '@invalid'
          AND disabled_at IS NOT NULL AND tax_id IS NULL
          AND phone = '' AND company = '' AND job_title = ''
          AND address = '' AND city = '' AND state = '' AND country = '' AND zip_code = ''
        ))
    );
    CREATE UNIQUE INDEX users_email_key ON users (lower(email));
    CREATE INDEX users_created_at_idx ON users (created_at DESC, id DESC);
    CREATE INDEX users_admins_idx ON users (created_at, id) WHERE is_admin;
    CREATE INDEX users_staff_idx ON users (created_at, id) WHERE is_staff;
    CREATE INDEX users_erased_idx ON users (erased_at) WHERE erased_at IS NOT NULL;
    CREATE INDEX users_by_first_name_idx ON users (first_name COLLATE "und-x-icu", last_name COLLATE "und-x-icu", id);
    CREATE INDEX users_by_last_name_idx ON users (last_name COLLATE "und-x-icu", first_name COLLATE "und-x-icu", id);
    CREATE INDEX users_by_company_idx ON users (company COLLATE "und-x-icu", id);
    CREATE INDEX users_folded_idx ON users
      USING gin (fold_text(' ' || first_name || ' ' || last_name || ' ' || email || ' ' || company) gin_trgm_ops);
    CREATE INDEX users_changed_in_idx ON users ((coalesce(changed_in, '0'::xid8)), id);
    CREATE TRIGGER users_mark_change BEFORE INSERT OR UPDATE ON users FOR EACH ROW EXECUTE FUNCTION mark_change();

    -- The key is the SHA-256 of the cookie's id, so that a leaked table signs nobody in.
    CREATE TABLE sessions (
      id_hash bytea PRIMARY KEY CHECK (octet_length(id_hash) = 32),
      -- Names it in the list of devices.
      id integer GENERATED ALWAYS AS IDENTITY UNIQUE,
      user_id integer NOT NULL REFERENCES users (id) ON DELETE CASCADE,
      address text NOT NULL DEFAULT '',
      user_agent text NOT NULL DEFAULT '',
      created_at timestamptz NOT NULL DEFAULT now(),
      last_seen_at timestamptz NOT NULL DEFAULT now(),
      -- When the session's user last showed who they are.
      proved_at timestamptz,
      expires_at timestamptz NOT NULL,
      revoked_at timestamptz
    );
    CREATE INDEX sessions_user_id_idx ON sessions (user_id);
    CREATE INDEX sessions_expires_at_idx ON sessions (expires_at);

    -- A link that sets a new password. The token itself is only in the mail.
    CREATE TABLE password_resets (
      token_hash bytea PRIMARY KEY CHECK (octet_length(token_hash) = 32),
      user_id integer NOT NULL REFERENCES users (id) ON DELETE CASCADE,
      created_at timestamptz NOT NULL DEFAULT now(),
      expires_at timestamptz NOT NULL,
      -- Used, or the password was changed otherwise.
      ended_at timestamptz
    );
    CREATE INDEX password_resets_user_id_idx ON password_resets (user_id);

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

    -- What a passkey is to sign, for one browser or session. Deleted when it is signed.
    CREATE TABLE passkey_challenges (
      challenge bytea PRIMARY KEY CHECK (octet_length(challenge) = 32),
      bound_to bytea NOT NULL CHECK (octet_length(bound_to) = 32),
      expires_at timestamptz NOT NULL
    );
    CREATE INDEX passkey_challenges_expires_at_idx ON passkey_challenges (expires_at);

    -- Secrets of authenticator apps: of each user one that is confirmed, and one that is being set up.
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

    -- Who did what: written with the change, in its transaction, and never touched again. It names nobody.
    CREATE TABLE audit_log (
      id integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
      actor_id integer REFERENCES users (id),
      -- What a key does is recorded with it, whoever writes the entry (api/operations/api-keys/key-store.ts).
      api_key_id integer DEFAULT nullif(current_setting('shop.api_key', true), '')::integer,
      action text NOT NULL CHECK (action IN ('created', 'updated', 'removed', 'signed_in', 'sign_in_failed',
        'second_factor_failed', 'signed_out', 'exported')),
      -- Also what the shop no longer has.
      subject text NOT NULL CHECK (subject IN ('order', 'user', 'package', 'category', 'coupon', 'registration', 'assignment',
        'payment', 'refund', 'webhook', 'job', 'mail', 'recipient', 'webhook_endpoint', 'embed_origin', 'import', 'saved_reply',
        'review', 'api_key', 'offer')),
      subject_id integer,
      -- What the subject was called then: it may be renamed or gone later. A user is called by the present e-mail of the account.
      subject_label text,
      changes jsonb NOT NULL CHECK (jsonb_typeof(changes) = 'array'),
      created_at timestamptz NOT NULL DEFAULT now(),
      search_text text GENERATED ALWAYS AS (lower(' ' || subject_label)) STORED,
      -- Who fails has not proved to be anybody. At the command line nobody is signed in, and the shop itself stops a webhook.
      CONSTRAINT audit_log_actor_check CHECK (
        CASE WHEN action IN ('sign_in_failed', 'second_factor_failed') THEN actor_id IS NULL
        ELSE actor_id IS NOT NULL OR (action = 'created' AND subject IN ('user', 'import'))
          OR (action = 'updated' AND subject = 'webhook_endpoint') END
        OR subject = 'api_key'),
      -- Without one: a whole list, a file, or an account that does not exist.
      CONSTRAINT audit_log_subject_id_check
        CHECK (subject_id IS NOT NULL OR action IN ('sign_in_failed', 'exported') OR subject = 'import'),
      CONSTRAINT audit_log_subject_label_check
        CHECK ((subject_label IS NULL) = (subject = 'user' AND action <> 'exported'))
    );
    CREATE INDEX audit_log_created_at_idx ON audit_log (created_at, id);
    CREATE INDEX audit_log_action_idx ON audit_log (action, created_at, id);
    CREATE INDEX audit_log_actor_idx ON audit_log (actor_id, created_at, id);
    CREATE INDEX audit_log_subject_idx ON audit_log (subject, created_at, id);
    CREATE INDEX audit_log_subject_id_idx ON audit_log (subject, subject_id, created_at, id);
    CREATE INDEX audit_log_folded_idx ON audit_log USING gin (fold_text(search_text) gin_trgm_ops);
    CREATE TRIGGER audit_log_is_append_only BEFORE UPDATE OR DELETE ON audit_log
      FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
    CREATE TRIGGER audit_log_is_never_emptied BEFORE TRUNCATE ON audit_log
      FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

    -- What identifies a person in an entry of the audit log: it may be emptied, the log itself never.
    CREATE TABLE audit_details (
      audit_id integer PRIMARY KEY REFERENCES audit_log (id),
      ip_address text,
      changes jsonb NOT NULL DEFAULT '[]' CHECK (jsonb_typeof(changes) = 'array')
    );
  `)
}

export async function down(): Promise<void> {
  throw new Error('Migrations run forward only')
}
