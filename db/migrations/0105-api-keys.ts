import type { Knex } from 'knex'

/** An index is built beside a shop that sells only outside of a transaction; so each step can be repeated. */
export const config = { transaction: false }

/** The lists that a program follows. */
const FOLLOWED = ['orders', 'users', 'packages']

/** Keys for programs, and the order in which rows have changed, for programs that follow a list. */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    CREATE TABLE IF NOT EXISTS api_keys (
      id integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
      name text NOT NULL CHECK (name <> ''),
      key_hash bytea NOT NULL UNIQUE,
      -- The beginning of the key, to know it by.
      start text NOT NULL,
      scopes text[] NOT NULL,
      -- Where it may come from. Empty: from anywhere.
      addresses text[] NOT NULL DEFAULT '{}',
      daily_refunds integer NOT NULL DEFAULT 0 CHECK (daily_refunds >= 0),
      -- How many it has made on its last day with one.
      refunds_made integer NOT NULL DEFAULT 0,
      refunds_on date,
      -- Null: made at the command line.
      maker_id integer REFERENCES users (id),
      -- In whose name it acts.
      keeper_id integer NOT NULL REFERENCES users (id),
      created_at timestamptz NOT NULL DEFAULT now(),
      expires_at timestamptz NOT NULL,
      last_used_at timestamptz,
      last_address text,
      revoked_at timestamptz
    );
    CREATE INDEX IF NOT EXISTS api_keys_keeper_id_idx ON api_keys (keeper_id) WHERE revoked_at IS NULL;
    -- What a key does is recorded with it, whoever writes the entry: see api/operations/api-keys/key-store.ts.
    ALTER TABLE audit_log ADD COLUMN IF NOT EXISTS api_key_id integer
      DEFAULT nullif(current_setting('shop.api_key', true), '')::integer;
    UPDATE notification_recipients SET kinds = array_append(kinds, 'api_key')
      WHERE 'mail_failed' = ANY (kinds) AND NOT 'api_key' = ANY (kinds);
  `)
  for (const [name, allowed] of [
    ['audit_log_subject_check', `subject = 'api_key'`],
    // At the command line nobody is signed in.
    ['audit_log_actor_check', `subject = 'api_key'`],
  ] as const) {
    const { rows } = await knex.raw<{ rows: { condition: string }[] }>(
      'SELECT pg_get_expr(conbin, conrelid) AS condition FROM pg_constraint WHERE conname = ?',
      name,
    )
    if (rows[0]?.condition.includes('api_key')) continue
    await knex.raw(`ALTER TABLE audit_log DROP CONSTRAINT ${name},
      ADD CONSTRAINT ${name} CHECK (${rows[0]?.condition} OR ${allowed})`)
  }
  await followChanges(knex)
}

/** Rows are followed in the order of the transactions that wrote them last, of which a reader sees those that are over. */
async function followChanges(knex: Knex): Promise<void> {
  await knex.raw(`
    CREATE OR REPLACE FUNCTION mark_change() RETURNS trigger LANGUAGE plpgsql AS $$
    BEGIN
      NEW.changed_in := pg_current_xact_id();
      NEW.changed_at := now();
      RETURN NEW;
    END $$;
    -- What is written into its history changes an order, too.
    CREATE OR REPLACE FUNCTION mark_order_of_event() RETURNS trigger LANGUAGE plpgsql AS $$
    BEGIN
      UPDATE orders SET changed_in = NULL
        WHERE id = NEW.order_id AND changed_in IS DISTINCT FROM pg_current_xact_id();
      RETURN NULL;
    END $$;
  `)
  for (const table of FOLLOWED) {
    await knex.raw(`
      -- Empty for rows from before.
      ALTER TABLE ${table} ADD COLUMN IF NOT EXISTS changed_in xid8, ADD COLUMN IF NOT EXISTS changed_at timestamptz;
      CREATE OR REPLACE TRIGGER ${table}_mark_change BEFORE INSERT OR UPDATE ON ${table}
        FOR EACH ROW EXECUTE FUNCTION mark_change();
    `)
    // A build that was interrupted leaves an index that serves nothing.
    await knex.raw(`DROP INDEX CONCURRENTLY IF EXISTS ${table}_changed_in_idx`)
    await knex.raw(`CREATE INDEX CONCURRENTLY ${table}_changed_in_idx
      ON ${table} ((coalesce(changed_in, '0'::xid8)), id)`)
  }
  await knex.raw(`CREATE OR REPLACE TRIGGER order_events_mark_order AFTER INSERT ON order_events
    FOR EACH ROW EXECUTE FUNCTION mark_order_of_event()`)
}

export async function down(): Promise<void> {
  throw new Error('Migrations run forward only')
}
