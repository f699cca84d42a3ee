import type { Knex } from 'knex'

/** Files of an order's conversation. The bytes lie in DATA_DIR/files under the row's id. */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    CREATE TABLE order_files (
      id uuid PRIMARY KEY,
      order_id integer NOT NULL REFERENCES orders (id),
      uploader_id integer NOT NULL REFERENCES users (id),
      -- The message that it was sent with. Null while it is uploaded, and until its message is sent.
      message_id integer REFERENCES order_messages (id) ON DELETE CASCADE,
      -- As its uploader named it.
      name text NOT NULL CHECK (name <> ''),
      size_bytes bigint NOT NULL CHECK (size_bytes > 0),
      -- checking: complete, and not yet known to be harmless. Only a ready file is given to anybody.
      state text NOT NULL DEFAULT 'uploading' CHECK (state IN ('uploading', 'checking', 'ready', 'refused')),
      -- The media type by its content, not by its name.
      media_type text CHECK (media_type IS NOT NULL OR state <> 'ready'),
      has_preview boolean NOT NULL DEFAULT false,
      -- Held by the call that writes to it. It ends by itself where its process was killed.
      lock_token uuid,
      locked_until timestamptz,
      is_lock_wanted boolean NOT NULL DEFAULT false,
      created_at timestamptz NOT NULL DEFAULT now()
    );
    CREATE INDEX order_files_order_id_idx ON order_files (order_id);
    CREATE INDEX order_files_message_id_idx ON order_files (message_id) WHERE message_id IS NOT NULL;
    CREATE INDEX order_files_unsent_idx ON order_files (created_at) WHERE message_id IS NULL;

    -- Who has downloaded a file first when.
    CREATE TABLE file_downloads (
      file_id uuid NOT NULL REFERENCES order_files (id) ON DELETE CASCADE,
      user_id integer NOT NULL REFERENCES users (id),
      downloaded_at timestamptz NOT NULL DEFAULT now(),
      PRIMARY KEY (file_id, user_id)
    );

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
