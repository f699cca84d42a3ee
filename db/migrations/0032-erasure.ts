import type { Knex } from 'knex'

/** Customers are erased: what names the person goes, and the buyers of paid invoices stand apart as long as tax law wants. */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    -- When its customer was erased. The row stays for the books, names nobody and signs nobody in.
    ALTER TABLE users
      ADD COLUMN erased_at timestamptz,
      ADD CONSTRAINT users_erased_are_disabled CHECK (erased_at IS NULL OR disabled_at IS NOT NULL);
    CREATE INDEX users_erased_idx ON users (erased_at) WHERE erased_at IS NOT NULL;

    -- The buyers of paid orders whose customers were erased. Nothing of the shop reads them.
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
