import type { Knex } from 'knex'

/** Offers to one person, and links to pay. An accepted one becomes one order of a hidden package. */
export async function up(knex: Knex): Promise<void> {
  const { rows } = await knex.raw<{ rows: { condition: string }[] }>(
    `SELECT pg_get_expr(conbin, conrelid) AS condition FROM pg_constraint WHERE conname = 'audit_log_subject_check'`,
  )
  await knex.raw(`
    CREATE TABLE offers (
      id integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
      state text NOT NULL DEFAULT 'draft'
        CHECK (state IN ('draft', 'sent', 'viewed', 'accepted', 'declined', 'expired', 'withdrawn')),
      -- Counts what was sent and changed afterwards: a link opens the version that it was sent with.
      version integer NOT NULL DEFAULT 1 CHECK (version >= 1),
      -- As it would be sent now: for whom, lines, questions, terms. Empty once it is erased.
      content jsonb NOT NULL CHECK (jsonb_typeof(content) = 'object'),
      -- Of these the lists and the clock know without reading it.
      email text NOT NULL,
      amount_cents integer NOT NULL CHECK (amount_cents >= 0),
      currency text NOT NULL CHECK (currency ~ '^[A-Z]{3}$'),
      valid_until timestamptz NOT NULL,
      -- What the customer has asked, until the order has a conversation.
      asked jsonb NOT NULL DEFAULT '[]' CHECK (jsonb_typeof(asked) = 'array'),
      -- Why the customer declines.
      reason text NOT NULL DEFAULT '',
      -- The order that this is extra work of.
      from_order_id integer REFERENCES orders (id) ON DELETE SET NULL,
      created_by_id integer NOT NULL REFERENCES users (id),
      created_at timestamptz NOT NULL DEFAULT now(),
      sent_at timestamptz,
      viewed_at timestamptz,
      ended_at timestamptz
    );
    CREATE INDEX offers_created_at_idx ON offers (created_at, id);
    CREATE INDEX offers_email_idx ON offers (lower(email));
    CREATE INDEX offers_open_idx ON offers (valid_until) WHERE state IN ('sent', 'viewed', 'accepted');

    -- Each version as it was sent. Never changed, but emptied where the law asks for it: its hash stays.
    CREATE TABLE offer_versions (
      offer_id integer NOT NULL REFERENCES offers (id),
      version integer NOT NULL CHECK (version >= 1),
      -- Not jsonb, which would lose the order of the fields, and so the hash.
      content json NOT NULL CHECK (json_typeof(content) = 'object'),
      sha256 text NOT NULL CHECK (sha256 ~ '^[0-9a-f]{64}$'),
      sent_at timestamptz NOT NULL DEFAULT now(),
      PRIMARY KEY (offer_id, version)
    );
    CREATE FUNCTION refuse_change_of_offer() RETURNS trigger LANGUAGE plpgsql AS $$
    BEGIN
      IF TG_OP = 'UPDATE' AND NEW.content::text = '{}' AND (NEW.offer_id, NEW.version, NEW.sha256, NEW.sent_at)
        IS NOT DISTINCT FROM (OLD.offer_id, OLD.version, OLD.sha256, OLD.sent_at) THEN RETURN NEW;
      END IF;
      RAISE EXCEPTION 'A version of an offer is never changed';
    END $$;
    CREATE TRIGGER offer_versions_are_append_only BEFORE UPDATE OR DELETE ON offer_versions
      FOR EACH ROW EXECUTE FUNCTION refuse_change_of_offer();

    -- The links that were mailed and copied.
    CREATE TABLE offer_links (
      token_hash bytea PRIMARY KEY,
      offer_id integer NOT NULL,
      version integer NOT NULL,
      created_at timestamptz NOT NULL DEFAULT now(),
      FOREIGN KEY (offer_id, version) REFERENCES offer_versions (offer_id, version)
    );

    CREATE TABLE offer_acceptances (
      offer_id integer PRIMARY KEY,
      version integer NOT NULL,
      sha256 text NOT NULL,
      -- As it was typed. Empty once it is erased.
      name text NOT NULL,
      accepted_policies jsonb NOT NULL,
      accepted_at timestamptz NOT NULL DEFAULT now(),
      FOREIGN KEY (offer_id, version) REFERENCES offer_versions (offer_id, version)
    );

    -- Two orders of one acceptance cannot be.
    ALTER TABLE orders ADD COLUMN offer_id integer UNIQUE REFERENCES offers (id);

    -- The one package that orders of offers belong to. It is never sold by itself.
    ALTER TABLE packages ADD COLUMN is_custom boolean NOT NULL DEFAULT false,
      ADD CONSTRAINT packages_custom_is_hidden CHECK (NOT (is_custom AND is_active));
    CREATE UNIQUE INDEX packages_custom_key ON packages (is_custom) WHERE is_custom;

    -- Questions of one order alone. They are retired for all others.
    ALTER TABLE package_questions ADD COLUMN only_order_id integer REFERENCES orders (id) ON DELETE CASCADE,
      ADD CONSTRAINT package_questions_of_order_are_retired CHECK (only_order_id IS NULL OR retired_at IS NOT NULL);
    CREATE INDEX package_questions_only_order_idx ON package_questions (only_order_id)
      WHERE only_order_id IS NOT NULL;

    ALTER TABLE audit_log DROP CONSTRAINT audit_log_subject_check;
    ALTER TABLE audit_log ADD CONSTRAINT audit_log_subject_check
      CHECK (${rows[0]?.condition} OR subject = 'offer');
  `)
}

export async function down(): Promise<void> {
  throw new Error('Migrations run forward only')
}
