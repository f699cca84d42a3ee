import type { Knex } from 'knex'

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

    -- status is the work, payment_status is the money. Price, coupon and name are copied when the order is made.
    CREATE TABLE orders (
      id integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
      invoice_number text NOT NULL GENERATED ALWAYS AS ('INV-' || id::text) STORED UNIQUE,
      package_id integer NOT NULL REFERENCES packages (id),
      package_name text NOT NULL,
      delivery_days integer NOT NULL CHECK (delivery_days >= 1),
      user_id integer REFERENCES users (id),
      registration_id integer REFERENCES registrations (id),
      original_cents integer NOT NULL CHECK (original_cents >= 0),
      discount_cents integer NOT NULL DEFAULT 0 CHECK (discount_cents >= 0),
      amount_cents integer NOT NULL CHECK (amount_cents >= 0),
      currency text NOT NULL DEFAULT 'USD' CHECK (currency = 'USD'),
      usd_inr_rate numeric(12, 6) NOT NULL CHECK (usd_inr_rate > 0),
      coupon_id integer REFERENCES coupons (id),
      coupon_code text,
      status text NOT NULL DEFAULT 'pending' CHECK (status IN ('pending', 'processing', 'completed', 'cancelled')),
      payment_status text NOT NULL DEFAULT 'unpaid' CHECK (payment_status IN ('unpaid', 'paid', 'refunded')),
      -- Ours, sent to the provider before the order is stored, so that its webhook can always find it.
      receipt text NOT NULL UNIQUE DEFAULT 'rcpt_' || replace(gen_random_uuid()::text, '-', ''),
      razorpay_order_id text UNIQUE CHECK (razorpay_order_id ~ '^order_[A-Za-z0-9]{1,30}$'),
      created_at timestamptz NOT NULL DEFAULT now(),
      paid_at timestamptz,
      CONSTRAINT orders_amounts_add_up CHECK (amount_cents = original_cents - discount_cents),
      CONSTRAINT orders_have_a_buyer CHECK (user_id IS NOT NULL OR registration_id IS NOT NULL),
      CONSTRAINT orders_paid_have_an_account
        CHECK (payment_status = 'unpaid' OR (user_id IS NOT NULL AND paid_at IS NOT NULL)),
      CONSTRAINT orders_coupon_whole CHECK ((coupon_id IS NULL) = (coupon_code IS NULL))
    );
    CREATE INDEX orders_user_id_idx ON orders (user_id, created_at DESC, id DESC);
    CREATE INDEX orders_created_at_idx ON orders (created_at DESC, id DESC);
    CREATE INDEX orders_unpaid_idx ON orders (created_at) WHERE payment_status = 'unpaid' AND status = 'pending';
    CREATE INDEX orders_registration_id_idx ON orders (registration_id);
    CREATE INDEX orders_package_id_idx ON orders (package_id);

    -- Append-only: every change of either status, with who, when, from and to.
    CREATE TABLE order_events (
      id integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
      order_id integer NOT NULL REFERENCES orders (id),
      kind text NOT NULL CHECK (kind IN ('status', 'payment_status', 'note')),
      from_value text,
      to_value text,
      actor_kind text NOT NULL CHECK (actor_kind IN ('customer', 'staff', 'admin', 'system', 'provider')),
      actor_id integer REFERENCES users (id),
      note text,
      created_at timestamptz NOT NULL DEFAULT now()
    );
    CREATE INDEX order_events_order_id_idx ON order_events (order_id, id);

    CREATE TABLE order_answers (
      order_id integer NOT NULL REFERENCES orders (id),
      question_id integer NOT NULL REFERENCES package_questions (id),
      question text NOT NULL,
      answer text NOT NULL,
      created_at timestamptz NOT NULL DEFAULT now(),
      updated_at timestamptz NOT NULL DEFAULT now(),
      PRIMARY KEY (order_id, question_id)
    );

    -- email_key: the buyer's address without case and +tag, for 'new customers only'.
    CREATE TABLE coupon_redemptions (
      id integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
      coupon_id integer NOT NULL REFERENCES coupons (id),
      order_id integer NOT NULL UNIQUE REFERENCES orders (id),
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
