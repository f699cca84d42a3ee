import type { Knex } from 'knex'

/** How orders come about beside the checkout: offers to one person, and the widget on other websites. */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    -- An offer to one person. An accepted one becomes one order of the hidden package.
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
    ALTER TABLE orders ADD FOREIGN KEY (offer_id) REFERENCES offers (id);

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

    -- The websites that may show the purchase frame.
    CREATE TABLE embed_origins (
      id integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
      -- As browsers send it, such as https://partner.example
      origin text NOT NULL UNIQUE CHECK (origin <> ''),
      created_at timestamptz NOT NULL DEFAULT now()
    );

    -- A count for each origin and day, and nothing about who looked.
    CREATE TABLE embed_views (
      origin text NOT NULL,
      day date NOT NULL,
      views integer NOT NULL CHECK (views > 0),
      PRIMARY KEY (origin, day)
    );
  `)
}

export async function down(): Promise<void> {
  throw new Error('Migrations run forward only')
}
