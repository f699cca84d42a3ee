import type { Knex } from 'knex'

/** Customers and past orders that come from another system, as a file. */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    -- A file that an admin has given, from its check on.
    CREATE TABLE imports (
      id integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
      kind text NOT NULL CHECK (kind IN ('customers', 'orders')),
      file_name text NOT NULL,
      sha256 text NOT NULL CHECK (sha256 ~ '^[0-9a-f]{64}$'),
      -- The name of the raw file, which goes when the import is applied or refused.
      upload uuid UNIQUE,
      state text NOT NULL DEFAULT 'checking' CHECK (state IN ('checking', 'checked', 'applying', 'applied', 'refused')),
      -- Why the file as a whole was refused, for people.
      refusal text,
      -- Rows that have been read so far.
      progress integer NOT NULL DEFAULT 0,
      -- As the check found them; once it is applied, as they were then.
      new_rows integer NOT NULL DEFAULT 0,
      existing_rows integer NOT NULL DEFAULT 0,
      faulty_rows integer NOT NULL DEFAULT 0,
      -- Null: at the command line.
      created_by integer REFERENCES users (id),
      applied_by integer REFERENCES users (id),
      created_at timestamptz NOT NULL DEFAULT now(),
      applied_at timestamptz,
      CHECK ((state = 'refused') = (refusal IS NOT NULL)),
      CHECK ((state = 'applied') = (applied_at IS NOT NULL))
    );
    CREATE INDEX imports_created_at_idx ON imports (created_at, id);

    -- What is wrong with a cell of the file, for a day.
    CREATE TABLE import_faults (
      id integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
      import_id integer NOT NULL REFERENCES imports (id) ON DELETE CASCADE,
      row_number integer NOT NULL,
      -- Empty: the row as a whole.
      column_name text NOT NULL,
      value text NOT NULL,
      message text NOT NULL,
      created_at timestamptz NOT NULL DEFAULT now()
    );
    CREATE INDEX import_faults_import_id_idx ON import_faults (import_id, id);
    CREATE INDEX import_faults_created_at_idx ON import_faults (created_at);

    CREATE TABLE imported_users (
      user_id integer PRIMARY KEY REFERENCES users (id),
      import_id integer NOT NULL REFERENCES imports (id),
      -- When an admin asked for a link to be sent, and when its mail was queued.
      link_asked_at timestamptz,
      link_sent_at timestamptz
    );
    CREATE INDEX imported_users_import_id_idx ON imported_users (import_id, user_id);
    CREATE INDEX imported_users_waiting_idx ON imported_users (link_asked_at, user_id)
      WHERE link_asked_at > coalesce(link_sent_at, '-infinity');

    -- Apart from orders: no payment, no invoice, no work and no promise belongs to it.
    CREATE TABLE past_orders (
      id integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
      import_id integer NOT NULL REFERENCES imports (id),
      -- The system that it comes from, and its number there.
      source text NOT NULL CHECK (source <> ''),
      reference text NOT NULL CHECK (reference <> ''),
      user_id integer NOT NULL REFERENCES users (id),
      -- Null: no package of this shop.
      package_id integer REFERENCES packages (id),
      package_name text NOT NULL,
      amount_cents integer NOT NULL CHECK (amount_cents >= 0),
      status text NOT NULL CHECK (status IN ('completed', 'cancelled', 'refunded')),
      ordered_on date NOT NULL,
      UNIQUE (source, reference)
    );
    CREATE INDEX past_orders_user_id_idx ON past_orders (user_id, ordered_on DESC, id DESC);
    CREATE INDEX past_orders_ordered_on_idx ON past_orders (ordered_on, id);
    CREATE INDEX past_orders_amount_idx ON past_orders (amount_cents, id);
    CREATE INDEX past_orders_import_id_idx ON past_orders (import_id);
    CREATE INDEX past_orders_search_idx ON past_orders
      USING gin ((' ' || source || ' ' || reference || ' ' || package_name) gin_trgm_ops);
  `)
  // The subjects of today, and one more: other migrations may have added theirs.
  const { rows } = await knex.raw<{ rows: { condition: string }[] }>(
    `SELECT pg_get_expr(conbin, conrelid) AS condition FROM pg_constraint WHERE conname = 'audit_log_subject_check'`,
  )
  await knex.raw(`
    ALTER TABLE audit_log DROP CONSTRAINT audit_log_subject_check;
    ALTER TABLE audit_log ADD CONSTRAINT audit_log_subject_check
      CHECK (${rows[0]?.condition} OR subject = 'import');
    -- At the command line nobody is the actor.
    ALTER TABLE audit_log DROP CONSTRAINT audit_log_actor_check;
    ALTER TABLE audit_log ADD CONSTRAINT audit_log_actor_check CHECK (
      CASE WHEN action IN ('sign_in_failed', 'second_factor_failed') THEN actor_id IS NULL
      ELSE actor_id IS NOT NULL OR (action = 'created' AND subject IN ('user', 'import'))
        OR (action = 'updated' AND subject = 'webhook_endpoint') END
    );
  `)
}

export async function down(): Promise<void> {
  throw new Error('Migrations run forward only')
}
