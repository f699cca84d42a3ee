-- The schema that the 112 migrations of release 0.9.0 made, read from the catalogs of a database: what a shop upgrades from.
-- Never edited. It goes when nobody upgrades from 0.9.0 any more (docs/decisions/075-one-baseline.md).

CREATE EXTENSION pg_trgm;
CREATE EXTENSION unaccent;

CREATE OR REPLACE FUNCTION public.refuse_change()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
    BEGIN
      RAISE EXCEPTION '% is append-only', TG_TABLE_NAME USING ERRCODE = 'restrict_violation';
    END $function$;

CREATE OR REPLACE FUNCTION public.tell_catalogue_changed()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
    BEGIN
      PERFORM pg_notify('catalogue_changed', '');
      RETURN NULL;
    END $function$;

CREATE OR REPLACE FUNCTION public.refuse_change_of_delivery()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$ BEGIN
      IF (NEW.order_id, NEW.number, NEW.author_id, NEW.is_whole, NEW.created_at)
          IS DISTINCT FROM (OLD.order_id, OLD.number, OLD.author_id, OLD.is_whole, OLD.created_at)
        OR NEW.note NOT IN (OLD.note, '') OR NEW.links NOT IN (OLD.links, '{}')
        OR OLD.accepted_at IS NOT NULL AND (NEW.accepted_at, NEW.accepted_kind, NEW.accepted_by_id)
          IS DISTINCT FROM (OLD.accepted_at, OLD.accepted_kind, OLD.accepted_by_id)
      THEN RAISE EXCEPTION 'A delivery is never changed'; END IF;
      RETURN NEW;
    END $function$;

CREATE OR REPLACE FUNCTION public.remove_file()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
    BEGIN
      INSERT INTO files_to_remove (id) VALUES (OLD.id);
      RETURN OLD;
    END $function$;

CREATE OR REPLACE FUNCTION public.keep_currency()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
    DECLARE kept text;
    BEGIN
      EXECUTE format('SELECT currency FROM %I WHERE id = ($1).%I', TG_ARGV[0], TG_ARGV[1]) USING NEW INTO kept;
      NEW.currency := coalesce(NEW.currency, kept);
      IF NEW.currency <> kept THEN
        RAISE EXCEPTION 'The currency of % must be that of its %', TG_TABLE_NAME, TG_ARGV[1] USING ERRCODE = 'check_violation';
      END IF;
      RETURN NEW;
    END $function$;

CREATE OR REPLACE FUNCTION public.mark_refunded_review()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
    BEGIN
      -- Asked first, because a statement without rows tells of a change, too.
      IF EXISTS (SELECT FROM reviews WHERE order_id = NEW.id AND refunded_at IS NULL) THEN
        UPDATE reviews SET refunded_at = now() WHERE order_id = NEW.id;
      END IF;
      RETURN NULL;
    END $function$;

CREATE OR REPLACE FUNCTION public.mark_change()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
    BEGIN
      NEW.changed_in := pg_current_xact_id();
      NEW.changed_at := now();
      RETURN NEW;
    END $function$;

CREATE OR REPLACE FUNCTION public.mark_order_of_event()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
    BEGIN
      UPDATE orders SET changed_in = NULL
        WHERE id = NEW.order_id AND changed_in IS DISTINCT FROM pg_current_xact_id();
      RETURN NULL;
    END $function$;

CREATE OR REPLACE FUNCTION public.refuse_other_currency()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
    BEGIN
      RAISE EXCEPTION 'The currency of an order never changes' USING ERRCODE = 'check_violation';
    END $function$;

CREATE OR REPLACE FUNCTION public.refuse_change_of_offer()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
    BEGIN
      IF TG_OP = 'UPDATE' AND NEW.content::text = '{}' AND (NEW.offer_id, NEW.version, NEW.sha256, NEW.sent_at)
        IS NOT DISTINCT FROM (OLD.offer_id, OLD.version, OLD.sha256, OLD.sent_at) THEN RETURN NEW;
      END IF;
      RAISE EXCEPTION 'A version of an offer is never changed';
    END $function$;

CREATE OR REPLACE FUNCTION public.refuse_change_of_paid_instalment()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
    BEGIN
      RAISE EXCEPTION 'An instalment that is paid never changes' USING ERRCODE = 'check_violation';
    END $function$;

CREATE OR REPLACE FUNCTION public.refuse_instalments_of_another_sum()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
    BEGIN
      IF EXISTS (
        SELECT FROM orders JOIN order_instalments t ON t.order_id = orders.id
        WHERE orders.id = coalesce(NEW.order_id, OLD.order_id) GROUP BY orders.id
        HAVING sum(t.amount_cents) <> orders.amount_cents
          OR bool_or(t.currency <> orders.currency) OR max(t.position) <> count(*)
      ) THEN
        RAISE EXCEPTION 'The instalments of an order must add up to its amount' USING ERRCODE = 'check_violation';
      END IF;
      RETURN NULL;
    END $function$;

CREATE OR REPLACE FUNCTION public.fold_text(value text)
 RETURNS text
 LANGUAGE plpgsql
 IMMUTABLE PARALLEL SAFE STRICT
