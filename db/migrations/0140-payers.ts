import type { Knex } from 'knex'

export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    -- The browsers that opened the payment of an order by a mailed link, each with what was typed there.
    CREATE TABLE order_payers (
      order_id integer NOT NULL REFERENCES orders ON DELETE CASCADE,
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
    INSERT INTO order_payers (order_id, browser_hash, password_hash)
      SELECT id, payer_browser_hash, payer_password_hash FROM orders WHERE payer_browser_hash IS NOT NULL;
    ALTER TABLE orders DROP COLUMN payer_browser_hash, DROP COLUMN payer_password_hash;
  `)
}

export async function down(): Promise<void> {
  throw new Error('Migrations run forward only')
}
