import type { Knex } from 'knex'

/**
 * What an order is: what was bought by whom for how much, what was promised, its history, its answers and its review. Who works on
 * it and what is delivered is in 0156, what is said about it in 0157, its instalments, payments, refunds and invoices in 0158.
 */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    -- The purchase form as it was sent. Its password hash lives only until the account is made.
    CREATE TABLE registrations (
      id integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
      package_id integer NOT NULL REFERENCES packages (id),
      user_id integer REFERENCES users (id),
      first_name text NOT NULL,
      last_name text NOT NULL,
      email text NOT NULL,
      -- When somebody who reads the mails of this address has shown so.
      email_verified_at timestamptz,
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
      created_at timestamptz NOT NULL DEFAULT now(),
      CONSTRAINT registrations_hash_until_account CHECK (user_id IS NULL OR password_hash IS NULL)
    );
    CREATE INDEX registrations_created_at_idx ON registrations (created_at DESC, id DESC);
    CREATE INDEX registrations_email_idx ON registrations (lower(email));
    CREATE INDEX registrations_user_idx ON registrations (user_id);
    CREATE INDEX registrations_package_idx ON registrations (package_id, created_at, id);
    CREATE INDEX registrations_by_first_name_idx ON registrations
      (first_name COLLATE "und-x-icu", last_name COLLATE "und-x-icu", id);
    CREATE INDEX registrations_by_last_name_idx ON registrations
      (last_name COLLATE "und-x-icu", first_name COLLATE "und-x-icu", id);
    CREATE INDEX registrations_by_company_idx ON registrations (company COLLATE "und-x-icu", id);
    CREATE INDEX registrations_folded_idx ON registrations USING gin (fold_text(
      ' ' || first_name || ' ' || last_name || ' ' || email || ' ' || company || ' ' || phone) gin_trgm_ops);

    CREATE TABLE orders (
      id integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
      invoice_number text NOT NULL GENERATED ALWAYS AS ('INV-' || id::text) STORED UNIQUE,
      -- The work.
      status text NOT NULL DEFAULT 'pending' CHECK (status IN ('pending', 'processing', 'completed', 'cancelled')),
      -- The money. instalment_paid: an instalment is paid, and another is still to be.
      payment_status text NOT NULL DEFAULT 'unpaid'
        CHECK (payment_status IN ('unpaid', 'instalment_paid', 'paid', 'refunded')),
      created_at timestamptz NOT NULL DEFAULT now(),
      paid_at timestamptz,
      -- Null: not completed, or completed before this column.
      completed_at timestamptz,

      -- What was bought: name, days and changes are copied, so that a later change of the package changes no order.
      package_id integer NOT NULL REFERENCES packages (id),
      package_name text NOT NULL,
      delivery_days integer NOT NULL CHECK (delivery_days >= 1),
      included_changes smallint,
      -- The accepted offer that it came from (0159). Two orders of one acceptance cannot be.
      offer_id integer UNIQUE,
      -- Of the website that it was bought on. Null: in the shop itself.
      embed_origin text,

      -- Who bought it. A guest's paid order has no account while nobody has proved its address and somebody else has
      -- registered with it.
      user_id integer REFERENCES users (id),
      registration_id integer REFERENCES registrations (id),
      -- The buyer as they were when they ordered: a profile that is changed later changes no invoice.
      buyer jsonb NOT NULL CHECK (jsonb_typeof(buyer) = 'object'),
      -- The buyer's own number, such as that of a purchase order.
      reference text,
      -- Which text of each policy the buyer accepted, and when. Null: from before this was recorded.
      accepted_policies jsonb CHECK (jsonb_typeof(accepted_policies) = 'array'),
      -- Of the cookie of the browser that placed the order. Null: from before, and nobody is recognised by it.
      browser_hash bytea CHECK (octet_length(browser_hash) = 32),
      -- Of the stored hash of the password that the form gave: an account with another password is not signed in.
      password_digest bytea CHECK (octet_length(password_digest) = 32),

      -- What it costs, in minor units of its currency, which never changes.
      original_cents integer NOT NULL CHECK (original_cents >= 0),
      discount_cents integer NOT NULL DEFAULT 0 CHECK (discount_cents >= 0),
      amount_cents integer NOT NULL CHECK (amount_cents >= 0),
      currency text NOT NULL DEFAULT 'USD' CHECK (currency ~ '^[A-Z]{3}$'),
      -- Rupees to the dollar when it was placed.
      usd_inr_rate numeric(12, 6) NOT NULL CHECK (usd_inr_rate > 0),
      -- An order keeps the code of a coupon that has gone.
      coupon_id integer REFERENCES coupons (id) ON DELETE SET NULL,
      coupon_code text,

      -- Where it is paid, as payments.provider names it. In instalments: the first of them. No default since 0161.
      provider text NOT NULL DEFAULT 'razorpay',
      provider_order_id text UNIQUE CHECK (provider_order_id ~ '^[A-Za-z0-9_-]{1,64}$'),
      -- Ours, sent to the provider before the order is stored, so that its webhook can always find it.
      receipt text NOT NULL UNIQUE DEFAULT 'rcpt_' || replace(gen_random_uuid()::text, '-', ''),
      is_in_instalments boolean NOT NULL DEFAULT false,
      -- When it was last asked about the order.
      provider_asked_at timestamptz,

      -- The promised date, and the first one once another is in force. Waiting moves both.
      promised_at timestamptz,
      first_promised_at timestamptz,
      -- What the order waits for and since when: the promised date stands still.
      waiting_for text,
      waiting_since timestamptz,
      -- By how many business days waiting has moved the promised date, what is open now not counted.
      waited_days integer NOT NULL DEFAULT 0,
      -- When the team asked what it cannot go on without.
      question_at timestamptz,
      -- When the last required answer came in after the payment: the delivery time begins anew then.
      answers_in_at timestamptz,
      -- Of the reminders of missing answers: when an admin is to phone, and from when on an admin may close the order.
      call_due_at timestamptz,
      silence_ends_at timestamptz,

      -- The state of what is delivered, which is accepted by time at accept_by. change_asked: the team decides. warranty: a fault
      -- of a completed order is put right. Null: nothing is delivered, or the order is closed.
      work_state text,
      accept_by timestamptz,
      -- The first message of the customer that the team has neither answered nor marked as needing no reply.
      awaits_reply_since timestamptz,
      -- When its customer was asked for a review, and told that its files go. They go no earlier than a month after it.
      review_asked_at timestamptz,
      files_notice_at timestamptz,
      -- For programs that follow the orders (mark_change).
      changed_in xid8,
      changed_at timestamptz,

      CONSTRAINT orders_amounts_add_up CHECK (amount_cents = original_cents - discount_cents),
      CONSTRAINT orders_have_a_buyer CHECK (user_id IS NOT NULL OR registration_id IS NOT NULL),
      CONSTRAINT orders_paid_have_a_time CHECK (payment_status = 'unpaid' OR paid_at IS NOT NULL),
      CONSTRAINT orders_coupon_whole CHECK (coupon_id IS NULL OR coupon_code IS NOT NULL),
      CONSTRAINT orders_waiting_check CHECK ((waiting_for IS NULL) = (waiting_since IS NULL)
        AND (waiting_for IS NULL OR waiting_for IN ('answers', 'delivery', 'refund_request', 'question'))),
      CONSTRAINT orders_work_state_check CHECK (
        (work_state IS NULL OR work_state IN ('delivered', 'change_asked', 'in_rework', 'warranty'))
        AND (accept_by IS NOT NULL) = (work_state IS NOT NULL AND work_state IN ('delivered', 'change_asked')))
    );
    -- Lists.
    CREATE INDEX orders_created_at_idx ON orders (created_at DESC, id DESC);
    CREATE INDEX orders_user_id_idx ON orders (user_id, created_at DESC, id DESC);
    CREATE INDEX orders_registration_id_idx ON orders (registration_id);
    CREATE INDEX orders_package_idx ON orders (package_id, created_at, id);
    CREATE INDEX orders_by_package_name_idx ON orders (package_name COLLATE "und-x-icu", id);
    CREATE INDEX orders_amount_idx ON orders (amount_cents, id);
    CREATE INDEX orders_status_idx ON orders (status, created_at, id);
    CREATE INDEX orders_payment_status_idx ON orders (payment_status, created_at, id);
    CREATE INDEX orders_promised_at_idx ON orders (promised_at, id);
    CREATE INDEX orders_coupon_id_idx ON orders (coupon_id) WHERE coupon_id IS NOT NULL;
    CREATE INDEX orders_embed_origin_idx ON orders (embed_origin, paid_at) WHERE embed_origin IS NOT NULL;
    CREATE INDEX orders_folded_idx ON orders USING gin (fold_text(
      ' ' || CAST(id AS text) || ' ' || invoice_number || ' ' || package_name || ' ' || coalesce(coupon_code, '') ||
      ' ' || (buyer ->> 'firstName') || ' ' || (buyer ->> 'lastName') || ' ' || (buyer ->> 'email') || ' ' ||
      (buyer ->> 'company') || ' ' || (buyer ->> 'phone')) gin_trgm_ops);
    CREATE INDEX orders_folded_reference_idx ON orders
      USING gin (fold_text(' ' || reference) gin_trgm_ops) WHERE reference IS NOT NULL;
    CREATE INDEX orders_changed_in_idx ON orders ((coalesce(changed_in, '0'::xid8)), id);
    -- What is to be done: few orders of a shop of some years.
    CREATE INDEX orders_to_do_idx ON orders (created_at, id)
      WHERE payment_status IN ('paid', 'instalment_paid') AND status IN ('pending', 'processing');
    CREATE INDEX orders_waiting_idx ON orders (id) WHERE waiting_for IS NOT NULL;
    CREATE INDEX orders_delivered_idx ON orders (created_at, id) WHERE work_state = 'delivered';
    CREATE INDEX orders_awaits_reply_since_idx ON orders (awaits_reply_since) WHERE awaits_reply_since IS NOT NULL;
    CREATE INDEX orders_review_due_idx ON orders (completed_at) WHERE completed_at IS NOT NULL AND review_asked_at IS NULL;
    CREATE INDEX orders_unclaimed_idx ON orders (lower(buyer ->> 'email')) WHERE user_id IS NULL AND payment_status <> 'unpaid';
    -- The provider is asked about an unpaid order repeatedly, at growing intervals: a bank may authorise days later. And once
    -- about a paid one: it may have been paid twice.
    CREATE INDEX orders_unpaid_idx ON orders (created_at) WHERE payment_status = 'unpaid' AND provider_order_id IS NOT NULL;
    CREATE INDEX orders_paid_unasked_idx ON orders (paid_at)
      WHERE payment_status = 'paid' AND provider_order_id IS NOT NULL AND provider_asked_at IS NULL;

    CREATE TRIGGER orders_mark_change BEFORE INSERT OR UPDATE ON orders FOR EACH ROW EXECUTE FUNCTION mark_change();

    -- Its payments, refunds and invoices are in it.
    CREATE FUNCTION refuse_other_currency() RETURNS trigger LANGUAGE plpgsql AS $$
    BEGIN
      RAISE EXCEPTION 'The currency of an order never changes' USING ERRCODE = 'check_violation';
    END $$;
    CREATE TRIGGER orders_currency BEFORE UPDATE OF currency ON orders
      FOR EACH ROW WHEN (OLD.currency <> NEW.currency) EXECUTE FUNCTION refuse_other_currency();

    ALTER TABLE package_questions ADD FOREIGN KEY (only_order_id) REFERENCES orders (id) ON DELETE CASCADE;
    ALTER TABLE coupon_redemptions ADD FOREIGN KEY (order_id) REFERENCES orders (id);

    -- The history, append-only: every change of either status, with who, when, from and to.
    CREATE TABLE order_events (
      id integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
      order_id integer NOT NULL REFERENCES orders (id),
      kind text NOT NULL CHECK (kind IN ('status', 'payment_status', 'note')),
      from_value text,
      to_value text,
      actor_kind text NOT NULL CHECK (actor_kind IN ('customer', 'staff', 'admin', 'system', 'provider')),
      actor_id integer REFERENCES users (id),
      note text,
      -- Of missing answers, or to check a delivery.
      reminder text CHECK (reminder IN ('mail', 'phone', 'last', 'check', 'last_check')),
      -- The change that this one took back.
      undoes_id integer UNIQUE REFERENCES order_events (id),
      created_at timestamptz NOT NULL DEFAULT now()
    );
    CREATE INDEX order_events_order_id_idx ON order_events (order_id, id);

    -- What is written into its history changes an order, too.
    CREATE FUNCTION mark_order_of_event() RETURNS trigger LANGUAGE plpgsql AS $$
    BEGIN
      UPDATE orders SET changed_in = NULL
        WHERE id = NEW.order_id AND changed_in IS DISTINCT FROM pg_current_xact_id();
      RETURN NULL;
    END $$;
    CREATE TRIGGER order_events_mark_order AFTER INSERT ON order_events
      FOR EACH ROW EXECUTE FUNCTION mark_order_of_event();

    CREATE TABLE order_answers (
      order_id integer NOT NULL REFERENCES orders (id),
      question_id integer NOT NULL REFERENCES package_questions (id),
      question text NOT NULL,
      answer text NOT NULL,
      created_at timestamptz NOT NULL DEFAULT now(),
      updated_at timestamptz NOT NULL DEFAULT now(),
      PRIMARY KEY (order_id, question_id)
    );

    -- What signs the browser in that has paid: 256 bits, stored hashed, once, for ten minutes.
    CREATE TABLE sign_in_tokens (
      token_hash bytea PRIMARY KEY CHECK (octet_length(token_hash) = 32),
      user_id integer NOT NULL REFERENCES users (id) ON DELETE CASCADE,
      order_id integer NOT NULL UNIQUE REFERENCES orders (id),
      created_at timestamptz NOT NULL DEFAULT now(),
      expires_at timestamptz NOT NULL,
      used_at timestamptz
    );

    -- Of customers, and imported ones, behind which stands no order.
    CREATE TABLE reviews (
      id integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
      order_id integer UNIQUE REFERENCES orders (id) ON DELETE CASCADE,
      -- Either of both names the package, by whether it is shown. Since 0161 package_id does, always.
      package_id integer REFERENCES packages (id) ON DELETE CASCADE,
      hidden_package_id integer REFERENCES packages (id) ON DELETE CASCADE,
      state text NOT NULL DEFAULT 'shown' CHECK (state IN ('waiting', 'shown', 'hidden', 'withdrawn')),
      state_since timestamptz NOT NULL DEFAULT now(),
      -- When it is shown by itself. Null: an admin decides.
      appears_at timestamptz CHECK (appears_at IS NULL OR state = 'waiting'),
      hidden_reason text CHECK ((hidden_reason IS NOT NULL) = (state = 'hidden')),
      naming text CHECK (naming IN ('full', 'initial', 'company')),
      customer_name text NOT NULL CHECK (customer_name <> ''),
      -- Who the reviewer is at work, as they want it shown. Empty: not said.
      customer_role text NOT NULL DEFAULT '',
      customer_company text NOT NULL DEFAULT '',
      rating smallint NOT NULL CHECK (rating BETWEEN 1 AND 5),
      comment text NOT NULL,
      -- Of the company.
      reply text NOT NULL DEFAULT '',
      replied_at timestamptz CHECK ((replied_at IS NOT NULL) = (reply <> '')),
      version integer NOT NULL DEFAULT 1,
      -- When all that was paid went back.
      refunded_at timestamptz,
      created_at timestamptz NOT NULL DEFAULT now(),
      CHECK ((package_id IS NOT NULL) = (state = 'shown')),
      CHECK (num_nonnulls(package_id, hidden_package_id) = 1)
    );
    CREATE INDEX reviews_package_id_idx ON reviews (package_id, created_at DESC);
    CREATE INDEX reviews_created_at_idx ON reviews (created_at, id);
    CREATE INDEX reviews_waiting_idx ON reviews (appears_at) WHERE state = 'waiting';
    CREATE TRIGGER reviews_changed AFTER INSERT OR UPDATE OR DELETE OR TRUNCATE ON reviews
      FOR EACH STATEMENT EXECUTE FUNCTION tell_catalogue_changed();

    -- The review is marked whoever writes the refund, so that the pages lose its badge.
    CREATE FUNCTION mark_refunded_review() RETURNS trigger LANGUAGE plpgsql AS $$
    BEGIN
      -- Asked first, because a statement without rows tells of a change, too.
      IF EXISTS (SELECT FROM reviews WHERE order_id = NEW.id AND refunded_at IS NULL) THEN
        UPDATE reviews SET refunded_at = now() WHERE order_id = NEW.id;
      END IF;
      RETURN NULL;
    END $$;
    CREATE TRIGGER orders_refunded_review AFTER UPDATE OF payment_status ON orders
      FOR EACH ROW WHEN (NEW.payment_status = 'refunded') EXECUTE FUNCTION mark_refunded_review();
  `)
}

export async function down(): Promise<void> {
  throw new Error('Migrations run forward only')
}