AS $function$
    BEGIN
      IF octet_length(value) = length(value) THEN
        RETURN replace(lower(value), '`', '''');
      END IF;
      RETURN lower(public.unaccent('public.unaccent'::regdictionary, normalize(translate(value, '´`ςΣ', '''''σσ'), NFKD)));
    END $function$;

CREATE TABLE users (
  id integer NOT NULL GENERATED ALWAYS AS IDENTITY,
  first_name text NOT NULL,
  last_name text NOT NULL,
  email text NOT NULL,
  password_hash text NOT NULL,
  phone text NOT NULL DEFAULT ''::text,
  company text NOT NULL DEFAULT ''::text,
  job_title text NOT NULL DEFAULT ''::text,
  address text NOT NULL DEFAULT ''::text,
  city text NOT NULL DEFAULT ''::text,
  state text NOT NULL DEFAULT ''::text,
  country text NOT NULL DEFAULT ''::text,
  zip_code text NOT NULL DEFAULT ''::text,
  tax_id text,
  is_staff boolean NOT NULL DEFAULT false,
  is_admin boolean NOT NULL DEFAULT false,
  created_at timestamp with time zone NOT NULL DEFAULT now(),
  updated_at timestamp with time zone NOT NULL DEFAULT now(),
  completed_assignments integer NOT NULL DEFAULT 0,
  email_verified_at timestamp with time zone,
  disabled_at timestamp with time zone,
  erased_at timestamp with time zone,
  factors text[] NOT NULL DEFAULT '{}'::text[],
  changed_in xid8,
  changed_at timestamp with time zone,
  unmailed_kinds text[] NOT NULL DEFAULT '{}'::text[],
  CONSTRAINT users_pkey PRIMARY KEY (id),
  CONSTRAINT users_completed_assignments_check CHECK ((completed_assignments >= 0)),
  CONSTRAINT users_email_check CHECK (((email = btrim(email)) AND (email <> ''::text))),
  CONSTRAINT users_erased_check CHECK (((erased_at IS NULL) OR ((first_name = 'Former'::text) AND (last_name = 'customer'::text) AND (email = (('erased-'::text || id) || '@invalid'::text)) AND (disabled_at IS NOT NULL) AND (tax_id IS NULL) AND (phone = ''::text) AND (company = ''::text) AND (job_title = ''::text) AND (address = ''::text) AND (city = ''::text) AND (state = ''::text) AND (country = ''::text) AND (zip_code = ''::text)))),
  CONSTRAINT users_factors_check CHECK ((factors <@ ARRAY['passkey'::text, 'totp'::text]))
);
CREATE INDEX users_admins_idx ON users USING btree (created_at, id) WHERE is_admin;
CREATE INDEX users_by_company_idx ON users USING btree (company COLLATE "und-x-icu", id);
CREATE INDEX users_by_first_name_idx ON users USING btree (first_name COLLATE "und-x-icu", last_name COLLATE "und-x-icu", id);
CREATE INDEX users_by_last_name_idx ON users USING btree (last_name COLLATE "und-x-icu", first_name COLLATE "und-x-icu", id);
CREATE INDEX users_changed_in_idx ON users USING btree (COALESCE(changed_in, '0'::xid8), id);
CREATE INDEX users_created_at_idx ON users USING btree (created_at DESC, id DESC);
CREATE UNIQUE INDEX users_email_key ON users USING btree (lower(email));
CREATE INDEX users_erased_idx ON users USING btree (erased_at) WHERE (erased_at IS NOT NULL);
CREATE INDEX users_folded_idx ON users USING gin (fold_text((((((((' '::text || first_name) || ' '::text) || last_name) || ' '::text) || email) || ' '::text) || company)) gin_trgm_ops);
CREATE INDEX users_staff_idx ON users USING btree (created_at, id) WHERE is_staff;
CREATE TRIGGER users_mark_change BEFORE INSERT OR UPDATE ON users FOR EACH ROW EXECUTE FUNCTION mark_change();

CREATE TABLE sessions (
  id_hash bytea NOT NULL,
  user_id integer NOT NULL,
  created_at timestamp with time zone NOT NULL DEFAULT now(),
  last_seen_at timestamp with time zone NOT NULL DEFAULT now(),
  expires_at timestamp with time zone NOT NULL,
  revoked_at timestamp with time zone,
  id integer NOT NULL GENERATED ALWAYS AS IDENTITY,
  address text NOT NULL DEFAULT ''::text,
  user_agent text NOT NULL DEFAULT ''::text,
  proved_at timestamp with time zone,
  CONSTRAINT sessions_pkey PRIMARY KEY (id_hash),
  CONSTRAINT sessions_id_key UNIQUE (id),
  CONSTRAINT sessions_id_hash_check CHECK ((octet_length(id_hash) = 32))
);
CREATE INDEX sessions_expires_at_idx ON sessions USING btree (expires_at);
CREATE INDEX sessions_user_id_idx ON sessions USING btree (user_id);

CREATE TABLE packages (
  id integer NOT NULL GENERATED ALWAYS AS IDENTITY,
  slug text NOT NULL,
  name text NOT NULL,
  description text NOT NULL,
  long_description text NOT NULL DEFAULT ''::text,
  price_cents integer NOT NULL,
  category text NOT NULL,
  image_url text NOT NULL,
  delivery_days integer NOT NULL DEFAULT 7,
  features text[] NOT NULL DEFAULT '{}'::text[],
  what_you_get text[] NOT NULL DEFAULT '{}'::text[],
  what_you_dont_get text[] NOT NULL DEFAULT '{}'::text[],
  is_active boolean NOT NULL DEFAULT true,
  created_at timestamp with time zone NOT NULL DEFAULT now(),
  updated_at timestamp with time zone NOT NULL DEFAULT now(),
  image_alt text NOT NULL DEFAULT ''::text,
  version integer NOT NULL DEFAULT 1,
  included_changes smallint,
  currency text NOT NULL DEFAULT 'USD'::text,
  changed_in xid8,
  changed_at timestamp with time zone,
  other_prices jsonb NOT NULL DEFAULT '{}'::jsonb,
  is_custom boolean NOT NULL DEFAULT false,
  payment_plan jsonb,
  CONSTRAINT packages_pkey PRIMARY KEY (id),
  CONSTRAINT packages_slug_key UNIQUE (slug),
  CONSTRAINT packages_currency_check CHECK ((currency ~ '^[A-Z]{3}$'::text)),
  CONSTRAINT packages_custom_is_hidden CHECK ((NOT (is_custom AND is_active))),
  CONSTRAINT packages_delivery_days_check CHECK ((delivery_days >= 1)),
  CONSTRAINT packages_included_changes_check CHECK ((included_changes >= 0)),
  CONSTRAINT packages_name_check CHECK ((name <> ''::text)),
  CONSTRAINT packages_other_prices_check CHECK ((jsonb_typeof(other_prices) = 'object'::text)),
  CONSTRAINT packages_payment_plan_check CHECK ((jsonb_typeof(payment_plan) = 'array'::text)),
  CONSTRAINT packages_price_cents_check CHECK ((price_cents >= 0)),
  CONSTRAINT packages_slug_check CHECK ((slug ~ '^[a-z0-9]+(-[a-z0-9]+)*$'::text)),
  CONSTRAINT packages_version_check CHECK ((version >= 1))
);
CREATE INDEX packages_category_idx ON packages USING btree (category);
CREATE INDEX packages_changed_in_idx ON packages USING btree (COALESCE(changed_in, '0'::xid8), id);
CREATE UNIQUE INDEX packages_custom_key ON packages USING btree (is_custom) WHERE is_custom;
CREATE TRIGGER packages_changed AFTER INSERT OR DELETE OR UPDATE OR TRUNCATE ON packages FOR EACH STATEMENT EXECUTE FUNCTION tell_catalogue_changed();
CREATE TRIGGER packages_mark_change BEFORE INSERT OR UPDATE ON packages FOR EACH ROW EXECUTE FUNCTION mark_change();

CREATE TABLE package_questions (
  id integer NOT NULL GENERATED ALWAYS AS IDENTITY,
  package_id integer NOT NULL,
  question text NOT NULL,
  question_type text NOT NULL DEFAULT 'textarea'::text,
  required boolean NOT NULL DEFAULT false,
  position integer NOT NULL,
  retired_at timestamp with time zone,
  only_order_id integer,
  CONSTRAINT package_questions_pkey PRIMARY KEY (id),
  CONSTRAINT package_questions_of_order_are_retired CHECK (((only_order_id IS NULL) OR (retired_at IS NOT NULL))),
  CONSTRAINT package_questions_position_check CHECK (("position" >= 0)),
  CONSTRAINT package_questions_question_check CHECK ((btrim(question) <> ''::text)),
  CONSTRAINT package_questions_question_type_check CHECK ((question_type = ANY (ARRAY['text'::text, 'textarea'::text, 'files'::text])))
);
CREATE INDEX package_questions_only_order_idx ON package_questions USING btree (only_order_id) WHERE (only_order_id IS NOT NULL);
CREATE INDEX package_questions_package_id_idx ON package_questions USING btree (package_id, "position");
CREATE UNIQUE INDEX package_questions_text_key ON package_questions USING btree (package_id, question) WHERE (retired_at IS NULL);
CREATE TRIGGER package_questions_changed AFTER INSERT OR DELETE OR UPDATE OR TRUNCATE ON package_questions FOR EACH STATEMENT EXECUTE FUNCTION tell_catalogue_changed();

CREATE TABLE reviews (
  id integer NOT NULL GENERATED ALWAYS AS IDENTITY,
  package_id integer,
  customer_name text NOT NULL,
  rating smallint NOT NULL,
  comment text NOT NULL,
  created_at timestamp with time zone NOT NULL DEFAULT now(),
  customer_role text NOT NULL DEFAULT ''::text,
  customer_company text NOT NULL DEFAULT ''::text,
  hidden_package_id integer,
  order_id integer,
  state text NOT NULL DEFAULT 'shown'::text,
  state_since timestamp with time zone NOT NULL DEFAULT now(),
  naming text,
  version integer NOT NULL DEFAULT 1,
  appears_at timestamp with time zone,
  hidden_reason text,
  reply text NOT NULL DEFAULT ''::text,
  replied_at timestamp with time zone,
  refunded_at timestamp with time zone,
  CONSTRAINT reviews_pkey PRIMARY KEY (id),
  CONSTRAINT reviews_order_id_key UNIQUE (order_id),
  CONSTRAINT reviews_check CHECK (((appears_at IS NULL) OR (state = 'waiting'::text))),
  CONSTRAINT reviews_check1 CHECK (((hidden_reason IS NOT NULL) = (state = 'hidden'::text))),
  CONSTRAINT reviews_check2 CHECK (((replied_at IS NOT NULL) = (reply <> ''::text))),
  CONSTRAINT reviews_check3 CHECK (((package_id IS NOT NULL) = (state = 'shown'::text))),
  CONSTRAINT reviews_check4 CHECK ((num_nonnulls(package_id, hidden_package_id) = 1)),
  CONSTRAINT reviews_customer_name_check CHECK ((customer_name <> ''::text)),
  CONSTRAINT reviews_naming_check CHECK ((naming = ANY (ARRAY['full'::text, 'initial'::text, 'company'::text]))),
  CONSTRAINT reviews_rating_check CHECK (((rating >= 1) AND (rating <= 5))),
  CONSTRAINT reviews_state_check CHECK ((state = ANY (ARRAY['waiting'::text, 'shown'::text, 'hidden'::text, 'withdrawn'::text])))
);
CREATE INDEX reviews_created_at_idx ON reviews USING btree (created_at, id);
CREATE INDEX reviews_package_id_idx ON reviews USING btree (package_id, created_at DESC);
CREATE INDEX reviews_waiting_idx ON reviews USING btree (appears_at) WHERE (state = 'waiting'::text);
CREATE TRIGGER reviews_changed AFTER INSERT OR DELETE OR UPDATE OR TRUNCATE ON reviews FOR EACH STATEMENT EXECUTE FUNCTION tell_catalogue_changed();

CREATE TABLE coupons (
  id integer NOT NULL GENERATED ALWAYS AS IDENTITY,
  code text NOT NULL,
  discount_type text NOT NULL,
  discount_hundredths integer NOT NULL,
  status text NOT NULL DEFAULT 'active'::text,
  used_count integer NOT NULL DEFAULT 0,
  usage_limit integer,
  expires_at timestamp with time zone,
  new_customers_only boolean NOT NULL DEFAULT false,
  package_id integer,
  created_at timestamp with time zone NOT NULL DEFAULT now(),
  is_exit_offer boolean NOT NULL DEFAULT false,
  owner_id integer,
  currency text NOT NULL DEFAULT 'USD'::text,
  other_amounts jsonb NOT NULL DEFAULT '{}'::jsonb,
  CONSTRAINT coupons_pkey PRIMARY KEY (id),
  CONSTRAINT coupons_code_key UNIQUE (code),
  CONSTRAINT coupons_check CHECK (((discount_type <> 'percentage'::text) OR (discount_hundredths <= 10000))),
  CONSTRAINT coupons_code_check CHECK (((code = upper(btrim(code))) AND (code <> ''::text))),
  CONSTRAINT coupons_currency_check CHECK ((currency ~ '^[A-Z]{3}$'::text)),
  CONSTRAINT coupons_discount_hundredths_check CHECK ((discount_hundredths > 0)),
  CONSTRAINT coupons_discount_type_check CHECK ((discount_type = ANY (ARRAY['percentage'::text, 'fixed'::text]))),
  CONSTRAINT coupons_other_amounts_check CHECK ((jsonb_typeof(other_amounts) = 'object'::text)),
  CONSTRAINT coupons_status_check CHECK ((status = ANY (ARRAY['active'::text, 'inactive'::text]))),
  CONSTRAINT coupons_usage_limit_check CHECK ((usage_limit >= 1)),
  CONSTRAINT coupons_used_count_check CHECK ((used_count >= 0)),
  CONSTRAINT coupons_within_limit CHECK (((usage_limit IS NULL) OR (used_count <= usage_limit)))
);
CREATE INDEX coupons_created_at_idx ON coupons USING btree (created_at DESC, id DESC);
CREATE INDEX coupons_expires_at_idx ON coupons USING btree (expires_at, id);
CREATE INDEX coupons_folded_idx ON coupons USING gin (fold_text((' '::text || code)) gin_trgm_ops);
CREATE INDEX coupons_made_by_admins_idx ON coupons USING btree (created_at DESC, id DESC) WHERE (NOT is_exit_offer);
CREATE INDEX coupons_owner_idx ON coupons USING btree (owner_id) WHERE (owner_id IS NOT NULL);
CREATE INDEX coupons_used_count_idx ON coupons USING btree (used_count, id);

CREATE TABLE registrations (
  id integer NOT NULL GENERATED ALWAYS AS IDENTITY,
  package_id integer NOT NULL,
  user_id integer,
  first_name text NOT NULL,
  last_name text NOT NULL,
  email text NOT NULL,
  password_hash text,
  phone text NOT NULL,
  company text NOT NULL,
  job_title text NOT NULL,
  address text NOT NULL,
  city text NOT NULL,
  state text NOT NULL,
  country text NOT NULL,
  zip_code text NOT NULL,
  tax_id text,
  created_at timestamp with time zone NOT NULL DEFAULT now(),
  email_verified_at timestamp with time zone,
  CONSTRAINT registrations_pkey PRIMARY KEY (id),
  CONSTRAINT registrations_hash_until_account CHECK (((user_id IS NULL) OR (password_hash IS NULL)))
);
CREATE INDEX registrations_by_company_idx ON registrations USING btree (company COLLATE "und-x-icu", id);
CREATE INDEX registrations_by_first_name_idx ON registrations USING btree (first_name COLLATE "und-x-icu", last_name COLLATE "und-x-icu", id);
CREATE INDEX registrations_by_last_name_idx ON registrations USING btree (last_name COLLATE "und-x-icu", first_name COLLATE "und-x-icu", id);
CREATE INDEX registrations_created_at_idx ON registrations USING btree (created_at DESC, id DESC);
CREATE INDEX registrations_email_idx ON registrations USING btree (lower(email));
CREATE INDEX registrations_folded_idx ON registrations USING gin (fold_text((((((((((' '::text || first_name) || ' '::text) || last_name) || ' '::text) || email) || ' '::text) || company) || ' '::text) || phone)) gin_trgm_ops);
CREATE INDEX registrations_package_idx ON registrations USING btree (package_id, created_at, id);
CREATE INDEX registrations_user_idx ON registrations USING btree (user_id);

CREATE TABLE orders (
  id integer NOT NULL GENERATED ALWAYS AS IDENTITY,
  invoice_number text NOT NULL GENERATED ALWAYS AS (('INV-'::text || (id)::text)) STORED,
  package_id integer NOT NULL,
  package_name text NOT NULL,
  delivery_days integer NOT NULL,
  user_id integer,
  registration_id integer,
  original_cents integer NOT NULL,
  discount_cents integer NOT NULL DEFAULT 0,
  amount_cents integer NOT NULL,
  currency text NOT NULL DEFAULT 'USD'::text,
  usd_inr_rate numeric(12,6) NOT NULL,
  coupon_id integer,
  coupon_code text,
  status text NOT NULL DEFAULT 'pending'::text,
  payment_status text NOT NULL DEFAULT 'unpaid'::text,
  receipt text NOT NULL DEFAULT ('rcpt_'::text || replace((gen_random_uuid())::text, '-'::text, ''::text)),
  provider_order_id text,
  created_at timestamp with time zone NOT NULL DEFAULT now(),
  paid_at timestamp with time zone,
  provider_asked_at timestamp with time zone,
  buyer jsonb NOT NULL,
  browser_hash bytea,
  password_digest bytea,
  accepted_policies jsonb,
  promised_at timestamp with time zone,
  answers_in_at timestamp with time zone,
  embed_origin text,
  provider text NOT NULL DEFAULT 'razorpay'::text,
  awaits_reply_since timestamp with time zone,
  included_changes smallint,
  work_state text,
  accept_by timestamp with time zone,
  first_promised_at timestamp with time zone,
  files_notice_at timestamp with time zone,
  call_due_at timestamp with time zone,
  silence_ends_at timestamp with time zone,
  reference text,
  completed_at timestamp with time zone,
  review_asked_at timestamp with time zone,
  changed_in xid8,
  changed_at timestamp with time zone,
  offer_id integer,
  is_in_instalments boolean NOT NULL DEFAULT false,
  waiting_for text,
  waiting_since timestamp with time zone,
  waited_days integer NOT NULL DEFAULT 0,
  question_at timestamp with time zone,
  CONSTRAINT orders_pkey PRIMARY KEY (id),
  CONSTRAINT orders_invoice_number_key UNIQUE (invoice_number),
  CONSTRAINT orders_offer_id_key UNIQUE (offer_id),
  CONSTRAINT orders_provider_order_id_key UNIQUE (provider_order_id),
  CONSTRAINT orders_receipt_key UNIQUE (receipt),
  CONSTRAINT orders_accepted_policies_check CHECK ((jsonb_typeof(accepted_policies) = 'array'::text)),
  CONSTRAINT orders_amount_cents_check CHECK ((amount_cents >= 0)),
  CONSTRAINT orders_amounts_add_up CHECK ((amount_cents = (original_cents - discount_cents))),
  CONSTRAINT orders_browser_hash_check CHECK ((octet_length(browser_hash) = 32)),
  CONSTRAINT orders_buyer_check CHECK ((jsonb_typeof(buyer) = 'object'::text)),
  CONSTRAINT orders_coupon_whole CHECK (((coupon_id IS NULL) OR (coupon_code IS NOT NULL))),
  CONSTRAINT orders_currency_check CHECK ((currency ~ '^[A-Z]{3}$'::text)),
  CONSTRAINT orders_delivery_days_check CHECK ((delivery_days >= 1)),
  CONSTRAINT orders_discount_cents_check CHECK ((discount_cents >= 0)),
  CONSTRAINT orders_have_a_buyer CHECK (((user_id IS NOT NULL) OR (registration_id IS NOT NULL))),
  CONSTRAINT orders_original_cents_check CHECK ((original_cents >= 0)),
  CONSTRAINT orders_paid_have_a_time CHECK (((payment_status = 'unpaid'::text) OR (paid_at IS NOT NULL))),
  CONSTRAINT orders_password_digest_check CHECK ((octet_length(password_digest) = 32)),
  CONSTRAINT orders_payment_status_check CHECK ((payment_status = ANY (ARRAY['unpaid'::text, 'instalment_paid'::text, 'paid'::text, 'refunded'::text]))),
  CONSTRAINT orders_provider_order_id_check CHECK ((provider_order_id ~ '^[A-Za-z0-9_-]{1,64}$'::text)),
  CONSTRAINT orders_status_check CHECK ((status = ANY (ARRAY['pending'::text, 'processing'::text, 'completed'::text, 'cancelled'::text]))),
  CONSTRAINT orders_usd_inr_rate_check CHECK ((usd_inr_rate > (0)::numeric)),
  CONSTRAINT orders_waiting_check CHECK ((((waiting_for IS NULL) = (waiting_since IS NULL)) AND ((waiting_for IS NULL) OR (waiting_for = ANY (ARRAY['answers'::text, 'delivery'::text, 'refund_request'::text, 'question'::text]))))),
  CONSTRAINT orders_work_state_check CHECK ((((work_state IS NULL) OR (work_state = ANY (ARRAY['delivered'::text, 'change_asked'::text, 'in_rework'::text, 'warranty'::text]))) AND ((accept_by IS NOT NULL) = ((work_state IS NOT NULL) AND (work_state = ANY (ARRAY['delivered'::text, 'change_asked'::text]))))))
);
CREATE INDEX orders_amount_idx ON orders USING btree (amount_cents, id);
CREATE INDEX orders_awaits_reply_since_idx ON orders USING btree (awaits_reply_since) WHERE (awaits_reply_since IS NOT NULL);
CREATE INDEX orders_by_package_name_idx ON orders USING btree (package_name COLLATE "und-x-icu", id);
CREATE INDEX orders_changed_in_idx ON orders USING btree (COALESCE(changed_in, '0'::xid8), id);
CREATE INDEX orders_coupon_id_idx ON orders USING btree (coupon_id) WHERE (coupon_id IS NOT NULL);
CREATE INDEX orders_created_at_idx ON orders USING btree (created_at DESC, id DESC);
CREATE INDEX orders_delivered_idx ON orders USING btree (created_at, id) WHERE (work_state = 'delivered'::text);
CREATE INDEX orders_embed_origin_idx ON orders USING btree (embed_origin, paid_at) WHERE (embed_origin IS NOT NULL);
CREATE INDEX orders_folded_idx ON orders USING gin (fold_text((((((((((((((((((' '::text || (id)::text) || ' '::text) || invoice_number) || ' '::text) || package_name) || ' '::text) || COALESCE(coupon_code, ''::text)) || ' '::text) || (buyer ->> 'firstName'::text)) || ' '::text) || (buyer ->> 'lastName'::text)) || ' '::text) || (buyer ->> 'email'::text)) || ' '::text) || (buyer ->> 'company'::text)) || ' '::text) || (buyer ->> 'phone'::text))) gin_trgm_ops);
CREATE INDEX orders_folded_reference_idx ON orders USING gin (fold_text((' '::text || reference)) gin_trgm_ops) WHERE (reference IS NOT NULL);
CREATE INDEX orders_package_idx ON orders USING btree (package_id, created_at, id);
CREATE INDEX orders_paid_unasked_idx ON orders USING btree (paid_at) WHERE ((payment_status = 'paid'::text) AND (provider_order_id IS NOT NULL) AND (provider_asked_at IS NULL));
CREATE INDEX orders_payment_status_idx ON orders USING btree (payment_status, created_at, id);
CREATE INDEX orders_promised_at_idx ON orders USING btree (promised_at, id);
CREATE INDEX orders_registration_id_idx ON orders USING btree (registration_id);
CREATE INDEX orders_review_due_idx ON orders USING btree (completed_at) WHERE ((completed_at IS NOT NULL) AND (review_asked_at IS NULL));
CREATE INDEX orders_status_idx ON orders USING btree (status, created_at, id);
CREATE INDEX orders_to_do_idx ON orders USING btree (created_at, id) WHERE ((payment_status = ANY (ARRAY['paid'::text, 'instalment_paid'::text])) AND (status = ANY (ARRAY['pending'::text, 'processing'::text])));
CREATE INDEX orders_unclaimed_idx ON orders USING btree (lower((buyer ->> 'email'::text))) WHERE ((user_id IS NULL) AND (payment_status <> 'unpaid'::text));
CREATE INDEX orders_unpaid_idx ON orders USING btree (created_at) WHERE ((payment_status = 'unpaid'::text) AND (provider_order_id IS NOT NULL));
CREATE INDEX orders_user_id_idx ON orders USING btree (user_id, created_at DESC, id DESC);
CREATE INDEX orders_waiting_idx ON orders USING btree (id) WHERE (waiting_for IS NOT NULL);
CREATE TRIGGER orders_currency BEFORE UPDATE OF currency ON orders FOR EACH ROW WHEN ((old.currency <> new.currency)) EXECUTE FUNCTION refuse_other_currency();
CREATE TRIGGER orders_mark_change BEFORE INSERT OR UPDATE ON orders FOR EACH ROW EXECUTE FUNCTION mark_change();
CREATE TRIGGER orders_refunded_review AFTER UPDATE OF payment_status ON orders FOR EACH ROW WHEN ((new.payment_status = 'refunded'::text)) EXECUTE FUNCTION mark_refunded_review();

CREATE TABLE order_events (
  id integer NOT NULL GENERATED ALWAYS AS IDENTITY,
  order_id integer NOT NULL,
  kind text NOT NULL,
  from_value text,
  to_value text,
  actor_kind text NOT NULL,
  actor_id integer,
  note text,
  created_at timestamp with time zone NOT NULL DEFAULT now(),
  undoes_id integer,
  reminder text,
  CONSTRAINT order_events_pkey PRIMARY KEY (id),
  CONSTRAINT order_events_undoes_id_key UNIQUE (undoes_id),
  CONSTRAINT order_events_actor_kind_check CHECK ((actor_kind = ANY (ARRAY['customer'::text, 'staff'::text, 'admin'::text, 'system'::text, 'provider'::text]))),
  CONSTRAINT order_events_kind_check CHECK ((kind = ANY (ARRAY['status'::text, 'payment_status'::text, 'note'::text]))),
  CONSTRAINT order_events_reminder_check CHECK ((reminder = ANY (ARRAY['mail'::text, 'phone'::text, 'last'::text, 'check'::text, 'last_check'::text])))
);
CREATE INDEX order_events_order_id_idx ON order_events USING btree (order_id, id);
CREATE TRIGGER order_events_mark_order AFTER INSERT ON order_events FOR EACH ROW EXECUTE FUNCTION mark_order_of_event();

CREATE TABLE order_answers (
  order_id integer NOT NULL,
  question_id integer NOT NULL,
  question text NOT NULL,
  answer text NOT NULL,
  created_at timestamp with time zone NOT NULL DEFAULT now(),
  updated_at timestamp with time zone NOT NULL DEFAULT now(),
  CONSTRAINT order_answers_pkey PRIMARY KEY (order_id, question_id)
);

CREATE TABLE coupon_redemptions (
  id integer NOT NULL GENERATED ALWAYS AS IDENTITY,
  coupon_id integer NOT NULL,
  order_id integer NOT NULL,
  email_key text NOT NULL,
  status text NOT NULL DEFAULT 'reserved'::text,
  created_at timestamp with time zone NOT NULL DEFAULT now(),
  updated_at timestamp with time zone NOT NULL DEFAULT now(),
  CONSTRAINT coupon_redemptions_pkey PRIMARY KEY (id),
  CONSTRAINT coupon_redemptions_order_id_key UNIQUE (order_id),
  CONSTRAINT coupon_redemptions_status_check CHECK ((status = ANY (ARRAY['reserved'::text, 'redeemed'::text, 'released'::text])))
);
CREATE INDEX coupon_redemptions_coupon_id_idx ON coupon_redemptions USING btree (coupon_id, status);

CREATE TABLE payments (
  id integer NOT NULL GENERATED ALWAYS AS IDENTITY,
  order_id integer,
  provider text NOT NULL,
  provider_payment_id text,
  amount_cents integer NOT NULL,
  currency text NOT NULL,
  status text NOT NULL,
  fulfils_order boolean NOT NULL DEFAULT false,
  flag text,
  created_at timestamp with time zone NOT NULL DEFAULT now(),
  captured_at timestamp with time zone,
  looked_at timestamp with time zone,
  looked_by integer,
  looked_note text,
  base_cents bigint,
  base_currency text,
  instalment_position smallint,
  received_on date,
  proof text,
  withheld_cents integer NOT NULL DEFAULT 0,
  recorded_by integer,
  CONSTRAINT payments_pkey PRIMARY KEY (id),
  CONSTRAINT payments_provider_payment_id_key UNIQUE (provider_payment_id),
  CONSTRAINT payments_amount_cents_check CHECK ((amount_cents >= 0)),
  CONSTRAINT payments_base_currency_check CHECK ((base_currency ~ '^[A-Z]{3}$'::text)),
  CONSTRAINT payments_check CHECK (((provider = 'none'::text) = (provider_payment_id IS NULL))),
  CONSTRAINT payments_check1 CHECK (((provider <> 'none'::text) OR (amount_cents = 0))),
  CONSTRAINT payments_check2 CHECK (((NOT fulfils_order) OR (status = ANY (ARRAY['captured'::text, 'refunded'::text])))),
  CONSTRAINT payments_check3 CHECK (((base_cents IS NULL) = (base_currency IS NULL))),
  CONSTRAINT payments_currency_check CHECK ((currency ~ '^[A-Z]{3}$'::text)),
  CONSTRAINT payments_fulfil_an_order CHECK (((order_id IS NOT NULL) OR (NOT fulfils_order))),
  CONSTRAINT payments_provider_check CHECK ((provider <> ''::text)),
  CONSTRAINT payments_provider_payment_id_check CHECK ((provider_payment_id ~ '^[A-Za-z0-9_-]{1,64}$'::text)),
  CONSTRAINT payments_status_check CHECK ((status = ANY (ARRAY['created'::text, 'authorized'::text, 'captured'::text, 'failed'::text, 'refunded'::text]))),
  CONSTRAINT payments_withheld_check CHECK (((withheld_cents >= 0) AND ((withheld_cents = 0) OR (withheld_cents < amount_cents))))
);
CREATE INDEX payments_looked_at_idx ON payments USING btree (created_at) WHERE (((NOT fulfils_order) OR (flag IS NOT NULL)) AND (looked_at IS NOT NULL));
CREATE UNIQUE INDEX payments_one_fulfils_order_key ON payments USING btree (order_id, COALESCE((instalment_position)::integer, 0)) WHERE fulfils_order;
CREATE INDEX payments_order_id_idx ON payments USING btree (order_id);
CREATE INDEX payments_to_look_at_idx ON payments USING btree (created_at) WHERE (((NOT fulfils_order) OR (flag IS NOT NULL)) AND (looked_at IS NULL));
CREATE TRIGGER payments_currency BEFORE INSERT OR UPDATE OF currency, order_id, fulfils_order ON payments FOR EACH ROW WHEN (new.fulfils_order) EXECUTE FUNCTION keep_currency('orders', 'order_id');

CREATE TABLE provider_events (
  id integer NOT NULL GENERATED ALWAYS AS IDENTITY,
  event_id text NOT NULL,
  event_type text NOT NULL,
  payload jsonb NOT NULL,
  received_at timestamp with time zone NOT NULL DEFAULT now(),
  processed_at timestamp with time zone,
  attempts integer NOT NULL DEFAULT 0,
  last_error text,
  provider_payment_id text,
  provider text NOT NULL DEFAULT 'razorpay'::text,
  order_id integer,
  CONSTRAINT provider_events_pkey PRIMARY KEY (id),
  CONSTRAINT provider_events_event_id_key UNIQUE (event_id),
  CONSTRAINT provider_events_attempts_check CHECK ((attempts >= 0))
);
CREATE INDEX provider_events_open_idx ON provider_events USING btree (received_at) WHERE (processed_at IS NULL);
CREATE INDEX provider_events_order_idx ON provider_events USING btree (order_id);
CREATE INDEX provider_events_payment_idx ON provider_events USING btree (provider_payment_id);
CREATE INDEX provider_events_received_at_idx ON provider_events USING btree (received_at, id);

CREATE TABLE sign_in_tokens (
  token_hash bytea NOT NULL,
  user_id integer NOT NULL,
  order_id integer NOT NULL,
  created_at timestamp with time zone NOT NULL DEFAULT now(),
  expires_at timestamp with time zone NOT NULL,
  used_at timestamp with time zone,
  CONSTRAINT sign_in_tokens_pkey PRIMARY KEY (token_hash),
  CONSTRAINT sign_in_tokens_order_id_key UNIQUE (order_id),
  CONSTRAINT sign_in_tokens_token_hash_check CHECK ((octet_length(token_hash) = 32))
);

CREATE TABLE outbox (
  id integer NOT NULL GENERATED ALWAYS AS IDENTITY,
  message_id uuid NOT NULL DEFAULT gen_random_uuid(),
  kind text NOT NULL,
  payload jsonb NOT NULL,
  created_at timestamp with time zone NOT NULL DEFAULT now(),
  sent_at timestamp with time zone,
  attempts integer NOT NULL DEFAULT 0,
  last_error text,
  to_email text,
  subject text,
  failed_at timestamp with time zone,
  skipped_at timestamp with time zone,
  resends integer,
  state text NOT NULL GENERATED ALWAYS AS (
CASE
    WHEN (sent_at IS NOT NULL) THEN 'sent'::text
    WHEN (failed_at IS NOT NULL) THEN 'failed'::text
    WHEN (skipped_at IS NOT NULL) THEN 'skipped'::text
    ELSE 'queued'::text
END) STORED,
  CONSTRAINT outbox_pkey PRIMARY KEY (id),
  CONSTRAINT outbox_message_id_key UNIQUE (message_id),
  CONSTRAINT outbox_attempts_check CHECK ((attempts >= 0)),
  CONSTRAINT outbox_ends_once CHECK ((num_nonnulls(sent_at, failed_at, skipped_at) <= 1)),
  CONSTRAINT outbox_kind_check CHECK ((kind <> ''::text))
);
CREATE INDEX outbox_admin_idx ON outbox USING btree (((payload ->> 'adminId'::text))) WHERE ((payload ->> 'adminId'::text) IS NOT NULL);
CREATE INDEX outbox_assignment_idx ON outbox USING btree (((payload ->> 'assignmentId'::text))) WHERE ((payload ->> 'assignmentId'::text) IS NOT NULL);
CREATE INDEX outbox_created_at_idx ON outbox USING btree (created_at, id);
CREATE INDEX outbox_folded_idx ON outbox USING gin (fold_text((((' '::text || COALESCE(to_email, ''::text)) || ' '::text) || COALESCE(subject, ''::text))) gin_trgm_ops);
CREATE INDEX outbox_kind_idx ON outbox USING btree (kind, created_at, id);
CREATE INDEX outbox_mailbox_idx ON outbox USING btree (regexp_replace(lower(to_email), '\+[^@]*@'::text, '@'::text), kind, created_at);
CREATE INDEX outbox_open_idx ON outbox USING btree (created_at) WHERE (state = 'queued'::text);
CREATE INDEX outbox_order_idx ON outbox USING btree (((payload ->> 'orderId'::text)), kind, created_at);
CREATE INDEX outbox_payload_email_idx ON outbox USING btree (lower((payload ->> 'email'::text))) WHERE ((payload ->> 'email'::text) IS NOT NULL);
CREATE INDEX outbox_refund_idx ON outbox USING btree (((payload ->> 'refundId'::text))) WHERE ((payload ->> 'refundId'::text) IS NOT NULL);
CREATE INDEX outbox_resends_idx ON outbox USING btree (resends) WHERE (resends IS NOT NULL);
CREATE INDEX outbox_staff_idx ON outbox USING btree (((payload ->> 'staffId'::text))) WHERE ((payload ->> 'staffId'::text) IS NOT NULL);
CREATE INDEX outbox_state_idx ON outbox USING btree (state, created_at, id);
CREATE INDEX outbox_to_email_idx ON outbox USING btree (lower(to_email));
CREATE INDEX outbox_user_idx ON outbox USING btree (((payload ->> 'userId'::text))) WHERE ((payload ->> 'userId'::text) IS NOT NULL);

CREATE TABLE staff_assignments (
  id integer NOT NULL GENERATED ALWAYS AS IDENTITY,
  order_id integer NOT NULL,
  staff_id integer NOT NULL,
  assigned_by_id integer NOT NULL,
  status text NOT NULL DEFAULT 'assigned'::text,
  notes text NOT NULL DEFAULT ''::text,
  assigned_at timestamp with time zone NOT NULL DEFAULT now(),
  CONSTRAINT staff_assignments_pkey PRIMARY KEY (id),
  CONSTRAINT staff_assignments_order_id_staff_id_key UNIQUE (order_id, staff_id),
  CONSTRAINT staff_assignments_status_check CHECK ((status = ANY (ARRAY['assigned'::text, 'in_progress'::text, 'completed'::text])))
);
CREATE INDEX staff_assignments_assigned_at_idx ON staff_assignments USING btree (assigned_at, id);
CREATE INDEX staff_assignments_open_idx ON staff_assignments USING btree (staff_id, status) WHERE (status <> 'completed'::text);
CREATE INDEX staff_assignments_staff_id_idx ON staff_assignments USING btree (staff_id, assigned_at DESC);
CREATE INDEX staff_assignments_status_idx ON staff_assignments USING btree (status, assigned_at, id);

CREATE TABLE assignment_events (
  id integer NOT NULL GENERATED ALWAYS AS IDENTITY,
  assignment_id integer NOT NULL,
  from_status text,
  to_status text NOT NULL,
  actor_id integer,
  created_at timestamp with time zone NOT NULL DEFAULT now(),
  undoes_id integer,
  CONSTRAINT assignment_events_pkey PRIMARY KEY (id),
  CONSTRAINT assignment_events_undoes_id_key UNIQUE (undoes_id)
);
CREATE INDEX assignment_events_assignment_id_idx ON assignment_events USING btree (assignment_id, id);

CREATE TABLE audit_log (
  id integer NOT NULL GENERATED ALWAYS AS IDENTITY,
  actor_id integer,
  action text NOT NULL,
  subject text NOT NULL,
  subject_id integer,
  subject_label text,
  changes jsonb NOT NULL,
  created_at timestamp with time zone NOT NULL DEFAULT now(),
  search_text text GENERATED ALWAYS AS (lower((' '::text || subject_label))) STORED,
  api_key_id integer DEFAULT (NULLIF(current_setting('shop.api_key'::text, true), ''::text))::integer,
  CONSTRAINT audit_log_pkey PRIMARY KEY (id),
  CONSTRAINT audit_log_action_check CHECK ((action = ANY (ARRAY['created'::text, 'updated'::text, 'removed'::text, 'signed_in'::text, 'sign_in_failed'::text, 'second_factor_failed'::text, 'signed_out'::text, 'exported'::text]))),
  CONSTRAINT audit_log_actor_check CHECK ((
CASE
    WHEN (action = ANY (ARRAY['sign_in_failed'::text, 'second_factor_failed'::text])) THEN (actor_id IS NULL)
    ELSE ((actor_id IS NOT NULL) OR ((action = 'created'::text) AND (subject = ANY (ARRAY['user'::text, 'import'::text]))) OR ((action = 'updated'::text) AND (subject = 'webhook_endpoint'::text)))
END OR (subject = 'api_key'::text))),
  CONSTRAINT audit_log_changes_check CHECK ((jsonb_typeof(changes) = 'array'::text)),
  CONSTRAINT audit_log_subject_check CHECK ((subject = ANY (ARRAY['order'::text, 'user'::text, 'package'::text, 'category'::text, 'coupon'::text, 'registration'::text, 'assignment'::text, 'payment'::text, 'refund'::text, 'webhook'::text, 'job'::text, 'mail'::text, 'recipient'::text, 'webhook_endpoint'::text, 'embed_origin'::text, 'import'::text, 'saved_reply'::text, 'review'::text, 'api_key'::text, 'offer'::text]))),
  CONSTRAINT audit_log_subject_id_check CHECK (((subject_id IS NOT NULL) OR (action = ANY (ARRAY['sign_in_failed'::text, 'exported'::text])) OR (subject = 'import'::text))),
  CONSTRAINT audit_log_subject_label_check CHECK (((subject_label IS NULL) = ((subject = 'user'::text) AND (action <> 'exported'::text))))
);
CREATE INDEX audit_log_action_idx ON audit_log USING btree (action, created_at, id);
CREATE INDEX audit_log_actor_idx ON audit_log USING btree (actor_id, created_at, id);
CREATE INDEX audit_log_created_at_idx ON audit_log USING btree (created_at, id);
CREATE INDEX audit_log_folded_idx ON audit_log USING gin (fold_text(search_text) gin_trgm_ops);
CREATE INDEX audit_log_subject_id_idx ON audit_log USING btree (subject, subject_id, created_at, id);
CREATE INDEX audit_log_subject_idx ON audit_log USING btree (subject, created_at, id);
CREATE TRIGGER audit_log_is_append_only BEFORE DELETE OR UPDATE ON audit_log FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
CREATE TRIGGER audit_log_is_never_emptied BEFORE TRUNCATE ON audit_log FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

CREATE TABLE refunds (
  id integer NOT NULL GENERATED ALWAYS AS IDENTITY,
  payment_id integer NOT NULL,
  amount_cents integer NOT NULL,
  reason text NOT NULL,
  status text NOT NULL DEFAULT 'requested'::text,
  idempotency_key uuid NOT NULL DEFAULT gen_random_uuid(),
  provider_refund_id text,
  requested_by integer,
  created_at timestamp with time zone NOT NULL DEFAULT now(),
  processed_at timestamp with time zone,
  last_error text,
  provider_asked_at timestamp with time zone,
  dispute_id integer,
  currency text NOT NULL,
  bank_reference text,
  CONSTRAINT refunds_pkey PRIMARY KEY (id),
  CONSTRAINT refunds_dispute_id_key UNIQUE (dispute_id),
  CONSTRAINT refunds_idempotency_key_key UNIQUE (idempotency_key),
  CONSTRAINT refunds_provider_refund_id_key UNIQUE (provider_refund_id),
  CONSTRAINT refunds_amount_cents_check CHECK ((amount_cents > 0)),
  CONSTRAINT refunds_currency_check CHECK ((currency ~ '^[A-Z]{3}$'::text)),
  CONSTRAINT refunds_provider_refund_id_check CHECK ((provider_refund_id ~ '^[A-Za-z0-9_-]{1,64}$'::text)),
  CONSTRAINT refunds_reason_check CHECK ((reason <> ''::text)),
  CONSTRAINT refunds_status_check CHECK ((status = ANY (ARRAY['requested'::text, 'pending'::text, 'processed'::text, 'failed'::text])))
);
CREATE INDEX refunds_payment_id_idx ON refunds USING btree (payment_id);
CREATE INDEX refunds_pending_idx ON refunds USING btree (created_at) WHERE (status = 'pending'::text);
CREATE INDEX refunds_unfinished_idx ON refunds USING btree (created_at) WHERE (status = ANY (ARRAY['requested'::text, 'pending'::text]));
CREATE INDEX refunds_untraced_idx ON refunds USING btree (processed_at) WHERE ((status = 'processed'::text) AND (bank_reference IS NULL));
CREATE TRIGGER refunds_currency BEFORE INSERT OR UPDATE OF currency, payment_id ON refunds FOR EACH ROW EXECUTE FUNCTION keep_currency('payments', 'payment_id');

CREATE TABLE password_resets (
  token_hash bytea NOT NULL,
  user_id integer NOT NULL,
  created_at timestamp with time zone NOT NULL DEFAULT now(),
  expires_at timestamp with time zone NOT NULL,
  ended_at timestamp with time zone,
  CONSTRAINT password_resets_pkey PRIMARY KEY (token_hash),
  CONSTRAINT password_resets_token_hash_check CHECK ((octet_length(token_hash) = 32))
);
CREATE INDEX password_resets_user_id_idx ON password_resets USING btree (user_id);

CREATE TABLE idempotency_keys (
  caller text NOT NULL,
  route text NOT NULL,
  key text NOT NULL,
  fingerprint bytea NOT NULL,
  lock_token uuid NOT NULL,
  locked_until timestamp with time zone NOT NULL,
  status integer,
  response jsonb,
  created_at timestamp with time zone NOT NULL DEFAULT now(),
  CONSTRAINT idempotency_keys_pkey PRIMARY KEY (caller, route, key),
  CONSTRAINT idempotency_keys_check CHECK (((status IS NULL) = (response IS NULL))),
  CONSTRAINT idempotency_keys_fingerprint_check CHECK ((octet_length(fingerprint) = 32)),
  CONSTRAINT idempotency_keys_key_check CHECK ((key ~ '^[!-~]{1,255}$'::text))
);
CREATE INDEX idempotency_keys_created_at_idx ON idempotency_keys USING btree (created_at);

CREATE TABLE overview_figures (
  is_only_row boolean NOT NULL DEFAULT true,
  as_of timestamp with time zone NOT NULL,
  figures jsonb NOT NULL,
  CONSTRAINT overview_figures_pkey PRIMARY KEY (is_only_row),
  CONSTRAINT overview_figures_is_only_row_check CHECK (is_only_row)
);

CREATE TABLE email_confirmations (
  token_hash bytea NOT NULL,
  user_id integer NOT NULL,
  email text NOT NULL,
  created_at timestamp with time zone NOT NULL DEFAULT now(),
  expires_at timestamp with time zone NOT NULL,
  ended_at timestamp with time zone,
  CONSTRAINT email_confirmations_pkey PRIMARY KEY (token_hash),
  CONSTRAINT email_confirmations_token_hash_check CHECK ((octet_length(token_hash) = 32))
);
CREATE UNIQUE INDEX email_confirmations_one_open_key ON email_confirmations USING btree (user_id) WHERE (ended_at IS NULL);
CREATE INDEX email_confirmations_user_id_idx ON email_confirmations USING btree (user_id);

CREATE TABLE audit_details (
  audit_id integer NOT NULL,
  ip_address text,
  changes jsonb NOT NULL DEFAULT '[]'::jsonb,
  CONSTRAINT audit_details_pkey PRIMARY KEY (audit_id),
  CONSTRAINT audit_details_changes_check CHECK ((jsonb_typeof(changes) = 'array'::text))
);

CREATE TABLE kept_invoices (
  order_id integer NOT NULL,
  buyer jsonb NOT NULL,
  paid_at timestamp with time zone NOT NULL,
  CONSTRAINT kept_invoices_pkey PRIMARY KEY (order_id),
  CONSTRAINT kept_invoices_buyer_check CHECK ((jsonb_typeof(buyer) = 'object'::text))
);

CREATE TABLE passkeys (
  id integer NOT NULL GENERATED ALWAYS AS IDENTITY,
  user_id integer NOT NULL,
  credential_id text NOT NULL,
  public_key bytea NOT NULL,
  counter bigint NOT NULL,
  transports text[] NOT NULL DEFAULT '{}'::text[],
  backed_up boolean NOT NULL,
  name text NOT NULL,
  created_at timestamp with time zone NOT NULL DEFAULT now(),
  last_used_at timestamp with time zone,
  CONSTRAINT passkeys_pkey PRIMARY KEY (id),
  CONSTRAINT passkeys_credential_id_key UNIQUE (credential_id)
);
CREATE INDEX passkeys_user_id_idx ON passkeys USING btree (user_id);

CREATE TABLE totp_secrets (
  id integer NOT NULL GENERATED ALWAYS AS IDENTITY,
  user_id integer NOT NULL,
  sealed_secret bytea NOT NULL,
  created_at timestamp with time zone NOT NULL DEFAULT now(),
  confirmed_at timestamp with time zone,
  last_step integer,
  CONSTRAINT totp_secrets_pkey PRIMARY KEY (id)
);
CREATE UNIQUE INDEX totp_secrets_confirmed_key ON totp_secrets USING btree (user_id) WHERE (confirmed_at IS NOT NULL);
CREATE UNIQUE INDEX totp_secrets_waiting_key ON totp_secrets USING btree (user_id) WHERE (confirmed_at IS NULL);

CREATE TABLE recovery_codes (
  code_hash bytea NOT NULL,
  user_id integer NOT NULL,
  created_at timestamp with time zone NOT NULL DEFAULT now(),
  used_at timestamp with time zone,
  CONSTRAINT recovery_codes_pkey PRIMARY KEY (code_hash),
  CONSTRAINT recovery_codes_code_hash_check CHECK ((octet_length(code_hash) = 32))
);
CREATE INDEX recovery_codes_user_id_idx ON recovery_codes USING btree (user_id);

CREATE TABLE passkey_challenges (
  challenge bytea NOT NULL,
  bound_to bytea NOT NULL,
  expires_at timestamp with time zone NOT NULL,
  CONSTRAINT passkey_challenges_pkey PRIMARY KEY (challenge),
  CONSTRAINT passkey_challenges_bound_to_check CHECK ((octet_length(bound_to) = 32)),
  CONSTRAINT passkey_challenges_challenge_check CHECK ((octet_length(challenge) = 32))
);
CREATE INDEX passkey_challenges_expires_at_idx ON passkey_challenges USING btree (expires_at);

CREATE TABLE categories (
  id integer NOT NULL GENERATED ALWAYS AS IDENTITY,
  name text NOT NULL,
  description text NOT NULL,
  image_url text NOT NULL,
  position integer NOT NULL,
  is_hidden boolean NOT NULL DEFAULT false,
  image_alt text NOT NULL DEFAULT ''::text,
  CONSTRAINT categories_pkey PRIMARY KEY (id),
  CONSTRAINT categories_name_key UNIQUE (name),
  CONSTRAINT categories_description_check CHECK ((description <> ''::text)),
  CONSTRAINT categories_image_url_check CHECK ((image_url <> ''::text)),
  CONSTRAINT categories_name_check CHECK ((name <> ''::text)),
  CONSTRAINT categories_position_check CHECK (("position" >= 0))
);
CREATE TRIGGER categories_changed AFTER INSERT OR DELETE OR UPDATE OR TRUNCATE ON categories FOR EACH STATEMENT EXECUTE FUNCTION tell_catalogue_changed();

CREATE TABLE category_aliases (
  name text NOT NULL,
  category_id integer NOT NULL,
  CONSTRAINT category_aliases_pkey PRIMARY KEY (name)
);
CREATE INDEX category_aliases_category_id_idx ON category_aliases USING btree (category_id);
CREATE TRIGGER category_aliases_changed AFTER INSERT OR DELETE OR UPDATE OR TRUNCATE ON category_aliases FOR EACH STATEMENT EXECUTE FUNCTION tell_catalogue_changed();

CREATE TABLE invoices (
  id integer NOT NULL GENERATED ALWAYS AS IDENTITY,
  kind text NOT NULL,
  series text NOT NULL,
  number integer NOT NULL,
  serial text NOT NULL,
  order_id integer NOT NULL,
  corrects_id integer,
  refund_id integer,
  replaces_id integer,
  document text,
  sha256 text NOT NULL,
  template_version integer NOT NULL,
  issued_at timestamp with time zone NOT NULL,
  instalment_position smallint,
  CONSTRAINT invoices_pkey PRIMARY KEY (id),
  CONSTRAINT invoices_kind_series_number_key UNIQUE (kind, series, number),
  CONSTRAINT invoices_refund_id_key UNIQUE (refund_id),
  CONSTRAINT invoices_replaces_id_key UNIQUE (replaces_id),
  CONSTRAINT invoices_serial_key UNIQUE (serial),
  CONSTRAINT invoices_check CHECK (((kind = 'credit_note'::text) = (corrects_id IS NOT NULL))),
  CONSTRAINT invoices_check1 CHECK (((kind = 'credit_note'::text) OR (refund_id IS NULL))),
  CONSTRAINT invoices_check2 CHECK (((kind = 'invoice'::text) OR (replaces_id IS NULL))),
  CONSTRAINT invoices_kind_check CHECK ((kind = ANY (ARRAY['invoice'::text, 'credit_note'::text]))),
  CONSTRAINT invoices_number_check CHECK ((number >= 1)),
  CONSTRAINT invoices_series_check CHECK ((series <> ''::text)),
  CONSTRAINT invoices_sha256_check CHECK ((sha256 ~ '^[0-9a-f]{64}$'::text)),
  CONSTRAINT invoices_template_version_check CHECK ((template_version >= 1))
);
CREATE UNIQUE INDEX invoices_credited_for_details_once_key ON invoices USING btree (corrects_id) WHERE ((kind = 'credit_note'::text) AND (refund_id IS NULL));
CREATE UNIQUE INDEX invoices_first_of_order_key ON invoices USING btree (order_id, COALESCE((instalment_position)::integer, 0)) WHERE ((kind = 'invoice'::text) AND (replaces_id IS NULL));
CREATE INDEX invoices_issued_at_idx ON invoices USING btree (issued_at, id);
CREATE INDEX invoices_order_id_idx ON invoices USING btree (order_id, id);
CREATE TRIGGER invoices_are_never_emptied BEFORE TRUNCATE ON invoices FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
CREATE TRIGGER invoices_never_change BEFORE UPDATE ON invoices FOR EACH ROW WHEN ((NOT ((new.document IS NULL) AND (old.issued_at < (now() - '7 years'::interval)) AND ((to_jsonb(new.*) - 'document'::text) = (to_jsonb(old.*) - 'document'::text))))) EXECUTE FUNCTION refuse_change();
CREATE TRIGGER invoices_stay BEFORE DELETE ON invoices FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

CREATE TABLE operation_marks (
  name text NOT NULL,
  marked_at timestamp with time zone NOT NULL,
  details jsonb NOT NULL DEFAULT '{}'::jsonb,
  CONSTRAINT operation_marks_pkey PRIMARY KEY (name)
);

CREATE TABLE webhook_endpoints (
  id integer NOT NULL GENERATED ALWAYS AS IDENTITY,
  url text NOT NULL,
  events text[] NOT NULL,
  sealed_secret bytea NOT NULL,
  sealed_former_secret bytea,
  former_until timestamp with time zone,
  created_at timestamp with time zone NOT NULL DEFAULT now(),
  failing_since timestamp with time zone,
  disabled_at timestamp with time zone,
  disabled_as text,
  CONSTRAINT webhook_endpoints_pkey PRIMARY KEY (id),
  CONSTRAINT webhook_endpoints_check CHECK (((disabled_at IS NULL) = (disabled_as IS NULL))),
  CONSTRAINT webhook_endpoints_check1 CHECK (((sealed_former_secret IS NULL) = (former_until IS NULL))),
  CONSTRAINT webhook_endpoints_disabled_as_check CHECK ((disabled_as = ANY (ARRAY['admin'::text, 'failing'::text, 'gone'::text]))),
  CONSTRAINT webhook_endpoints_events_check CHECK ((cardinality(events) > 0)),
  CONSTRAINT webhook_endpoints_url_check CHECK ((url <> ''::text))
);

CREATE TABLE webhook_messages (
  id integer NOT NULL GENERATED ALWAYS AS IDENTITY,
  endpoint_id integer NOT NULL,
  message_id text NOT NULL,
  event text NOT NULL,
  payload json NOT NULL,
  state text NOT NULL DEFAULT 'waiting'::text,
  attempts integer NOT NULL DEFAULT 0,
  created_at timestamp with time zone NOT NULL DEFAULT now(),
  tried_at timestamp with time zone,
  next_try_at timestamp with time zone,
  response_status integer,
  response text,
  CONSTRAINT webhook_messages_pkey PRIMARY KEY (id),
  CONSTRAINT webhook_messages_message_id_key UNIQUE (message_id),
  CONSTRAINT webhook_messages_attempts_check CHECK ((attempts >= 0)),
  CONSTRAINT webhook_messages_state_check CHECK ((state = ANY (ARRAY['waiting'::text, 'delivered'::text, 'failed'::text])))
);
CREATE INDEX webhook_messages_created_at_idx ON webhook_messages USING btree (created_at DESC, id DESC);
CREATE INDEX webhook_messages_endpoint_id_idx ON webhook_messages USING btree (endpoint_id, created_at DESC, id DESC);

CREATE TABLE notifications (
  id integer NOT NULL GENERATED ALWAYS AS IDENTITY,
  kind text NOT NULL,
  key text NOT NULL,
  title text NOT NULL,
  facts jsonb NOT NULL DEFAULT '[]'::jsonb,
  path text NOT NULL,
  created_at timestamp with time zone NOT NULL DEFAULT now(),
  CONSTRAINT notifications_pkey PRIMARY KEY (id),
  CONSTRAINT notifications_key_key UNIQUE (key),
  CONSTRAINT notifications_path_check CHECK ((path ~~ '/admin%'::text)),
  CONSTRAINT notifications_title_check CHECK ((title <> ''::text))
);
CREATE INDEX notifications_created_at_idx ON notifications USING btree (created_at, id);

CREATE TABLE notification_reads (
  notification_id integer NOT NULL,
  user_id integer NOT NULL,
  CONSTRAINT notification_reads_pkey PRIMARY KEY (notification_id, user_id)
);

CREATE TABLE disputes (
  id integer NOT NULL GENERATED ALWAYS AS IDENTITY,
  provider_dispute_id text NOT NULL,
  provider_payment_id text NOT NULL,
  payment_id integer,
  amount_cents integer NOT NULL,
  deducted_cents integer NOT NULL,
  currency text NOT NULL,
  reason_code text NOT NULL,
  phase text NOT NULL,
  status text NOT NULL,
  respond_by timestamp with time zone,
  opened_at timestamp with time zone NOT NULL,
  asked_at timestamp with time zone NOT NULL,
  CONSTRAINT disputes_pkey PRIMARY KEY (id),
  CONSTRAINT disputes_provider_dispute_id_key UNIQUE (provider_dispute_id),
  CONSTRAINT disputes_amount_cents_check CHECK ((amount_cents >= 0)),
  CONSTRAINT disputes_currency_check CHECK ((currency ~ '^[A-Z]{3}$'::text)),
  CONSTRAINT disputes_deducted_cents_check CHECK ((deducted_cents >= 0)),
  CONSTRAINT disputes_status_check CHECK ((status = ANY (ARRAY['open'::text, 'under_review'::text, 'won'::text, 'lost'::text, 'closed'::text])))
);
CREATE INDEX disputes_opened_at_idx ON disputes USING btree (opened_at, id);
CREATE INDEX disputes_payment_id_idx ON disputes USING btree (payment_id);
CREATE INDEX disputes_respond_by_idx ON disputes USING btree (respond_by, id);

CREATE TABLE pictures (
  id integer NOT NULL GENERATED ALWAYS AS IDENTITY,
  state text NOT NULL DEFAULT 'waiting'::text,
  upload uuid NOT NULL,
  hash text,
  refusal text,
  uploaded_by integer NOT NULL,
  created_at timestamp with time zone NOT NULL DEFAULT now(),
  used_at timestamp with time zone NOT NULL DEFAULT now(),
  CONSTRAINT pictures_pkey PRIMARY KEY (id),
  CONSTRAINT pictures_upload_key UNIQUE (upload),
  CONSTRAINT pictures_check CHECK (((state = 'ready'::text) = (hash IS NOT NULL))),
  CONSTRAINT pictures_check1 CHECK (((state = 'refused'::text) = (refusal IS NOT NULL))),
  CONSTRAINT pictures_state_check CHECK ((state = ANY (ARRAY['waiting'::text, 'ready'::text, 'refused'::text])))
);
CREATE INDEX pictures_hash_idx ON pictures USING btree (hash);
CREATE INDEX pictures_used_at_idx ON pictures USING btree (used_at);

CREATE TABLE embed_origins (
  id integer NOT NULL GENERATED ALWAYS AS IDENTITY,
  origin text NOT NULL,
  created_at timestamp with time zone NOT NULL DEFAULT now(),
  CONSTRAINT embed_origins_pkey PRIMARY KEY (id),
  CONSTRAINT embed_origins_origin_key UNIQUE (origin),
  CONSTRAINT embed_origins_origin_check CHECK ((origin <> ''::text))
);

CREATE TABLE embed_views (
  origin text NOT NULL,
  day date NOT NULL,
  views integer NOT NULL,
  CONSTRAINT embed_views_pkey PRIMARY KEY (origin, day),
  CONSTRAINT embed_views_views_check CHECK ((views > 0))
);

CREATE TABLE order_messages (
  id integer NOT NULL GENERATED ALWAYS AS IDENTITY,
  order_id integer NOT NULL,
  author_id integer NOT NULL,
  author_role text NOT NULL,
  is_team_only boolean NOT NULL,
  text text NOT NULL,
  key uuid NOT NULL,
  created_at timestamp with time zone NOT NULL DEFAULT now(),
  edited_at timestamp with time zone,
  withdrawn_at timestamp with time zone,
  is_blocking boolean NOT NULL DEFAULT false,
  changed_in xid8,
  changed_at timestamp with time zone,
  CONSTRAINT order_messages_pkey PRIMARY KEY (id),
  CONSTRAINT order_messages_author_id_key_key UNIQUE (author_id, key),
  CONSTRAINT order_messages_author_role_check CHECK ((author_role = ANY (ARRAY['customer'::text, 'staff'::text, 'admin'::text]))),
  CONSTRAINT order_messages_check CHECK (((NOT is_team_only) OR (author_role <> 'customer'::text)))
);
CREATE INDEX order_messages_order_id_idx ON order_messages USING btree (order_id, id);
CREATE TRIGGER order_messages_mark_change BEFORE INSERT OR UPDATE ON order_messages FOR EACH ROW EXECUTE FUNCTION mark_change();

CREATE TABLE message_reads (
  order_id integer NOT NULL,
  user_id integer NOT NULL,
  message_id integer NOT NULL,
  CONSTRAINT message_reads_pkey PRIMARY KEY (order_id, user_id)
);
CREATE INDEX message_reads_user_idx ON message_reads USING btree (user_id, message_id);

CREATE TABLE deliveries (
  id integer NOT NULL GENERATED ALWAYS AS IDENTITY,
  order_id integer NOT NULL,
  number integer NOT NULL,
  author_id integer NOT NULL,
  assignment_id integer,
  note text NOT NULL,
  links text[] NOT NULL DEFAULT '{}'::text[],
  is_whole boolean NOT NULL,
  state_before text,
  accept_by_before timestamp with time zone,
  created_at timestamp with time zone NOT NULL DEFAULT now(),
  accepted_at timestamp with time zone,
  accepted_kind text,
  accepted_by_id integer,
  CONSTRAINT deliveries_pkey PRIMARY KEY (id),
  CONSTRAINT deliveries_order_id_number_key UNIQUE (order_id, number),
  CONSTRAINT deliveries_accepted_kind_check CHECK ((accepted_kind = ANY (ARRAY['customer'::text, 'time'::text]))),
  CONSTRAINT deliveries_check CHECK (((accepted_at IS NULL) = (accepted_kind IS NULL))),
  CONSTRAINT deliveries_check1 CHECK (((accepted_by_id IS NOT NULL) = ((accepted_kind IS NOT NULL) AND (accepted_kind = 'customer'::text)))),
  CONSTRAINT deliveries_links_check CHECK ((cardinality(links) <= 10)),
  CONSTRAINT deliveries_number_check CHECK ((number >= 1))
);
CREATE INDEX deliveries_assignment_id_idx ON deliveries USING btree (assignment_id);
CREATE TRIGGER deliveries_are_never_changed BEFORE UPDATE ON deliveries FOR EACH ROW EXECUTE FUNCTION refuse_change_of_delivery();

CREATE TABLE delivery_requests (
  id integer NOT NULL GENERATED ALWAYS AS IDENTITY,
  order_id integer NOT NULL,
  delivery_id integer,
  author_id integer NOT NULL,
  kind text NOT NULL,
  text text NOT NULL,
  created_at timestamp with time zone NOT NULL DEFAULT now(),
  counted boolean NOT NULL,
  outcome text,
  reason text NOT NULL DEFAULT ''::text,
  decided_by_id integer,
  decided_at timestamp with time zone,
  due_by timestamp with time zone,
  closed_at timestamp with time zone,
  CONSTRAINT delivery_requests_pkey PRIMARY KEY (id),
  CONSTRAINT delivery_requests_check CHECK (((NOT counted) OR (kind = 'change'::text))),
  CONSTRAINT delivery_requests_kind_check CHECK ((kind = ANY (ARRAY['fault'::text, 'change'::text]))),
  CONSTRAINT delivery_requests_outcome_check CHECK ((outcome = ANY (ARRAY['taken'::text, 'granted'::text, 'declined'::text])))
);
CREATE INDEX delivery_requests_order_id_idx ON delivery_requests USING btree (order_id, id);

CREATE TABLE order_files (
  id uuid NOT NULL,
  order_id integer NOT NULL,
  uploader_id integer NOT NULL,
  message_id integer,
  name text NOT NULL,
  size_bytes bigint NOT NULL,
  state text NOT NULL DEFAULT 'uploading'::text,
  media_type text,
  has_preview boolean NOT NULL DEFAULT false,
  lock_token uuid,
  locked_until timestamp with time zone,
  is_lock_wanted boolean NOT NULL DEFAULT false,
  created_at timestamp with time zone NOT NULL DEFAULT now(),
  question_id integer,
  delivery_id integer,
  incoming_mail_id integer,
  arrived_bytes bigint NOT NULL DEFAULT 0,
  CONSTRAINT order_files_pkey PRIMARY KEY (id),
  CONSTRAINT order_files_check CHECK (((media_type IS NOT NULL) OR (state <> 'ready'::text))),
  CONSTRAINT order_files_have_one_place CHECK ((num_nonnulls(message_id, question_id, delivery_id) <= 1)),
  CONSTRAINT order_files_name_check CHECK ((name <> ''::text)),
  CONSTRAINT order_files_size_bytes_check CHECK ((size_bytes > 0)),
  CONSTRAINT order_files_state_check CHECK ((state = ANY (ARRAY['uploading'::text, 'checking'::text, 'ready'::text, 'refused'::text])))
);
CREATE INDEX order_files_delivery_id_idx ON order_files USING btree (delivery_id) WHERE (delivery_id IS NOT NULL);
CREATE INDEX order_files_incoming_mail_id_idx ON order_files USING btree (incoming_mail_id) WHERE (incoming_mail_id IS NOT NULL);
CREATE INDEX order_files_message_id_idx ON order_files USING btree (message_id) WHERE (message_id IS NOT NULL);
CREATE INDEX order_files_order_id_idx ON order_files USING btree (order_id);
CREATE INDEX order_files_unsent_idx ON order_files USING btree (created_at) WHERE (message_id IS NULL);
CREATE INDEX order_files_uploader_idx ON order_files USING btree (uploader_id, created_at);
CREATE TRIGGER order_files_remove AFTER DELETE ON order_files FOR EACH ROW EXECUTE FUNCTION remove_file();

CREATE TABLE files_to_remove (
  id uuid NOT NULL,
  CONSTRAINT files_to_remove_pkey PRIMARY KEY (id)
);

CREATE TABLE order_dates (
  id integer NOT NULL GENERATED ALWAYS AS IDENTITY,
  order_id integer NOT NULL,
  author_id integer NOT NULL,
  old_at timestamp with time zone NOT NULL,
  new_at timestamp with time zone NOT NULL,
  reason text NOT NULL,
  created_at timestamp with time zone NOT NULL DEFAULT now(),
  CONSTRAINT order_dates_pkey PRIMARY KEY (id),
  CONSTRAINT order_dates_check CHECK ((new_at > old_at))
);
CREATE INDEX order_dates_order_id_idx ON order_dates USING btree (order_id, id);

CREATE TABLE saved_replies (
  id integer NOT NULL GENERATED ALWAYS AS IDENTITY,
  title text NOT NULL,
  text text NOT NULL,
  CONSTRAINT saved_replies_pkey PRIMARY KEY (id)
);
CREATE UNIQUE INDEX saved_replies_title_key ON saved_replies USING btree (lower(title));

CREATE TABLE refund_requests (
  id integer NOT NULL GENERATED ALWAYS AS IDENTITY,
  order_id integer NOT NULL,
  author_id integer NOT NULL,
  reason text NOT NULL,
  work_goes_on boolean NOT NULL DEFAULT false,
  asked_cents integer NOT NULL,
  state text NOT NULL DEFAULT 'open'::text,
  version integer NOT NULL DEFAULT 1,
  due_at timestamp with time zone NOT NULL,
  offer jsonb,
  answer text NOT NULL DEFAULT ''::text,
  decided_by_id integer,
  decided_at timestamp with time zone,
  second_look_at timestamp with time zone,
  second_reason text NOT NULL DEFAULT ''::text,
  refund_id integer,
  created_at timestamp with time zone NOT NULL DEFAULT now(),
  closed_at timestamp with time zone,
  currency text NOT NULL,
  due_reason text NOT NULL DEFAULT ''::text,
  CONSTRAINT refund_requests_pkey PRIMARY KEY (id),
  CONSTRAINT refund_requests_asked_cents_check CHECK ((asked_cents >= 0)),
  CONSTRAINT refund_requests_currency_check CHECK ((currency ~ '^[A-Z]{3}$'::text)),
  CONSTRAINT refund_requests_decided_by_somebody CHECK (((decided_at IS NULL) = (decided_by_id IS NULL))),
  CONSTRAINT refund_requests_decided_check CHECK (((state <> ALL (ARRAY['offered'::text, 'declined'::text])) OR (decided_at IS NOT NULL))),
  CONSTRAINT refund_requests_offer_check CHECK ((jsonb_typeof(offer) = 'object'::text)),
  CONSTRAINT refund_requests_offered_has_an_offer CHECK (((state <> 'offered'::text) OR (offer IS NOT NULL))),
  CONSTRAINT refund_requests_refund_is_decided CHECK (((refund_id IS NULL) OR (decided_at IS NOT NULL) OR (state = 'cancelled'::text))),
  CONSTRAINT refund_requests_state_check CHECK ((state = ANY (ARRAY['open'::text, 'offered'::text, 'declined'::text, 'refunded'::text, 'withdrawn'::text, 'cancelled'::text])))
);
CREATE UNIQUE INDEX refund_requests_live_idx ON refund_requests USING btree (order_id) WHERE (state = ANY (ARRAY['open'::text, 'offered'::text]));
CREATE INDEX refund_requests_order_id_idx ON refund_requests USING btree (order_id, id);
CREATE TRIGGER refund_requests_currency BEFORE INSERT OR UPDATE OF currency, order_id ON refund_requests FOR EACH ROW EXECUTE FUNCTION keep_currency('orders', 'order_id');

CREATE TABLE order_credentials (
  id uuid NOT NULL,
  order_id integer NOT NULL,
  kind text NOT NULL,
  sealed_data bytea NOT NULL,
  key_id text NOT NULL,
  created_at timestamp with time zone NOT NULL DEFAULT now(),
  CONSTRAINT order_credentials_pkey PRIMARY KEY (id),
  CONSTRAINT order_credentials_kind_check CHECK ((kind = ANY (ARRAY['hosting'::text, 'cms'::text, 'domain'::text, 'other'::text])))
);
CREATE INDEX order_credentials_order_id_idx ON order_credentials USING btree (order_id);

CREATE TABLE incoming_mails (
  id integer NOT NULL GENERATED ALWAYS AS IDENTITY,
  mail_hash bytea NOT NULL,
  order_id integer NOT NULL,
  user_id integer NOT NULL,
  state text NOT NULL,
  message_id integer,
  from_address text NOT NULL DEFAULT ''::text,
  text text NOT NULL DEFAULT ''::text,
  whole_text text NOT NULL DEFAULT ''::text,
  note text NOT NULL DEFAULT ''::text,
  created_at timestamp with time zone NOT NULL DEFAULT now(),
  CONSTRAINT incoming_mails_pkey PRIMARY KEY (id),
  CONSTRAINT incoming_mails_mail_hash_key UNIQUE (mail_hash),
  CONSTRAINT incoming_mails_message_id_key UNIQUE (message_id),
  CONSTRAINT incoming_mails_check CHECK (((message_id IS NOT NULL) = (state = 'posted'::text))),
  CONSTRAINT incoming_mails_check1 CHECK (((text = ''::text) OR (state = 'waiting'::text))),
  CONSTRAINT incoming_mails_state_check CHECK ((state = ANY (ARRAY['posted'::text, 'waiting'::text, 'discarded'::text, 'refused'::text])))
);
CREATE INDEX incoming_mails_order_id_idx ON incoming_mails USING btree (order_id);
CREATE INDEX incoming_mails_user_id_idx ON incoming_mails USING btree (user_id, created_at);

CREATE TABLE api_keys (
  id integer NOT NULL GENERATED ALWAYS AS IDENTITY,
  name text NOT NULL,
  key_hash bytea NOT NULL,
  start text NOT NULL,
  scopes text[] NOT NULL,
  addresses text[] NOT NULL DEFAULT '{}'::text[],
  daily_refunds integer NOT NULL DEFAULT 0,
  refunds_made integer NOT NULL DEFAULT 0,
  refunds_on date,
  maker_id integer,
  keeper_id integer NOT NULL,
  created_at timestamp with time zone NOT NULL DEFAULT now(),
  expires_at timestamp with time zone NOT NULL,
  last_used_at timestamp with time zone,
  last_address text,
  revoked_at timestamp with time zone,
  CONSTRAINT api_keys_pkey PRIMARY KEY (id),
  CONSTRAINT api_keys_key_hash_key UNIQUE (key_hash),
  CONSTRAINT api_keys_daily_refunds_check CHECK ((daily_refunds >= 0)),
  CONSTRAINT api_keys_name_check CHECK ((name <> ''::text))
);
CREATE INDEX api_keys_keeper_id_idx ON api_keys USING btree (keeper_id) WHERE (revoked_at IS NULL);

CREATE TABLE offers (
  id integer NOT NULL GENERATED ALWAYS AS IDENTITY,
  state text NOT NULL DEFAULT 'draft'::text,
  version integer NOT NULL DEFAULT 1,
  content jsonb NOT NULL,
  email text NOT NULL,
  amount_cents integer NOT NULL,
  currency text NOT NULL,
  valid_until timestamp with time zone NOT NULL,
  asked jsonb NOT NULL DEFAULT '[]'::jsonb,
  reason text NOT NULL DEFAULT ''::text,
  from_order_id integer,
  created_by_id integer NOT NULL,
  created_at timestamp with time zone NOT NULL DEFAULT now(),
  sent_at timestamp with time zone,
  viewed_at timestamp with time zone,
  ended_at timestamp with time zone,
  CONSTRAINT offers_pkey PRIMARY KEY (id),
  CONSTRAINT offers_amount_cents_check CHECK ((amount_cents >= 0)),
  CONSTRAINT offers_asked_check CHECK ((jsonb_typeof(asked) = 'array'::text)),
  CONSTRAINT offers_content_check CHECK ((jsonb_typeof(content) = 'object'::text)),
  CONSTRAINT offers_currency_check CHECK ((currency ~ '^[A-Z]{3}$'::text)),
  CONSTRAINT offers_state_check CHECK ((state = ANY (ARRAY['draft'::text, 'sent'::text, 'viewed'::text, 'accepted'::text, 'declined'::text, 'expired'::text, 'withdrawn'::text]))),
  CONSTRAINT offers_version_check CHECK ((version >= 1))
);
CREATE INDEX offers_created_at_idx ON offers USING btree (created_at, id);
CREATE INDEX offers_email_idx ON offers USING btree (lower(email));
CREATE INDEX offers_open_idx ON offers USING btree (valid_until) WHERE (state = ANY (ARRAY['sent'::text, 'viewed'::text, 'accepted'::text]));

CREATE TABLE offer_versions (
  offer_id integer NOT NULL,
  version integer NOT NULL,
  content json NOT NULL,
  sha256 text NOT NULL,
  sent_at timestamp with time zone NOT NULL DEFAULT now(),
  CONSTRAINT offer_versions_pkey PRIMARY KEY (offer_id, version),
  CONSTRAINT offer_versions_content_check CHECK ((json_typeof(content) = 'object'::text)),
  CONSTRAINT offer_versions_sha256_check CHECK ((sha256 ~ '^[0-9a-f]{64}$'::text)),
  CONSTRAINT offer_versions_version_check CHECK ((version >= 1))
);
CREATE TRIGGER offer_versions_are_append_only BEFORE DELETE OR UPDATE ON offer_versions FOR EACH ROW EXECUTE FUNCTION refuse_change_of_offer();

CREATE TABLE offer_links (
  token_hash bytea NOT NULL,
  offer_id integer NOT NULL,
  version integer NOT NULL,
  created_at timestamp with time zone NOT NULL DEFAULT now(),
  CONSTRAINT offer_links_pkey PRIMARY KEY (token_hash)
);

CREATE TABLE offer_acceptances (
  offer_id integer NOT NULL,
  version integer NOT NULL,
  sha256 text NOT NULL,
  name text NOT NULL,
  accepted_policies jsonb NOT NULL,
  accepted_at timestamp with time zone NOT NULL DEFAULT now(),
  CONSTRAINT offer_acceptances_pkey PRIMARY KEY (offer_id)
);

CREATE TABLE order_instalments (
  order_id integer NOT NULL,
  position smallint NOT NULL,
  label text NOT NULL,
  amount_cents integer NOT NULL,
  currency text NOT NULL,
  due text NOT NULL,
  due_at timestamp with time zone,
  state text NOT NULL DEFAULT 'waiting'::text,
  provider text,
  provider_order_id text,
  payment_id integer,
  paid_at timestamp with time zone,
  opened_at timestamp with time zone,
  reminded_days smallint NOT NULL DEFAULT 0,
  CONSTRAINT order_instalments_pkey PRIMARY KEY (order_id, "position"),
  CONSTRAINT order_instalments_payment_id_key UNIQUE (payment_id),
  CONSTRAINT order_instalments_provider_order_id_key UNIQUE (provider_order_id),
  CONSTRAINT order_instalments_amount_cents_check CHECK ((amount_cents > 0)),
  CONSTRAINT order_instalments_currency_check CHECK ((currency ~ '^[A-Z]{3}$'::text)),
  CONSTRAINT order_instalments_due_check CHECK ((due = ANY (ARRAY['purchase'::text, 'delivered'::text, 'accepted'::text]))),
  CONSTRAINT order_instalments_due_since CHECK (((state <> ALL (ARRAY['due'::text, 'paid'::text])) OR (due_at IS NOT NULL))),
  CONSTRAINT order_instalments_paid_by_a_payment CHECK ((((state = 'paid'::text) = (payment_id IS NOT NULL)) AND ((state = 'paid'::text) = (paid_at IS NOT NULL)))),
  CONSTRAINT order_instalments_position_check CHECK ((("position" >= 1) AND ("position" <= 3))),
  CONSTRAINT order_instalments_state_check CHECK ((state = ANY (ARRAY['waiting'::text, 'due'::text, 'paid'::text, 'lapsed'::text, 'written_off'::text])))
);
CREATE CONSTRAINT TRIGGER order_instalments_add_up AFTER INSERT OR DELETE OR UPDATE ON order_instalments DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION refuse_instalments_of_another_sum();
CREATE TRIGGER order_instalments_kept BEFORE DELETE ON order_instalments FOR EACH ROW WHEN ((old.state = 'paid'::text)) EXECUTE FUNCTION refuse_change_of_paid_instalment();
CREATE TRIGGER order_instalments_paid BEFORE UPDATE ON order_instalments FOR EACH ROW WHEN (((old.state = 'paid'::text) AND (old.* IS DISTINCT FROM new.*))) EXECUTE FUNCTION refuse_change_of_paid_instalment();

CREATE TABLE order_payers (
  order_id integer NOT NULL,
  browser_hash bytea NOT NULL,
  password_hash text,
  buyer jsonb,
  reference text,
  provider text,
  provider_order_id text,
  created_at timestamp with time zone NOT NULL DEFAULT now(),
  CONSTRAINT order_payers_pkey PRIMARY KEY (order_id, browser_hash),
  CONSTRAINT order_payers_provider_order_id_key UNIQUE (provider_order_id)
);

ALTER TABLE api_keys ADD CONSTRAINT api_keys_keeper_id_fkey FOREIGN KEY (keeper_id) REFERENCES users(id);
ALTER TABLE api_keys ADD CONSTRAINT api_keys_maker_id_fkey FOREIGN KEY (maker_id) REFERENCES users(id);
ALTER TABLE assignment_events ADD CONSTRAINT assignment_events_actor_id_fkey FOREIGN KEY (actor_id) REFERENCES users(id);
ALTER TABLE assignment_events ADD CONSTRAINT assignment_events_assignment_id_fkey FOREIGN KEY (assignment_id) REFERENCES staff_assignments(id) ON DELETE CASCADE;
ALTER TABLE assignment_events ADD CONSTRAINT assignment_events_undoes_id_fkey FOREIGN KEY (undoes_id) REFERENCES assignment_events(id);
ALTER TABLE audit_details ADD CONSTRAINT audit_details_audit_id_fkey FOREIGN KEY (audit_id) REFERENCES audit_log(id);
ALTER TABLE audit_log ADD CONSTRAINT audit_log_actor_id_fkey FOREIGN KEY (actor_id) REFERENCES users(id);
ALTER TABLE category_aliases ADD CONSTRAINT category_aliases_category_id_fkey FOREIGN KEY (category_id) REFERENCES categories(id) ON DELETE CASCADE;
ALTER TABLE coupon_redemptions ADD CONSTRAINT coupon_redemptions_coupon_id_fkey FOREIGN KEY (coupon_id) REFERENCES coupons(id) ON DELETE CASCADE;
ALTER TABLE coupon_redemptions ADD CONSTRAINT coupon_redemptions_order_id_fkey FOREIGN KEY (order_id) REFERENCES orders(id);
ALTER TABLE coupons ADD CONSTRAINT coupons_owner_id_fkey FOREIGN KEY (owner_id) REFERENCES users(id);
ALTER TABLE coupons ADD CONSTRAINT coupons_package_id_fkey FOREIGN KEY (package_id) REFERENCES packages(id);
ALTER TABLE deliveries ADD CONSTRAINT deliveries_accepted_by_id_fkey FOREIGN KEY (accepted_by_id) REFERENCES users(id);
ALTER TABLE deliveries ADD CONSTRAINT deliveries_assignment_id_fkey FOREIGN KEY (assignment_id) REFERENCES staff_assignments(id) ON DELETE SET NULL;
ALTER TABLE deliveries ADD CONSTRAINT deliveries_author_id_fkey FOREIGN KEY (author_id) REFERENCES users(id);
ALTER TABLE deliveries ADD CONSTRAINT deliveries_order_id_fkey FOREIGN KEY (order_id) REFERENCES orders(id);
ALTER TABLE delivery_requests ADD CONSTRAINT delivery_requests_author_id_fkey FOREIGN KEY (author_id) REFERENCES users(id);
ALTER TABLE delivery_requests ADD CONSTRAINT delivery_requests_decided_by_id_fkey FOREIGN KEY (decided_by_id) REFERENCES users(id);
ALTER TABLE delivery_requests ADD CONSTRAINT delivery_requests_delivery_id_fkey FOREIGN KEY (delivery_id) REFERENCES deliveries(id);
ALTER TABLE delivery_requests ADD CONSTRAINT delivery_requests_order_id_fkey FOREIGN KEY (order_id) REFERENCES orders(id);
ALTER TABLE disputes ADD CONSTRAINT disputes_payment_id_fkey FOREIGN KEY (payment_id) REFERENCES payments(id);
ALTER TABLE email_confirmations ADD CONSTRAINT email_confirmations_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE;
ALTER TABLE incoming_mails ADD CONSTRAINT incoming_mails_message_id_fkey FOREIGN KEY (message_id) REFERENCES order_messages(id) ON DELETE CASCADE;
ALTER TABLE incoming_mails ADD CONSTRAINT incoming_mails_order_id_fkey FOREIGN KEY (order_id) REFERENCES orders(id) ON DELETE CASCADE;
ALTER TABLE incoming_mails ADD CONSTRAINT incoming_mails_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id);
ALTER TABLE invoices ADD CONSTRAINT invoices_corrects_id_fkey FOREIGN KEY (corrects_id) REFERENCES invoices(id);
ALTER TABLE invoices ADD CONSTRAINT invoices_order_id_fkey FOREIGN KEY (order_id) REFERENCES orders(id);
ALTER TABLE invoices ADD CONSTRAINT invoices_refund_id_fkey FOREIGN KEY (refund_id) REFERENCES refunds(id);
ALTER TABLE invoices ADD CONSTRAINT invoices_replaces_id_fkey FOREIGN KEY (replaces_id) REFERENCES invoices(id);
ALTER TABLE kept_invoices ADD CONSTRAINT kept_invoices_order_id_fkey FOREIGN KEY (order_id) REFERENCES orders(id);
ALTER TABLE message_reads ADD CONSTRAINT message_reads_order_id_fkey FOREIGN KEY (order_id) REFERENCES orders(id) ON DELETE CASCADE;
ALTER TABLE message_reads ADD CONSTRAINT message_reads_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE;
ALTER TABLE notification_reads ADD CONSTRAINT notification_reads_notification_id_fkey FOREIGN KEY (notification_id) REFERENCES notifications(id) ON DELETE CASCADE;
ALTER TABLE notification_reads ADD CONSTRAINT notification_reads_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE;
ALTER TABLE offer_acceptances ADD CONSTRAINT offer_acceptances_offer_id_version_fkey FOREIGN KEY (offer_id, version) REFERENCES offer_versions(offer_id, version);
ALTER TABLE offer_links ADD CONSTRAINT offer_links_offer_id_version_fkey FOREIGN KEY (offer_id, version) REFERENCES offer_versions(offer_id, version);
ALTER TABLE offer_versions ADD CONSTRAINT offer_versions_offer_id_fkey FOREIGN KEY (offer_id) REFERENCES offers(id);
ALTER TABLE offers ADD CONSTRAINT offers_created_by_id_fkey FOREIGN KEY (created_by_id) REFERENCES users(id);
ALTER TABLE offers ADD CONSTRAINT offers_from_order_id_fkey FOREIGN KEY (from_order_id) REFERENCES orders(id) ON DELETE SET NULL;
ALTER TABLE order_answers ADD CONSTRAINT order_answers_order_id_fkey FOREIGN KEY (order_id) REFERENCES orders(id);
ALTER TABLE order_answers ADD CONSTRAINT order_answers_question_id_fkey FOREIGN KEY (question_id) REFERENCES package_questions(id);
ALTER TABLE order_credentials ADD CONSTRAINT order_credentials_order_id_fkey FOREIGN KEY (order_id) REFERENCES orders(id);
ALTER TABLE order_dates ADD CONSTRAINT order_dates_author_id_fkey FOREIGN KEY (author_id) REFERENCES users(id);
ALTER TABLE order_dates ADD CONSTRAINT order_dates_order_id_fkey FOREIGN KEY (order_id) REFERENCES orders(id);
ALTER TABLE order_events ADD CONSTRAINT order_events_actor_id_fkey FOREIGN KEY (actor_id) REFERENCES users(id);
ALTER TABLE order_events ADD CONSTRAINT order_events_order_id_fkey FOREIGN KEY (order_id) REFERENCES orders(id);
ALTER TABLE order_events ADD CONSTRAINT order_events_undoes_id_fkey FOREIGN KEY (undoes_id) REFERENCES order_events(id);
ALTER TABLE order_files ADD CONSTRAINT order_files_delivery_id_fkey FOREIGN KEY (delivery_id) REFERENCES deliveries(id) ON DELETE SET NULL;
ALTER TABLE order_files ADD CONSTRAINT order_files_incoming_mail_id_fkey FOREIGN KEY (incoming_mail_id) REFERENCES incoming_mails(id) ON DELETE SET NULL;
ALTER TABLE order_files ADD CONSTRAINT order_files_message_id_fkey FOREIGN KEY (message_id) REFERENCES order_messages(id) ON DELETE CASCADE;
ALTER TABLE order_files ADD CONSTRAINT order_files_order_id_fkey FOREIGN KEY (order_id) REFERENCES orders(id);
ALTER TABLE order_files ADD CONSTRAINT order_files_question_id_fkey FOREIGN KEY (question_id) REFERENCES package_questions(id);
ALTER TABLE order_files ADD CONSTRAINT order_files_uploader_id_fkey FOREIGN KEY (uploader_id) REFERENCES users(id);
ALTER TABLE order_instalments ADD CONSTRAINT order_instalments_order_id_fkey FOREIGN KEY (order_id) REFERENCES orders(id) ON DELETE CASCADE;
ALTER TABLE order_instalments ADD CONSTRAINT order_instalments_payment_id_fkey FOREIGN KEY (payment_id) REFERENCES payments(id);
ALTER TABLE order_messages ADD CONSTRAINT order_messages_author_id_fkey FOREIGN KEY (author_id) REFERENCES users(id);
ALTER TABLE order_messages ADD CONSTRAINT order_messages_order_id_fkey FOREIGN KEY (order_id) REFERENCES orders(id);
ALTER TABLE order_payers ADD CONSTRAINT order_payers_order_id_fkey FOREIGN KEY (order_id) REFERENCES orders(id) ON DELETE CASCADE;
ALTER TABLE orders ADD CONSTRAINT orders_coupon_id_fkey FOREIGN KEY (coupon_id) REFERENCES coupons(id) ON DELETE SET NULL;
ALTER TABLE orders ADD CONSTRAINT orders_offer_id_fkey FOREIGN KEY (offer_id) REFERENCES offers(id);
ALTER TABLE orders ADD CONSTRAINT orders_package_id_fkey FOREIGN KEY (package_id) REFERENCES packages(id);
ALTER TABLE orders ADD CONSTRAINT orders_registration_id_fkey FOREIGN KEY (registration_id) REFERENCES registrations(id);
ALTER TABLE orders ADD CONSTRAINT orders_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id);
ALTER TABLE outbox ADD CONSTRAINT outbox_resends_fkey FOREIGN KEY (resends) REFERENCES outbox(id) ON DELETE SET NULL;
ALTER TABLE package_questions ADD CONSTRAINT package_questions_only_order_id_fkey FOREIGN KEY (only_order_id) REFERENCES orders(id) ON DELETE CASCADE;
ALTER TABLE package_questions ADD CONSTRAINT package_questions_package_id_fkey FOREIGN KEY (package_id) REFERENCES packages(id) ON DELETE CASCADE;
ALTER TABLE packages ADD CONSTRAINT packages_category_fkey FOREIGN KEY (category) REFERENCES categories(name) ON UPDATE CASCADE;
ALTER TABLE passkeys ADD CONSTRAINT passkeys_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE;
ALTER TABLE password_resets ADD CONSTRAINT password_resets_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE;
ALTER TABLE payments ADD CONSTRAINT payments_looked_by_fkey FOREIGN KEY (looked_by) REFERENCES users(id);
ALTER TABLE payments ADD CONSTRAINT payments_order_id_fkey FOREIGN KEY (order_id) REFERENCES orders(id);
ALTER TABLE payments ADD CONSTRAINT payments_recorded_by_fkey FOREIGN KEY (recorded_by) REFERENCES users(id);
ALTER TABLE pictures ADD CONSTRAINT pictures_uploaded_by_fkey FOREIGN KEY (uploaded_by) REFERENCES users(id);
ALTER TABLE provider_events ADD CONSTRAINT provider_events_order_id_fkey FOREIGN KEY (order_id) REFERENCES orders(id) ON DELETE SET NULL;
ALTER TABLE recovery_codes ADD CONSTRAINT recovery_codes_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE;
ALTER TABLE refund_requests ADD CONSTRAINT refund_requests_author_id_fkey FOREIGN KEY (author_id) REFERENCES users(id);
ALTER TABLE refund_requests ADD CONSTRAINT refund_requests_decided_by_id_fkey FOREIGN KEY (decided_by_id) REFERENCES users(id);
ALTER TABLE refund_requests ADD CONSTRAINT refund_requests_order_id_fkey FOREIGN KEY (order_id) REFERENCES orders(id);
ALTER TABLE refund_requests ADD CONSTRAINT refund_requests_refund_id_fkey FOREIGN KEY (refund_id) REFERENCES refunds(id);
ALTER TABLE refunds ADD CONSTRAINT refunds_dispute_id_fkey FOREIGN KEY (dispute_id) REFERENCES disputes(id);
ALTER TABLE refunds ADD CONSTRAINT refunds_payment_id_fkey FOREIGN KEY (payment_id) REFERENCES payments(id);
ALTER TABLE refunds ADD CONSTRAINT refunds_requested_by_fkey FOREIGN KEY (requested_by) REFERENCES users(id);
ALTER TABLE registrations ADD CONSTRAINT registrations_package_id_fkey FOREIGN KEY (package_id) REFERENCES packages(id);
ALTER TABLE registrations ADD CONSTRAINT registrations_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id);
ALTER TABLE reviews ADD CONSTRAINT reviews_hidden_package_id_fkey FOREIGN KEY (hidden_package_id) REFERENCES packages(id) ON DELETE CASCADE;
ALTER TABLE reviews ADD CONSTRAINT reviews_order_id_fkey FOREIGN KEY (order_id) REFERENCES orders(id) ON DELETE CASCADE;
ALTER TABLE reviews ADD CONSTRAINT reviews_package_id_fkey FOREIGN KEY (package_id) REFERENCES packages(id) ON DELETE CASCADE;
ALTER TABLE sessions ADD CONSTRAINT sessions_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE;
ALTER TABLE sign_in_tokens ADD CONSTRAINT sign_in_tokens_order_id_fkey FOREIGN KEY (order_id) REFERENCES orders(id);
ALTER TABLE sign_in_tokens ADD CONSTRAINT sign_in_tokens_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE;
ALTER TABLE staff_assignments ADD CONSTRAINT staff_assignments_assigned_by_id_fkey FOREIGN KEY (assigned_by_id) REFERENCES users(id);
ALTER TABLE staff_assignments ADD CONSTRAINT staff_assignments_order_id_fkey FOREIGN KEY (order_id) REFERENCES orders(id);
ALTER TABLE staff_assignments ADD CONSTRAINT staff_assignments_staff_id_fkey FOREIGN KEY (staff_id) REFERENCES users(id);
ALTER TABLE totp_secrets ADD CONSTRAINT totp_secrets_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE;
ALTER TABLE webhook_messages ADD CONSTRAINT webhook_messages_endpoint_id_fkey FOREIGN KEY (endpoint_id) REFERENCES webhook_endpoints(id);

