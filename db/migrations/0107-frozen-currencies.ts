import type { Knex } from 'knex'

/** An order keeps the currency it was placed in: its payments, refunds and invoices are in it. */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    CREATE FUNCTION refuse_other_currency() RETURNS trigger LANGUAGE plpgsql AS $$
    BEGIN
      RAISE EXCEPTION 'The currency of an order never changes' USING ERRCODE = 'check_violation';
    END $$;
    CREATE TRIGGER orders_currency BEFORE UPDATE OF currency ON orders
      FOR EACH ROW WHEN (OLD.currency <> NEW.currency) EXECUTE FUNCTION refuse_other_currency();
  `)
}

export async function down(): Promise<void> {
  throw new Error('Migrations run forward only')
}
