import type { Knex } from 'knex'

/** What stops the promised date of an order, and for how long. No date of an order changes by this. */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    CREATE TABLE order_pauses (
      id integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
      order_id integer NOT NULL REFERENCES orders (id),
      -- answers: stored once they are in. Until then the missing answers themselves stop the date.
      kind text NOT NULL CHECK (kind IN ('answers', 'delivery', 'refund_request', 'question')),
      -- Of a question: 48 hours after it, so it may be still to come.
      started_at timestamptz NOT NULL,
      ended_at timestamptz CHECK (ended_at >= started_at)
    );
    CREATE INDEX order_pauses_order_id_idx ON order_pauses (order_id, id);
    CREATE UNIQUE INDEX order_pauses_open_key ON order_pauses (order_id, kind) WHERE ended_at IS NULL;

    -- A message of the team without whose answer they cannot go on.
    ALTER TABLE order_messages ADD COLUMN is_blocking boolean NOT NULL DEFAULT false;

    INSERT INTO order_pauses (order_id, kind, started_at, ended_at)
    SELECT id, 'answers', paid_at, answers_in_at FROM orders WHERE answers_in_at > paid_at;
    INSERT INTO order_pauses (order_id, kind, started_at)
    SELECT o.id, 'delivery', max(d.released_at) FROM orders o JOIN deliveries d ON d.order_id = o.id AND d.is_whole
    WHERE o.work_state IN ('delivered', 'change_asked') AND d.released_at IS NOT NULL GROUP BY o.id;
  `)
}

export async function down(): Promise<void> {
  throw new Error('Migrations run forward only')
}
