import type { Knex } from 'knex'

/** What is paid and given back, and the papers about it. All amounts are minor units of the row's currency. */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    -- Takes the currency of the row that is named, unless one is given, which must be the same.
    CREATE FUNCTION keep_currency() RETURNS trigger LANGUAGE plpgsql AS $$
    DECLARE kept text;
    BEGIN
      EXECUTE format('SELECT currency FROM %I WHERE id = ($1).%I', TG_ARGV[0], TG_ARGV[1]) USING NEW INTO kept;
      NEW.currency := coalesce(NEW.currency, kept);
      IF NEW.currency <> kept THEN
        RAISE EXCEPTION 'The currency of % must be that of its %', TG_TABLE_NAME, TG_ARGV[1] USING ERRCODE = 'check_violation';
      END IF;
      RETURN NEW;
    END $$;

    -- Provider 'none' is the explicit zero payment of a free order, 'bank' a transfer that an admin has recorded. One payment at
    -- most fulfils an order or an instalment; a further capture is stored, flagged, and must be refunded.
    CREATE TABLE payments (
      id integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
      -- Null: of no order that is known here. It stays until somebody has looked at it.
      order_id integer REFERENCES orders (id),
      instalment_position smallint,
      fulfils_order boolean NOT NULL DEFAULT false,
      provider text NOT NULL CHECK (provider <> ''),
      provider_payment_id text UNIQUE CHECK (provider_payment_id ~ '^[A-Za-z0-9_-]{1,64}$'),
      status text NOT NULL CHECK (status IN ('created', 'authorized', 'captured', 'failed', 'refunded')),
      amount_cents integer NOT NULL CHECK (amount_cents >= 0),
      currency text NOT NULL CHECK (currency ~ '^[A-Z]{3}$'),
      -- What the provider says it converts to in its account's own currency, where it was made in another.
      base_cents bigint,
      base_currency text CHECK (base_currency ~ '^[A-Z]{3}$'),
      -- Of a transfer: when it arrived, what shows it, what of the amount its buyer paid as tax, and who recorded it.
      received_on date,
      proof text,
      withheld_cents integer NOT NULL DEFAULT 0,
      recorded_by integer REFERENCES users (id),
      -- Why somebody should look at it, and who has.
      flag text,
      looked_at timestamptz,
      looked_by integer REFERENCES users (id),
      looked_note text,
      created_at timestamptz NOT NULL DEFAULT now(),
      captured_at timestamptz,
      CHECK ((provider = 'none') = (provider_payment_id IS NULL)),
      CHECK (provider <> 'none' OR amount_cents = 0),
      CHECK (NOT fulfils_order OR status IN ('captured', 'refunded')),
      CHECK ((base_cents IS NULL) = (base_currency IS NULL)),
      CONSTRAINT payments_fulfil_an_order CHECK (order_id IS NOT NULL OR NOT fulfils_order),
      CONSTRAINT payments_withheld_check CHECK (withheld_cents >= 0 AND (withheld_cents = 0 OR withheld_cents < amount_cents))
    );
    CREATE UNIQUE INDEX payments_one_fulfils_order_key ON payments (order_id, coalesce(instalment_position, 0)) WHERE fulfils_order;
    CREATE INDEX payments_order_id_idx ON payments (order_id);
    CREATE INDEX payments_to_look_at_idx ON payments (created_at)
      WHERE (NOT fulfils_order OR flag IS NOT NULL) AND looked_at IS NULL;
    CREATE INDEX payments_looked_at_idx ON payments (created_at)
      WHERE (NOT fulfils_order OR flag IS NOT NULL) AND looked_at IS NOT NULL;
    CREATE TRIGGER payments_currency BEFORE INSERT OR UPDATE OF currency, order_id, fulfils_order ON payments
      FOR EACH ROW WHEN (NEW.fulfils_order) EXECUTE FUNCTION keep_currency('orders', 'order_id');

    -- What is paid of an order at a time. An order without instalments is paid at once.
    CREATE TABLE order_instalments (
      order_id integer NOT NULL REFERENCES orders (id) ON DELETE CASCADE,
      -- From 1, in the order in which they are paid.
      position smallint NOT NULL CHECK (position BETWEEN 1 AND 3),
      label text NOT NULL,
      amount_cents integer NOT NULL CHECK (amount_cents > 0),
      currency text NOT NULL CHECK (currency ~ '^[A-Z]{3}$'),
      -- After what it is due, and since when.
      due text NOT NULL CHECK (due IN ('purchase', 'delivered', 'accepted')),
      due_at timestamptz,
      state text NOT NULL DEFAULT 'waiting' CHECK (state IN ('waiting', 'due', 'paid', 'lapsed', 'written_off')),
      -- Where it is paid, as payments.provider names it. The first instalment has those of its order.
      provider text,
      provider_order_id text UNIQUE,
      -- When its payment was last opened.
      opened_at timestamptz,
      -- For how many days it was due when its customer was last reminded.
      reminded_days smallint NOT NULL DEFAULT 0,
      payment_id integer UNIQUE REFERENCES payments (id),
      paid_at timestamptz,
      PRIMARY KEY (order_id, position),
      CONSTRAINT order_instalments_paid_by_a_payment
        CHECK ((state = 'paid') = (payment_id IS NOT NULL) AND (state = 'paid') = (paid_at IS NOT NULL)),
      CONSTRAINT order_instalments_due_since CHECK (state NOT IN ('due', 'paid') OR due_at IS NOT NULL)
    );

    CREATE FUNCTION refuse_change_of_paid_instalment() RETURNS trigger LANGUAGE plpgsql AS $$
    BEGIN
      RAISE EXCEPTION 'An instalment that is paid never changes' USING ERRCODE = 'check_violation';
    END $$;
    CREATE TRIGGER order_instalments_paid BEFORE UPDATE ON order_instalments
      FOR EACH ROW WHEN (OLD.state = 'paid' AND OLD IS DISTINCT FROM NEW) EXECUTE FUNCTION refuse_change_of_paid_instalment();
    CREATE TRIGGER order_instalments_kept BEFORE DELETE ON order_instalments
      FOR EACH ROW WHEN (OLD.state = 'paid') EXECUTE FUNCTION refuse_change_of_paid_instalment();

    -- Looked at when all is written, so that instalments may come one after the other.
    CREATE FUNCTION refuse_instalments_of_another_sum() RETURNS trigger LANGUAGE plpgsql AS $$
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
    END $$;
    CREATE CONSTRAINT TRIGGER order_instalments_add_up AFTER INSERT OR UPDATE OR DELETE ON order_instalments
      DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION refuse_instalments_of_another_sum();

    -- The browsers that opened the payment of an order by a mailed link, each with what was typed there.
    CREATE TABLE order_payers (
      order_id integer NOT NULL REFERENCES orders (id) ON DELETE CASCADE,
      -- SHA-256 of the browser's cookie.
      browser_hash bytea NOT NULL,
      -- Of the password that was chosen there. It counts once this browser reports the payment.
      password_hash text,
      -- The details for an offer's order. They become those of the order once the provider's order of this row is paid.
      buyer jsonb,
      reference text,
      -- What this browser opened of an offer's order.
      provider text,
      provider_order_id text UNIQUE,
      created_at timestamptz NOT NULL DEFAULT now(),
      PRIMARY KEY (order_id, browser_hash)
    );

    -- What the provider reports, each event once.
    CREATE TABLE provider_events (
      id integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
      -- No default since 0161.
      provider text NOT NULL DEFAULT 'razorpay',
      event_id text NOT NULL UNIQUE,
      event_type text NOT NULL,
      payload jsonb NOT NULL,
      provider_payment_id text,
      -- The order that it is about, also of a payment that failed, which the shop does not store.
      order_id integer REFERENCES orders (id) ON DELETE SET NULL,
      received_at timestamptz NOT NULL DEFAULT now(),
      processed_at timestamptz,
      attempts integer NOT NULL DEFAULT 0 CHECK (attempts >= 0),
      last_error text
    );
    CREATE INDEX provider_events_open_idx ON provider_events (received_at) WHERE processed_at IS NULL;
    CREATE INDEX provider_events_received_at_idx ON provider_events (received_at, id);
    CREATE INDEX provider_events_payment_idx ON provider_events (provider_payment_id);
    CREATE INDEX provider_events_order_idx ON provider_events (order_id);

    -- A buyer's bank takes a payment back, or may. As the payment provider reported it last.
    CREATE TABLE disputes (
      id integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
      provider_dispute_id text NOT NULL UNIQUE,
      provider_payment_id text NOT NULL,
      -- Null: of a payment that is not known here.
      payment_id integer REFERENCES payments (id),
      amount_cents integer NOT NULL CHECK (amount_cents >= 0),
      -- What a lost dispute has cost, 0 before.
      deducted_cents integer NOT NULL CHECK (deducted_cents >= 0),
      currency text NOT NULL CHECK (currency ~ '^[A-Z]{3}$'),
      reason_code text NOT NULL,
      phase text NOT NULL,
      status text NOT NULL CHECK (status IN ('open', 'under_review', 'won', 'lost', 'closed')),
      respond_by timestamptz,
      opened_at timestamptz NOT NULL,
      -- When the provider was asked for this state: an earlier response that comes later changes nothing.
      asked_at timestamptz NOT NULL
    );
    CREATE INDEX disputes_payment_id_idx ON disputes (payment_id);
    CREATE INDEX disputes_respond_by_idx ON disputes (respond_by, id);
    CREATE INDEX disputes_opened_at_idx ON disputes (opened_at, id);

    -- A job sends it to the provider under the row's own key, so that repeated requests refund only once.
    CREATE TABLE refunds (
      id integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
      payment_id integer NOT NULL REFERENCES payments (id),
      amount_cents integer NOT NULL CHECK (amount_cents > 0),
      currency text NOT NULL CHECK (currency ~ '^[A-Z]{3}$'),
      reason text NOT NULL CHECK (reason <> ''),
      status text NOT NULL DEFAULT 'requested' CHECK (status IN ('requested', 'pending', 'processed', 'failed')),
      idempotency_key uuid NOT NULL UNIQUE DEFAULT gen_random_uuid(),
      provider_refund_id text UNIQUE CHECK (provider_refund_id ~ '^[A-Za-z0-9_-]{1,64}$'),
      -- By which the customer's bank finds it.
      bank_reference text,
      -- A lost dispute is booked like money that went back, once.
      dispute_id integer UNIQUE REFERENCES disputes (id),
      requested_by integer REFERENCES users (id),
      created_at timestamptz NOT NULL DEFAULT now(),
      processed_at timestamptz,
      last_error text,
      -- The provider is asked about a pending refund repeatedly, at growing intervals.
      provider_asked_at timestamptz
    );
    CREATE INDEX refunds_payment_id_idx ON refunds (payment_id);
    CREATE INDEX refunds_pending_idx ON refunds (created_at) WHERE status = 'pending';
    CREATE INDEX refunds_unfinished_idx ON refunds (created_at) WHERE status IN ('requested', 'pending');
    -- Whose bank reference is still to come.
    CREATE INDEX refunds_untraced_idx ON refunds (processed_at) WHERE status = 'processed' AND bank_reference IS NULL;
    CREATE TRIGGER refunds_currency BEFORE INSERT OR UPDATE OF currency, payment_id ON refunds
      FOR EACH ROW EXECUTE FUNCTION keep_currency('payments', 'payment_id');

    -- What a customer asks to have back, and what was decided.
    CREATE TABLE refund_requests (
      id integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
      order_id integer NOT NULL REFERENCES orders (id),
      author_id integer NOT NULL REFERENCES users (id),
      reason text NOT NULL,
      work_goes_on boolean NOT NULL DEFAULT false,
      asked_cents integer NOT NULL CHECK (asked_cents >= 0),
      currency text NOT NULL CHECK (currency ~ '^[A-Z]{3}$'),
      -- open: waits for an admin. offered: waits for the customer. Of the rest nothing waits.
      state text NOT NULL DEFAULT 'open'
        CHECK (state IN ('open', 'offered', 'declined', 'refunded', 'withdrawn', 'cancelled')),
      -- Counts its changes: who answers names the one that they have seen.
      version integer NOT NULL DEFAULT 1,
      -- By when the policy promises the decision, and why it takes longer, in words for its customer.
      due_at timestamptz NOT NULL,
      due_reason text NOT NULL DEFAULT '',
      -- The figures of what was decided to go back.
      offer jsonb CHECK (jsonb_typeof(offer) = 'object'),
      -- The words of who decided.
      answer text NOT NULL DEFAULT '',
      decided_by_id integer REFERENCES users (id),
      decided_at timestamptz,
      -- A decision can be disputed once.
      second_look_at timestamptz,
      second_reason text NOT NULL DEFAULT '',
      refund_id integer REFERENCES refunds (id),
      created_at timestamptz NOT NULL DEFAULT now(),
      closed_at timestamptz,
      CONSTRAINT refund_requests_decided_by_somebody CHECK ((decided_at IS NULL) = (decided_by_id IS NULL)),
      -- Nothing is offered, refused or given back that nobody has decided.
      CONSTRAINT refund_requests_decided_check CHECK (state NOT IN ('offered', 'declined') OR decided_at IS NOT NULL),
      CONSTRAINT refund_requests_refund_is_decided
        CHECK (refund_id IS NULL OR decided_at IS NOT NULL OR state = 'cancelled'),
      CONSTRAINT refund_requests_offered_has_an_offer CHECK (state <> 'offered' OR offer IS NOT NULL)
    );
    CREATE INDEX refund_requests_order_id_idx ON refund_requests (order_id, id);
    -- An order has one at a time.
    CREATE UNIQUE INDEX refund_requests_live_idx ON refund_requests (order_id) WHERE state IN ('open', 'offered');
    CREATE TRIGGER refund_requests_currency BEFORE INSERT OR UPDATE OF currency, order_id ON refund_requests
      FOR EACH ROW EXECUTE FUNCTION keep_currency('orders', 'order_id');

    -- Invoices and credit notes: numbered without gaps, one for each cause, and never changed.
    CREATE TABLE invoices (
      id integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
      kind text NOT NULL CHECK (kind IN ('invoice', 'credit_note')),
      -- Of a financial year, such as 26-27. Each kind counts from 1.
      series text NOT NULL CHECK (series <> ''),
      number integer NOT NULL CHECK (number >= 1),
      serial text NOT NULL UNIQUE,
      order_id integer NOT NULL REFERENCES orders (id),
      -- Of an order in instalments each has its own invoice, and what corrects it.
      instalment_position smallint,
      -- The invoice that a credit note credits.
      corrects_id integer REFERENCES invoices (id),
      -- What a credit note gives back. Null where only billing details were wrong.
      refund_id integer UNIQUE REFERENCES refunds (id),
      -- The invoice that this one is issued anew for.
      replaces_id integer UNIQUE REFERENCES invoices (id),
      -- All that was printed: JSON with sorted keys and without spaces. Null after the years that tax law wants it.
      document text,
      sha256 text NOT NULL CHECK (sha256 ~ '^[0-9a-f]{64}$'),
      template_version integer NOT NULL CHECK (template_version >= 1),
      issued_at timestamptz NOT NULL,
      UNIQUE (kind, series, number),
      CHECK ((kind = 'credit_note') = (corrects_id IS NOT NULL)),
      CHECK (kind = 'credit_note' OR refund_id IS NULL),
      CHECK (kind = 'invoice' OR replaces_id IS NULL)
    );
    -- One first invoice an order or instalment, each replaced once at most: so one invoice of it is live.
    CREATE UNIQUE INDEX invoices_first_of_order_key ON invoices (order_id, coalesce(instalment_position, 0))
      WHERE kind = 'invoice' AND replaces_id IS NULL;
    CREATE UNIQUE INDEX invoices_credited_for_details_once_key ON invoices (corrects_id)
      WHERE kind = 'credit_note' AND refund_id IS NULL;
    CREATE INDEX invoices_order_id_idx ON invoices (order_id, id);
    CREATE INDEX invoices_issued_at_idx ON invoices (issued_at, id);
    CREATE TRIGGER invoices_never_change BEFORE UPDATE ON invoices FOR EACH ROW
      WHEN (NOT (new.document IS NULL AND old.issued_at < now() - interval '7 years'
        AND to_jsonb(new) - 'document' = to_jsonb(old) - 'document'))
      EXECUTE FUNCTION refuse_change();
    CREATE TRIGGER invoices_stay BEFORE DELETE ON invoices FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
    CREATE TRIGGER invoices_are_never_emptied BEFORE TRUNCATE ON invoices FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

    -- The buyers of paid orders whose customers were erased, as long as tax law wants them.
    CREATE TABLE kept_invoices (
      order_id integer PRIMARY KEY REFERENCES orders (id),
      buyer jsonb NOT NULL CHECK (jsonb_typeof(buyer) = 'object'),
      paid_at timestamptz NOT NULL
    );
  `)
}

export async function down(): Promise<void> {
  throw new Error('Migrations run forward only')
}
