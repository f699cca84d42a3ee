import type { Knex } from 'knex'

export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    -- Money that fulfils no order stays until somebody has looked at it; it may even belong to no order at all.
    ALTER TABLE payments ALTER COLUMN order_id DROP NOT NULL;
    ALTER TABLE payments ADD CONSTRAINT payments_fulfil_an_order CHECK (order_id IS NOT NULL OR NOT fulfils_order);
    ALTER TABLE payments ADD COLUMN looked_at timestamptz;
    ALTER TABLE payments ADD COLUMN looked_by integer REFERENCES users (id);
    CREATE INDEX payments_to_look_at_idx ON payments (created_at)
      WHERE (NOT fulfils_order OR flag IS NOT NULL) AND looked_at IS NULL;

    -- Reconciliation asks about an unpaid order repeatedly, at growing intervals: a bank may authorise days later.
    ALTER TABLE orders ADD COLUMN provider_asked_at timestamptz;
    DROP INDEX orders_unpaid_idx;
    CREATE INDEX orders_unpaid_idx ON orders (created_at)
      WHERE payment_status = 'unpaid' AND razorpay_order_id IS NOT NULL;
    -- And once about a paid one: it may have been paid twice.
    CREATE INDEX orders_paid_unasked_idx ON orders (paid_at)
      WHERE payment_status = 'paid' AND razorpay_order_id IS NOT NULL AND provider_asked_at IS NULL;
    UPDATE orders SET provider_asked_at = now() WHERE payment_status = 'paid';

    -- A job sends it to the provider under the row's own key, so that repeated requests refund only once.
    CREATE TABLE refunds (
      id integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
      payment_id integer NOT NULL REFERENCES payments (id),
      amount_cents integer NOT NULL CHECK (amount_cents > 0),
      reason text NOT NULL CHECK (reason <> ''),
      status text NOT NULL DEFAULT 'requested' CHECK (status IN ('requested', 'pending', 'processed', 'failed')),
      idempotency_key uuid NOT NULL UNIQUE DEFAULT gen_random_uuid(),
      razorpay_refund_id text UNIQUE CHECK (razorpay_refund_id ~ '^rfnd_[A-Za-z0-9]{1,30}$'),
      requested_by integer REFERENCES users (id),
      created_at timestamptz NOT NULL DEFAULT now(),
      processed_at timestamptz,
      last_error text
    );
    CREATE INDEX refunds_payment_id_idx ON refunds (payment_id);
  `)
}

export async function down(): Promise<void> {
  throw new Error('Migrations run forward only')
}
