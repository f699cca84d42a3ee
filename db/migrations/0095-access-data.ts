import type { Knex } from 'knex'

/** Access to hosting, CMS or domain that a customer gives for the work on an order. It is removed when that work ends. */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    CREATE TABLE order_access (
      id uuid PRIMARY KEY,
      order_id integer NOT NULL REFERENCES orders (id),
      kind text NOT NULL CHECK (kind IN ('hosting', 'cms', 'domain', 'other')),
      -- Encrypted by the process (api/platform/http/sealed-secret.ts).
      sealed_data bytea NOT NULL,
      -- Which session secret it is encrypted under. The secret cannot be told from it.
      key_id text NOT NULL,
      created_at timestamptz NOT NULL DEFAULT now()
    );
    CREATE INDEX order_access_order_id_idx ON order_access (order_id);
  `)
}

export async function down(): Promise<void> {
  throw new Error('Migrations run forward only')
}
