import type { Knex } from 'knex'

const CODE = `CHECK (currency ~ '^[A-Z]{3}$')`
/** Checked after the trigger below, which fills it in for who leaves it out. */
const NEVER_NULL = 'ADD CHECK (currency IS NOT NULL)'

/** Every table that holds an amount holds its currency. Who does not know the columns yet writes what is right. */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    ALTER TABLE packages ADD COLUMN currency text NOT NULL DEFAULT 'USD' ${CODE};
    ALTER TABLE past_orders ADD COLUMN currency text NOT NULL DEFAULT 'USD' ${CODE};
    -- Of a fixed discount.
    ALTER TABLE coupons ADD COLUMN currency text NOT NULL DEFAULT 'USD' ${CODE};
    ALTER TABLE orders DROP CONSTRAINT orders_currency_check, ADD CONSTRAINT orders_currency_check ${CODE};
    ALTER TABLE disputes ADD CONSTRAINT disputes_currency_check ${CODE};

    -- A refund has the currency of its payment, a request for one that of its order.
    ALTER TABLE refunds ADD COLUMN currency text NOT NULL DEFAULT 'USD' ${CODE};
    UPDATE refunds SET currency = payments.currency
      FROM payments WHERE payments.id = refunds.payment_id AND payments.currency <> 'USD';
    ALTER TABLE refunds ALTER COLUMN currency DROP DEFAULT, ALTER COLUMN currency DROP NOT NULL, ${NEVER_NULL};
    ALTER TABLE refund_requests ADD COLUMN currency text NOT NULL DEFAULT 'USD' ${CODE};
    ALTER TABLE refund_requests ALTER COLUMN currency DROP DEFAULT, ALTER COLUMN currency DROP NOT NULL, ${NEVER_NULL};

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
    CREATE TRIGGER refunds_currency BEFORE INSERT OR UPDATE OF currency, payment_id ON refunds
      FOR EACH ROW EXECUTE FUNCTION keep_currency('payments', 'payment_id');
    CREATE TRIGGER refund_requests_currency BEFORE INSERT OR UPDATE OF currency, order_id ON refund_requests
      FOR EACH ROW EXECUTE FUNCTION keep_currency('orders', 'order_id');
    CREATE TRIGGER payments_currency BEFORE INSERT OR UPDATE OF currency, order_id, fulfils_order ON payments
      FOR EACH ROW WHEN (NEW.fulfils_order) EXECUTE FUNCTION keep_currency('orders', 'order_id');
  `)
}

export async function down(): Promise<void> {
  throw new Error('Migrations run forward only')
}
