import type { Knex } from 'knex'

/** What is said and sent about an order. */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    CREATE TABLE order_messages (
      -- Below zero: notes of staff from before there were messages. They come first, and are new to nobody.
      id integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
      order_id integer NOT NULL REFERENCES orders (id),
      author_id integer NOT NULL REFERENCES users (id),
      -- What the author was to the order when they wrote.
      author_role text NOT NULL CHECK (author_role IN ('customer', 'staff', 'admin')),
      -- A note of the team. It never becomes a message, and a message never one.
      is_team_only boolean NOT NULL CHECK (NOT is_team_only OR author_role <> 'customer'),
      -- The team cannot go on without an answer.
      is_blocking boolean NOT NULL DEFAULT false,
      -- As it was typed. Empty once it is withdrawn or erased.
      text text NOT NULL,
      -- Made by the sender: a message that is sent twice is stored once.
      key uuid NOT NULL,
      created_at timestamptz NOT NULL DEFAULT now(),
      edited_at timestamptz,
      withdrawn_at timestamptz,
      changed_in xid8,
      changed_at timestamptz,
      UNIQUE (author_id, key)
    );
    CREATE INDEX order_messages_order_id_idx ON order_messages (order_id, id);
    CREATE TRIGGER order_messages_mark_change BEFORE INSERT OR UPDATE ON order_messages
      FOR EACH ROW EXECUTE FUNCTION mark_change();

    -- The last message of the order that a person has read.
    CREATE TABLE message_reads (
      order_id integer NOT NULL REFERENCES orders (id) ON DELETE CASCADE,
      user_id integer NOT NULL REFERENCES users (id) ON DELETE CASCADE,
      message_id integer NOT NULL,
      PRIMARY KEY (order_id, user_id)
    );
    CREATE INDEX message_reads_user_idx ON message_reads (user_id, message_id);

    -- Replies that the team has ready.
    CREATE TABLE saved_replies (
      id integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
      title text NOT NULL,
      -- With placeholders such as {first name}, which the page fills in.
      text text NOT NULL
    );
    CREATE UNIQUE INDEX saved_replies_title_key ON saved_replies (lower(title));

    -- Replies by mail. One that its sender did not confirm is no message, so nothing that reads messages can show it.
    CREATE TABLE incoming_mails (
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
    CREATE INDEX incoming_mails_order_id_idx ON incoming_mails (order_id);
    CREATE INDEX incoming_mails_user_id_idx ON incoming_mails (user_id, created_at);

    -- The bytes lie in the store of files under the row's id.
    CREATE TABLE order_files (
      id uuid PRIMARY KEY,
      order_id integer NOT NULL REFERENCES orders (id),
      uploader_id integer NOT NULL REFERENCES users (id),
      -- What it was sent with. All null while it is uploaded, and until that is sent.
      message_id integer REFERENCES order_messages (id) ON DELETE CASCADE,
      question_id integer REFERENCES package_questions (id),
      -- A delivery that is undone gives its files back to who uploaded them.
      delivery_id integer REFERENCES deliveries (id) ON DELETE SET NULL,
      -- Of a reply by mail that waits: nobody but the customer has it until then.
      incoming_mail_id integer REFERENCES incoming_mails (id) ON DELETE SET NULL,
      -- As its uploader named it.
      name text NOT NULL CHECK (name <> ''),
      size_bytes bigint NOT NULL CHECK (size_bytes > 0),
      -- How much of an upload is there. What is only announced takes no room of the order.
      arrived_bytes bigint NOT NULL DEFAULT 0,
      -- checking: complete, and not yet known to be harmless. Only a ready file is given to anybody.
      state text NOT NULL DEFAULT 'uploading' CHECK (state IN ('uploading', 'checking', 'ready', 'refused')),
      -- The media type by its content, not by its name.
      media_type text CHECK (media_type IS NOT NULL OR state <> 'ready'),
      has_preview boolean NOT NULL DEFAULT false,
      -- Held by the call that writes to it. It ends by itself where its process was killed.
      lock_token uuid,
      locked_until timestamptz,
      is_lock_wanted boolean NOT NULL DEFAULT false,
      created_at timestamptz NOT NULL DEFAULT now(),
      CONSTRAINT order_files_have_one_place CHECK (num_nonnulls(message_id, question_id, delivery_id) <= 1)
    );
    CREATE INDEX order_files_order_id_idx ON order_files (order_id);
    CREATE INDEX order_files_message_id_idx ON order_files (message_id) WHERE message_id IS NOT NULL;
    CREATE INDEX order_files_delivery_id_idx ON order_files (delivery_id) WHERE delivery_id IS NOT NULL;
    CREATE INDEX order_files_incoming_mail_id_idx ON order_files (incoming_mail_id) WHERE incoming_mail_id IS NOT NULL;
    CREATE INDEX order_files_unsent_idx ON order_files (created_at) WHERE message_id IS NULL;
    -- For the turn of a file that is to be checked, which depends on what its uploader has sent lately.
    CREATE INDEX order_files_uploader_idx ON order_files (uploader_id, created_at);

    -- Files whose row is gone and whose bytes are still there: whatever deletes a row, its bytes go with it.
    CREATE TABLE files_to_remove (id uuid PRIMARY KEY);
    CREATE FUNCTION remove_file() RETURNS trigger LANGUAGE plpgsql AS $$
    BEGIN
      INSERT INTO files_to_remove (id) VALUES (OLD.id);
      RETURN OLD;
    END $$;
    CREATE TRIGGER order_files_remove AFTER DELETE ON order_files FOR EACH ROW EXECUTE FUNCTION remove_file();
  `)
}

export async function down(): Promise<void> {
  throw new Error('Migrations run forward only')
}