INSERT INTO categories (name, description, image_url, position) VALUES ('Web Development', 'Websites and stores, designed and built.', '/illustrations/web-development.svg', 0);
INSERT INTO categories (name, description, image_url, position) VALUES ('Mobile Apps', 'iPhone and Android apps, from sketch to store.', '/illustrations/mobile-apps.svg', 1);
INSERT INTO categories (name, description, image_url, position) VALUES ('Cloud Services', 'Hosting that is reviewed, moved and set up to last.', '/illustrations/cloud-services.svg', 2);
INSERT INTO categories (name, description, image_url, position) VALUES ('SEO & Marketing', 'Sites that are found: audits, fixes and content.', '/illustrations/seo-marketing.svg', 3);
INSERT INTO categories (name, description, image_url, position) VALUES ('Business Consulting', 'Plans for IT that a board can decide on.', '/illustrations/business-consulting.svg', 4);
CREATE INDEX job_unfinished_idx ON jobs.job USING btree (name, state) WHERE (state <> 'completed'::jobs.job_state);

INSERT INTO knex_migrations (name, batch, migration_time) VALUES
  ('0001-accounts.ts', 1, '2026-11-29Z'),
  ('0002-catalogue.ts', 1, '2026-11-29Z'),
  ('0003-coupons.ts', 1, '2026-11-29Z'),
  ('0004-orders.ts', 1, '2026-11-29Z'),
  ('0005-payments.ts', 1, '2026-11-29Z'),
  ('0006-work.ts', 1, '2026-11-29Z'),
  ('0007-admin-lists.ts', 1, '2026-11-29Z'),
  ('0008-audit-and-notes.ts', 1, '2026-11-29Z'),
  ('0010-overview.ts', 1, '2026-11-29Z'),
  ('0011-audit-search.ts', 1, '2026-11-29Z'),
  ('0012-jobs.ts', 1, '2026-11-29Z'),
  ('0013-catalogue-changes.ts', 1, '2026-11-29Z'),
  ('0014-money-to-look-at.ts', 1, '2026-11-29Z'),
  ('0015-mail.ts', 1, '2026-11-29Z'),
  ('0016-idempotency.ts', 1, '2026-11-29Z'),
  ('0017-tallies.ts', 1, '2026-11-29Z'),
  ('0018-provider-neutral.ts', 1, '2026-11-29Z'),
  ('0019-overview-figures.ts', 1, '2026-11-29Z'),
  ('0020-order-buyer.ts', 1, '2026-11-29Z'),
  ('0021-completed-assignments.ts', 1, '2026-11-29Z'),
  ('0022-any-payment-provider.ts', 1, '2026-11-29Z'),
  ('0023-browser-of-an-order.ts', 1, '2026-11-29Z'),
  ('0024-verified-addresses.ts', 1, '2026-11-29Z'),
  ('0025-mails-by-recipient.ts', 1, '2026-11-29Z'),
  ('0026-audit-events.ts', 1, '2026-11-29Z'),
  ('0027-audit-details.ts', 1, '2026-11-29Z'),
  ('0028-accepted-policies.ts', 1, '2026-11-29Z'),
  ('0029-retention.ts', 1, '2026-11-29Z'),
  ('0030-idempotency-response.ts', 1, '2026-11-29Z'),
  ('0031-session-list.ts', 1, '2026-11-29Z'),
  ('0032-erasure.ts', 1, '2026-11-29Z'),
  ('0033-second-factor.ts', 1, '2026-11-29Z'),
  ('0034-reset-links.ts', 1, '2026-11-29Z'),
  ('0035-categories.ts', 1, '2026-11-29Z'),
  ('0036-invoices.ts', 1, '2026-11-29Z'),
  ('0040-delivery-dates.ts', 1, '2026-11-29Z'),
  ('0042-exit-offers-and-undoing.ts', 1, '2026-11-29Z'),
  ('0043-operation-marks.ts', 1, '2026-11-29Z'),
  ('0044-outgoing-webhooks.ts', 1, '2026-11-29Z'),
  ('0045-notifications.ts', 1, '2026-11-29Z'),
  ('0046-disputes.ts', 1, '2026-11-29Z'),
  ('0047-mails-of-an-order.ts', 1, '2026-11-29Z'),
  ('0049-order-attention.ts', 1, '2026-11-29Z'),
  ('0054-undone-steps-and-deliveries.ts', 1, '2026-11-29Z'),
  ('0056-reviewers.ts', 1, '2026-11-29Z'),
  ('0057-publishing.ts', 1, '2026-11-29Z'),
  ('0059-pictures.ts', 1, '2026-11-29Z'),
  ('0061-package-versions.ts', 1, '2026-11-29Z'),
  ('0063-embedding.ts', 1, '2026-11-29Z'),
  ('0065-audit-of-stopped-webhooks.ts', 1, '2026-11-29Z'),
  ('0066-unfinished-jobs.ts', 1, '2026-11-29Z'),
  ('0070-find-by-person-and-payment.ts', 1, '2026-11-29Z'),
  ('0072-imports.ts', 1, '2026-11-29Z'),
  ('0073-sessions-without-data.ts', 1, '2026-11-29Z'),
  ('0074-provider-of-orders.ts', 1, '2026-11-29Z'),
  ('0075-erased-users-stay-empty.ts', 1, '2026-11-29Z'),
  ('0076-orders-of-unproved-addresses.ts', 1, '2026-11-29Z'),
  ('0077-messages.ts', 1, '2026-11-29Z'),
  ('0078-orders-awaiting-a-reply.ts', 1, '2026-11-29Z'),
  ('0079-messages-read-by-a-person.ts', 1, '2026-11-29Z'),
  ('0080-deliveries.ts', 1, '2026-11-29Z'),
  ('0081-orders-that-are-delivered.ts', 1, '2026-11-29Z'),
  ('0082-deliveries-of-before.ts', 1, '2026-11-29Z'),
  ('0085-files.ts', 1, '2026-11-29Z'),
  ('0086-places-of-files.ts', 1, '2026-11-29Z'),
  ('0087-order-pauses.ts', 1, '2026-11-29Z'),
  ('0088-order-dates.ts', 1, '2026-11-29Z'),
  ('0089-staff-notes-are-team-notes.ts', 1, '2026-11-29Z'),
  ('0090-saved-replies.ts', 1, '2026-11-29Z'),
  ('0091-notice-before-files-go.ts', 1, '2026-11-29Z'),
  ('0092-reminders-of-answers.ts', 1, '2026-11-29Z'),
  ('0093-refund-requests.ts', 1, '2026-11-29Z'),
  ('0095-access-data.ts', 1, '2026-11-29Z'),
  ('0096-replies-by-mail.ts', 1, '2026-11-29Z'),
  ('0099-orders-of-provider-events.ts', 1, '2026-11-29Z'),
  ('0100-coupons-of-one-person.ts', 1, '2026-11-29Z'),
  ('0101-accountants.ts', 1, '2026-11-29Z'),
  ('0102-buyer-references.ts', 1, '2026-11-29Z'),
  ('0103-currencies.ts', 1, '2026-11-29Z'),
  ('0104-reviews.ts', 1, '2026-11-29Z'),
  ('0105-api-keys.ts', 1, '2026-11-29Z'),
  ('0106-prices-by-currency.ts', 1, '2026-11-29Z'),
  ('0107-frozen-currencies.ts', 1, '2026-11-29Z'),
  ('0108-converted-payments.ts', 1, '2026-11-29Z'),
  ('0109-offers.ts', 1, '2026-11-29Z'),
  ('0110-payment-plans.ts', 1, '2026-11-29Z'),
  ('0111-money-of-orders.ts', 1, '2026-11-29Z'),
  ('0112-follow-messages.ts', 1, '2026-11-29Z'),
  ('0113-payments-of-parts.ts', 1, '2026-11-29Z'),
  ('0114-invoices-of-parts.ts', 1, '2026-11-29Z'),
  ('0115-unpaid-parts.ts', 1, '2026-11-29Z'),
  ('0117-transfers-and-withheld-files.ts', 1, '2026-11-29Z'),
  ('0118-mails-of-a-person.ts', 1, '2026-11-29Z'),
  ('0120-search-without-accents.ts', 1, '2026-11-29Z'),
  ('0125-payer-of-an-order.ts', 1, '2026-11-29Z'),
  ('0126-files-by-uploader.ts', 1, '2026-11-29Z'),
  ('0127-arrived-bytes.ts', 1, '2026-11-29Z'),
  ('0130-refunds-in-time.ts', 1, '2026-11-29Z'),
  ('0131-no-past-orders.ts', 1, '2026-11-29Z'),
  ('0132-no-package-versions.ts', 1, '2026-11-29Z'),
  ('0133-no-accountants.ts', 1, '2026-11-29Z'),
  ('0134-no-file-downloads.ts', 1, '2026-11-29Z'),
  ('0135-deliveries-and-files-without-waiting.ts', 1, '2026-11-29Z'),
  ('0136-admins-choose-their-mails.ts', 1, '2026-11-29Z'),
  ('0137-refund-requests-without-alternatives.ts', 1, '2026-11-29Z'),
  ('0138-one-wait-an-order.ts', 1, '2026-11-29Z'),
  ('0139-fold-plain-texts-faster.ts', 1, '2026-11-29Z'),
  ('0140-payers.ts', 1, '2026-11-29Z'),
  ('0145-name-tables-by-their-rows.ts', 1, '2026-11-29Z'),
  ('0146-instalments.ts', 1, '2026-11-29Z'),
  ('0147-index-of-orders-to-do.ts', 1, '2026-11-29Z'),
  ('0148-without-the-release-before.ts', 1, '2026-11-29Z');
