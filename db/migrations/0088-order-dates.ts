import type { Knex } from 'knex'

/** New promised dates of orders, each with its reason for the customer. */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    -- The first promised date, once another one is in force. Pauses move both.
    ALTER TABLE orders ADD COLUMN first_promised_at timestamptz;

    CREATE TABLE order_dates (
      id integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
      order_id integer NOT NULL REFERENCES orders (id),
      author_id integer NOT NULL REFERENCES users (id),
      old_at timestamptz NOT NULL,
      new_at timestamptz NOT NULL CHECK (new_at > old_at),
      reason text NOT NULL,
      created_at timestamptz NOT NULL DEFAULT now()
    );
    CREATE INDEX order_dates_order_id_idx ON order_dates (order_id, id);
  `)
}

export async function down(): Promise<void> {
  throw new Error('Migrations run forward only')
}
