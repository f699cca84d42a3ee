import type { Knex } from 'knex'

/** What of an order is paid at a time is an instalment (docs/glossary.md). The last release has none, so nothing of it is kept. */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    ALTER TABLE order_parts RENAME TO order_instalments;
    ALTER TABLE orders RENAME is_in_parts TO is_in_instalments;
    ALTER TABLE payments RENAME part_position TO instalment_position;
    ALTER TABLE invoices RENAME part_position TO instalment_position;
    ALTER TRIGGER order_parts_paid ON order_instalments RENAME TO order_instalments_paid;
    ALTER TRIGGER order_parts_kept ON order_instalments RENAME TO order_instalments_kept;
    ALTER TRIGGER order_parts_add_up ON order_instalments RENAME TO order_instalments_add_up;
    ALTER FUNCTION refuse_change_of_paid_part() RENAME TO refuse_change_of_paid_instalment;
    ALTER FUNCTION refuse_parts_of_another_sum() RENAME TO refuse_instalments_of_another_sum;

    CREATE OR REPLACE FUNCTION refuse_change_of_paid_instalment() RETURNS trigger LANGUAGE plpgsql AS $$
    BEGIN
      RAISE EXCEPTION 'An instalment that is paid never changes' USING ERRCODE = 'check_violation';
    END $$;
    CREATE OR REPLACE FUNCTION refuse_instalments_of_another_sum() RETURNS trigger LANGUAGE plpgsql AS $$
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

    ALTER TABLE orders DROP CONSTRAINT orders_payment_status_check;
    UPDATE orders SET payment_status = 'instalment_paid' WHERE payment_status = 'part_paid';
    -- Checked without a lock by the next migration.
    ALTER TABLE orders ADD CONSTRAINT orders_payment_status_check
      CHECK (payment_status IN ('unpaid', 'instalment_paid', 'paid', 'refunded')) NOT VALID;
    UPDATE order_events SET from_value = replace(from_value, 'part_paid', 'instalment_paid'),
      to_value = replace(to_value, 'part_paid', 'instalment_paid')
      WHERE 'part_paid' IN (from_value, to_value);
    UPDATE outbox SET kind = 'instalment_due' WHERE kind = 'part_due';
    UPDATE webhook_endpoints SET events = array_replace(events, 'order.part_paid', 'order.instalment_paid')
      WHERE 'order.part_paid' = ANY(events)`)
  await renameConstraints(knex)
}

/** Renames the table's constraints, and so their indexes, and the NOT NULL of orders, which has a name from PostgreSQL 18 on. */
async function renameConstraints(knex: Knex): Promise<void> {
  const { rows } = await knex.raw<{ rows: { statement: string }[] }>(
    `SELECT format('ALTER TABLE %s RENAME CONSTRAINT %I TO %I', conrelid::regclass, conname,
       replace(replace(conname, 'order_parts', 'order_instalments'), 'is_in_parts', 'is_in_instalments')) AS statement
     FROM pg_constraint WHERE conrelid = 'order_instalments'::regclass AND starts_with(conname, 'order_parts')
       OR conname = 'orders_is_in_parts_not_null'`,
  )
  for (const { statement } of rows) await knex.raw(statement)
}

export async function down(): Promise<void> {
  throw new Error('Migrations run forward only')
}
