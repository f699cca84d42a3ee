import type { Knex } from 'knex'

/** Replies by mail. One that its sender did not confirm is no message, so nothing that reads messages can show it. */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    CREATE TABLE mail_replies (
      id integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
      -- SHA-256 of the mail's Message-ID: each mail is taken once.
      mail_hash bytea NOT NULL UNIQUE,
      order_id integer NOT NULL REFERENCES orders (id) ON DELETE CASCADE,
      -- The customer whose reply address it came to.
      user_id integer NOT NULL REFERENCES users (id),
      state text NOT NULL CHECK (state IN ('posted', 'waiting', 'discarded', 'refused')),
      -- The message that it became.
      message_id integer UNIQUE REFERENCES order_messages (id) ON DELETE CASCADE
        CHECK ((message_id IS NOT NULL) = (state = 'posted')),
      from_address text NOT NULL DEFAULT '',
      -- Without what it quotes and its signature. Kept while it waits.
      text text NOT NULL DEFAULT '' CHECK (text = '' OR state = 'waiting'),
      whole_text text NOT NULL DEFAULT '',
      -- Why it waits, beside its sender: files that could not be taken.
      note text NOT NULL DEFAULT '',
      created_at timestamptz NOT NULL DEFAULT now()
    );
    CREATE INDEX mail_replies_order_id_idx ON mail_replies (order_id);
    CREATE INDEX mail_replies_user_id_idx ON mail_replies (user_id, created_at);
    -- A file of a reply that waits: nobody but the customer has it until then.
    ALTER TABLE order_files ADD COLUMN mail_reply_id integer REFERENCES mail_replies (id) ON DELETE SET NULL;
    CREATE INDEX order_files_mail_reply_id_idx ON order_files (mail_reply_id) WHERE mail_reply_id IS NOT NULL;
  `)
}

export async function down(): Promise<void> {
  throw new Error('Migrations run forward only')
}
