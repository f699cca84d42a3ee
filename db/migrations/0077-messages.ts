import type { Knex } from 'knex'

/** The conversation of an order, and who has read how far. */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    CREATE TABLE order_messages (
      id integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
      order_id integer NOT NULL REFERENCES orders (id),
      author_id integer NOT NULL REFERENCES users (id),
      -- What the author was to the order when they wrote.
      author_role text NOT NULL CHECK (author_role IN ('customer', 'staff', 'admin')),
      -- A note of the team. It never becomes a message, and a message never one.
      is_team_only boolean NOT NULL CHECK (NOT is_team_only OR author_role <> 'customer'),
      -- As it was typed. Empty once it is withdrawn or erased.
      text text NOT NULL,
      -- Made by the sender: a message that is sent twice is stored once.
      key uuid NOT NULL,
      created_at timestamptz NOT NULL DEFAULT now(),
      edited_at timestamptz,
      withdrawn_at timestamptz,
      UNIQUE (author_id, key)
    );
    CREATE INDEX order_messages_order_id_idx ON order_messages (order_id, id);

    -- The last message of the order that a person has read.
    CREATE TABLE message_reads (
      order_id integer NOT NULL REFERENCES orders (id) ON DELETE CASCADE,
      user_id integer NOT NULL REFERENCES users (id) ON DELETE CASCADE,
      message_id integer NOT NULL,
      PRIMARY KEY (order_id, user_id)
    );

    -- The first message of the customer that the team has neither answered nor marked as needing no reply.
    ALTER TABLE orders ADD COLUMN awaits_reply_since timestamptz;
  `)
}

export async function down(): Promise<void> {
  throw new Error('Migrations run forward only')
}
