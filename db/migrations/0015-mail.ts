import type { Knex } from 'knex'

export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    -- Every mail ends once: sent, refused for good, or given up because it no longer applies. Until then it is tried again.
    ALTER TABLE outbox ADD COLUMN to_email text;
    ALTER TABLE outbox ADD COLUMN subject text;
    ALTER TABLE outbox ADD COLUMN failed_at timestamptz;
    ALTER TABLE outbox ADD COLUMN skipped_at timestamptz;
    ALTER TABLE outbox ADD COLUMN resends integer REFERENCES outbox (id);
    ALTER TABLE outbox ADD CONSTRAINT outbox_ends_once CHECK (num_nonnulls(sent_at, failed_at, skipped_at) <= 1);
    ALTER TABLE outbox ADD COLUMN state text NOT NULL GENERATED ALWAYS AS (CASE
      WHEN sent_at IS NOT NULL THEN 'sent'
      WHEN failed_at IS NOT NULL THEN 'failed'
      WHEN skipped_at IS NOT NULL THEN 'skipped'
      ELSE 'queued' END) STORED;
    -- Their jobs have ended, so nothing would ever send them.
    UPDATE outbox SET skipped_at = now(), last_error = 'Written before mail was sent' WHERE sent_at IS NULL;

    DROP INDEX outbox_open_idx;
    CREATE INDEX outbox_open_idx ON outbox (created_at) WHERE state = 'queued';
    CREATE INDEX outbox_created_at_idx ON outbox (created_at, id);
    CREATE INDEX outbox_kind_idx ON outbox (kind, created_at, id);
    CREATE INDEX outbox_state_idx ON outbox (state, created_at, id);
    CREATE INDEX outbox_order_idx ON outbox ((payload ->> 'orderId'), kind, created_at);
    CREATE INDEX outbox_search_idx ON outbox
      USING gin ((' ' || coalesce(to_email, '') || ' ' || coalesce(subject, '')) gin_trgm_ops);

    -- A link that sets a new password. The token itself is only in the mail; a user has at most one that works.
    CREATE TABLE password_resets (
      token_hash bytea PRIMARY KEY CHECK (octet_length(token_hash) = 32),
      user_id integer NOT NULL REFERENCES users (id) ON DELETE CASCADE,
      created_at timestamptz NOT NULL DEFAULT now(),
      expires_at timestamptz NOT NULL,
      -- Used, replaced by a newer one, or the password was changed otherwise.
      ended_at timestamptz
    );
    CREATE UNIQUE INDEX password_resets_one_open_key ON password_resets (user_id) WHERE ended_at IS NULL;
    CREATE INDEX password_resets_user_id_idx ON password_resets (user_id);

    ALTER TABLE audit_log DROP CONSTRAINT audit_log_subject_check;
    ALTER TABLE audit_log ADD CONSTRAINT audit_log_subject_check
      CHECK (subject IN ('order', 'user', 'package', 'coupon', 'assignment', 'mail'));
  `)
}

export async function down(): Promise<void> {
  throw new Error('Migrations run forward only')
}
