import type { Knex } from 'knex'

/** What is sold: packages in categories, their questions and pictures, and coupons. */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    -- Notifies every API process when a change is committed: each has the catalogue in its cache.
    CREATE FUNCTION tell_catalogue_changed() RETURNS trigger LANGUAGE plpgsql AS $$
    BEGIN
      PERFORM pg_notify('catalogue_changed', '');
      RETURN NULL;
    END $$;

    CREATE TABLE categories (
      id integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
      name text NOT NULL UNIQUE CHECK (name <> ''),
      description text NOT NULL CHECK (description <> ''),
      image_url text NOT NULL CHECK (image_url <> ''),
      -- Describes the picture for who cannot see it. Empty: it only decorates.
      image_alt text NOT NULL DEFAULT '',
      position integer NOT NULL CHECK (position >= 0),
      is_hidden boolean NOT NULL DEFAULT false
    );
    INSERT INTO categories (position, name, image_url, description) VALUES
      (0, 'Web Development', '/illustrations/web-development.svg', 'Websites and stores, designed and built.'),
      (1, 'Mobile Apps', '/illustrations/mobile-apps.svg', 'iPhone and Android apps, from sketch to store.'),
      (2, 'Cloud Services', '/illustrations/cloud-services.svg', 'Hosting that is reviewed, moved and set up to last.'),
      (3, 'SEO & Marketing', '/illustrations/seo-marketing.svg', 'Sites that are found: audits, fixes and content.'),
      (4, 'Business Consulting', '/illustrations/business-consulting.svg', 'Plans for IT that a board can decide on.');
    CREATE TRIGGER categories_changed AFTER INSERT OR UPDATE OR DELETE OR TRUNCATE ON categories
      FOR EACH STATEMENT EXECUTE FUNCTION tell_catalogue_changed();

    -- Addresses that name a category as it was called before lead on to it.
    CREATE TABLE category_aliases (
      name text PRIMARY KEY,
      category_id integer NOT NULL REFERENCES categories (id) ON DELETE CASCADE
    );
    CREATE INDEX category_aliases_category_id_idx ON category_aliases (category_id);
    CREATE TRIGGER category_aliases_changed AFTER INSERT OR UPDATE OR DELETE OR TRUNCATE ON category_aliases
      FOR EACH STATEMENT EXECUTE FUNCTION tell_catalogue_changed();

    CREATE TABLE packages (
      id integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
      slug text NOT NULL UNIQUE CHECK (slug ~ '^[a-z0-9]+(-[a-z0-9]+)*$'),
      name text NOT NULL CHECK (name <> ''),
      description text NOT NULL,
      long_description text NOT NULL DEFAULT '',
      -- Follows when the category is renamed.
      category text NOT NULL REFERENCES categories (name) ON UPDATE CASCADE,
      image_url text NOT NULL,
      image_alt text NOT NULL DEFAULT '',
      price_cents integer NOT NULL CHECK (price_cents >= 0),
      currency text NOT NULL DEFAULT 'USD' CHECK (currency ~ '^[A-Z]{3}$'),
      -- Minor units by currency.
      other_prices jsonb NOT NULL DEFAULT '{}' CHECK (jsonb_typeof(other_prices) = 'object'),
      -- Null: all at once. Shares and moments, as api/rules/money/payment-plan.ts checks them.
      payment_plan jsonb CHECK (jsonb_typeof(payment_plan) = 'array'),
      delivery_days integer NOT NULL DEFAULT 7 CHECK (delivery_days >= 1),
      -- How many changes of a delivery are in the price. Null: uncounted.
      included_changes smallint CHECK (included_changes >= 0),
      features text[] NOT NULL DEFAULT '{}',
      what_you_get text[] NOT NULL DEFAULT '{}',
      what_you_dont_get text[] NOT NULL DEFAULT '{}',
      is_active boolean NOT NULL DEFAULT true,
      -- The one package that orders of offers belong to. It is never sold by itself.
      is_custom boolean NOT NULL DEFAULT false,
      -- Counts its saves: who saves names the one that they have seen.
      version integer NOT NULL DEFAULT 1 CHECK (version >= 1),
      created_at timestamptz NOT NULL DEFAULT now(),
      updated_at timestamptz NOT NULL DEFAULT now(),
      changed_in xid8,
      changed_at timestamptz,
      CONSTRAINT packages_custom_is_hidden CHECK (NOT (is_custom AND is_active))
    );
    CREATE UNIQUE INDEX packages_custom_key ON packages (is_custom) WHERE is_custom;
    CREATE INDEX packages_category_idx ON packages (category);
    CREATE INDEX packages_changed_in_idx ON packages ((coalesce(changed_in, '0'::xid8)), id);
    CREATE TRIGGER packages_changed AFTER INSERT OR UPDATE OR DELETE OR TRUNCATE ON packages
      FOR EACH STATEMENT EXECUTE FUNCTION tell_catalogue_changed();
    CREATE TRIGGER packages_mark_change BEFORE INSERT OR UPDATE ON packages FOR EACH ROW EXECUTE FUNCTION mark_change();

    -- What buyers are asked after the payment. A removed question stays, retired, because given answers point to it.
    CREATE TABLE package_questions (
      id integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
      package_id integer NOT NULL REFERENCES packages (id) ON DELETE CASCADE,
      question text NOT NULL CHECK (btrim(question) <> ''),
      -- files: the text of its answer is their names.
      question_type text NOT NULL DEFAULT 'textarea' CHECK (question_type IN ('text', 'textarea', 'files')),
      required boolean NOT NULL DEFAULT false,
      position integer NOT NULL CHECK (position >= 0),
      retired_at timestamptz,
      -- Of one order alone (0155), retired for all others.
      only_order_id integer,
      CONSTRAINT package_questions_of_order_are_retired CHECK (only_order_id IS NULL OR retired_at IS NOT NULL)
    );
    CREATE INDEX package_questions_package_id_idx ON package_questions (package_id, position);
    CREATE INDEX package_questions_only_order_idx ON package_questions (only_order_id) WHERE only_order_id IS NOT NULL;
    CREATE UNIQUE INDEX package_questions_text_key ON package_questions (package_id, question) WHERE retired_at IS NULL;
    CREATE TRIGGER package_questions_changed AFTER INSERT OR UPDATE OR DELETE OR TRUNCATE ON package_questions
      FOR EACH STATEMENT EXECUTE FUNCTION tell_catalogue_changed();

    -- A picture that an admin has uploaded, from its raw file on.
    CREATE TABLE pictures (
      id integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
      state text NOT NULL DEFAULT 'waiting' CHECK (state IN ('waiting', 'ready', 'refused')),
      -- The name of the raw file. It is removed once the picture is ready or refused.
      upload uuid NOT NULL UNIQUE,
      -- Names the files that pages show. Two uploads of one picture share them.
      hash text,
      -- Why it was refused, for people.
      refusal text,
      uploaded_by integer NOT NULL REFERENCES users (id),
      created_at timestamptz NOT NULL DEFAULT now(),
      -- When something of the shop was last known to show it.
      used_at timestamptz NOT NULL DEFAULT now(),
      CHECK ((state = 'ready') = (hash IS NOT NULL)),
      CHECK ((state = 'refused') = (refusal IS NOT NULL))
    );
    CREATE INDEX pictures_hash_idx ON pictures (hash);
    CREATE INDEX pictures_used_at_idx ON pictures (used_at);

    CREATE TABLE coupons (
      id integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
      code text NOT NULL UNIQUE CHECK (code = upper(btrim(code)) AND code <> ''),
      discount_type text NOT NULL CHECK (discount_type IN ('percentage', 'fixed')),
      -- Hundredths of a percent for 'percentage', minor units for 'fixed'.
      discount_hundredths integer NOT NULL CHECK (discount_hundredths > 0),
      -- Both of a fixed discount; the others are minor units by currency. Empty: in its own currency alone.
      currency text NOT NULL DEFAULT 'USD' CHECK (currency ~ '^[A-Z]{3}$'),
      other_amounts jsonb NOT NULL DEFAULT '{}' CHECK (jsonb_typeof(other_amounts) = 'object'),
      status text NOT NULL DEFAULT 'active' CHECK (status IN ('active', 'inactive')),
      used_count integer NOT NULL DEFAULT 0 CHECK (used_count >= 0),
      usage_limit integer CHECK (usage_limit >= 1),
      expires_at timestamptz,
      new_customers_only boolean NOT NULL DEFAULT false,
      -- Of which alone it takes from the price. Null: of any.
      package_id integer REFERENCES packages (id),
      -- Who alone may use it. Null: anybody.
      owner_id integer REFERENCES users (id),
      is_exit_offer boolean NOT NULL DEFAULT false,
      created_at timestamptz NOT NULL DEFAULT now(),
      CHECK (discount_type <> 'percentage' OR discount_hundredths <= 10000),
      CONSTRAINT coupons_within_limit CHECK (usage_limit IS NULL OR used_count <= usage_limit)
    );
    CREATE INDEX coupons_created_at_idx ON coupons (created_at DESC, id DESC);
    CREATE INDEX coupons_used_count_idx ON coupons (used_count, id);
    CREATE INDEX coupons_expires_at_idx ON coupons (expires_at, id);
    -- Lists leave the exit offer's coupons out, however many there are.
    CREATE INDEX coupons_made_by_admins_idx ON coupons (created_at DESC, id DESC) WHERE NOT is_exit_offer;
    CREATE INDEX coupons_owner_idx ON coupons (owner_id) WHERE owner_id IS NOT NULL;
    CREATE INDEX coupons_folded_idx ON coupons USING gin (fold_text(' ' || code) gin_trgm_ops);

    -- The use of a coupon by an order (0155), reserved until it is paid.
    CREATE TABLE coupon_redemptions (
      id integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
      coupon_id integer NOT NULL REFERENCES coupons (id) ON DELETE CASCADE,
      order_id integer NOT NULL UNIQUE,
      -- The buyer's address without case and +tag, for 'new customers only'.
      email_key text NOT NULL,
      status text NOT NULL DEFAULT 'reserved' CHECK (status IN ('reserved', 'redeemed', 'released')),
      created_at timestamptz NOT NULL DEFAULT now(),
      updated_at timestamptz NOT NULL DEFAULT now()
    );
    CREATE INDEX coupon_redemptions_coupon_id_idx ON coupon_redemptions (coupon_id, status);
  `)
}

export async function down(): Promise<void> {
  throw new Error('Migrations run forward only')
}
