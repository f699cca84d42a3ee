import type { Knex } from 'knex'

/** Packages that are paid in parts, and the parts of their orders. An order without parts is paid at once. */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    -- Null: all at once. Shares and moments, as api/rules/money/payment-plan.ts checks them.
    ALTER TABLE packages ADD COLUMN payment_plan jsonb CHECK (jsonb_typeof(payment_plan) = 'array');

    -- The fourth value is that of an order of which a part is paid, and another is still to be. Checked without a lock afterwards.
    ALTER TABLE orders DROP CONSTRAINT orders_payment_status_check, ADD CONSTRAINT orders_payment_status_check
      CHECK (payment_status IN ('unpaid', 'part_paid', 'paid', 'refunded')) NOT VALID;

    CREATE TABLE order_parts (
      order_id integer NOT NULL REFERENCES orders (id) ON DELETE CASCADE,
      -- From 1, in the order in which they are paid.
      position smallint NOT NULL CHECK (position BETWEEN 1 AND 3),
      label text NOT NULL,
      amount_cents integer NOT NULL CHECK (amount_cents > 0),
      currency text NOT NULL CHECK (currency ~ '^[A-Z]{3}$'),
      -- After what it is due.
      due text NOT NULL CHECK (due IN ('purchase', 'delivered', 'accepted')),
      -- Since when it is due.
      due_at timestamptz,
      state text NOT NULL DEFAULT 'waiting' CHECK (state IN ('waiting', 'due', 'paid', 'lapsed', 'written_off')),
      -- Where it is paid, as payments.provider names it. The first part has those of its order.
      provider text,
      provider_order_id text UNIQUE,
      payment_id integer UNIQUE REFERENCES payments (id),
      paid_at timestamptz,
      PRIMARY KEY (order_id, position),
      CONSTRAINT order_parts_paid_by_a_payment
        CHECK ((state = 'paid') = (payment_id IS NOT NULL) AND (state = 'paid') = (paid_at IS NOT NULL)),
      CONSTRAINT order_parts_due_since CHECK (state NOT IN ('due', 'paid') OR due_at IS NOT NULL)
    );

    CREATE FUNCTION refuse_change_of_paid_part() RETURNS trigger LANGUAGE plpgsql AS $$
    BEGIN
      RAISE EXCEPTION 'A part that is paid never changes' USING ERRCODE = 'check_violation';
    END $$;
    CREATE TRIGGER order_parts_paid BEFORE UPDATE ON order_parts
      FOR EACH ROW WHEN (OLD.state = 'paid' AND OLD IS DISTINCT FROM NEW)
      EXECUTE FUNCTION refuse_change_of_paid_part();
    CREATE TRIGGER order_parts_kept BEFORE DELETE ON order_parts
      FOR EACH ROW WHEN (OLD.state = 'paid') EXECUTE FUNCTION refuse_change_of_paid_part();

    -- Looked at when all is written, so that parts may come one after the other.
    CREATE FUNCTION refuse_parts_of_another_sum() RETURNS trigger LANGUAGE plpgsql AS $$
    BEGIN
      IF EXISTS (
        SELECT FROM orders JOIN order_parts ON order_parts.order_id = orders.id
        WHERE orders.id = coalesce(NEW.order_id, OLD.order_id) GROUP BY orders.id
        HAVING sum(order_parts.amount_cents) <> orders.amount_cents
          OR bool_or(order_parts.currency <> orders.currency) OR max(order_parts.position) <> count(*)
      ) THEN
        RAISE EXCEPTION 'The parts of an order must add up to its amount' USING ERRCODE = 'check_violation';
      END IF;
      RETURN NULL;
    END $$;
    CREATE CONSTRAINT TRIGGER order_parts_add_up AFTER INSERT OR UPDATE OR DELETE ON order_parts
      DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION refuse_parts_of_another_sum();
  `)
}

export async function down(): Promise<void> {
  throw new Error('Migrations run forward only')
}
