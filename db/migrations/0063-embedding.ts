import type { Knex } from 'knex'

/** The purchase frame on other websites: where it may be shown, how often it was, and which orders came from there. */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    CREATE TABLE embed_origins (
      id integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
      -- As browsers send it, such as https://partner.example
      origin text NOT NULL UNIQUE CHECK (origin <> ''),
      created_at timestamptz NOT NULL DEFAULT now()
    );

    -- A count for each origin and day, and nothing about who looked.
    CREATE TABLE embed_views (
      origin text NOT NULL,
      day date NOT NULL,
      views integer NOT NULL CHECK (views > 0),
      PRIMARY KEY (origin, day)
    );

    -- Of the website that it was bought on; null: in the shop itself.
    ALTER TABLE orders ADD COLUMN embed_origin text;
    CREATE INDEX orders_embed_origin_idx ON orders (embed_origin, paid_at) WHERE embed_origin IS NOT NULL;
  `)
  // The subjects of today, and one more: other migrations may have added theirs.
  const { rows } = await knex.raw<{ rows: { condition: string }[] }>(
    `SELECT pg_get_expr(conbin, conrelid) AS condition FROM pg_constraint WHERE conname = 'audit_log_subject_check'`,
  )
  await knex.raw(`
    ALTER TABLE audit_log DROP CONSTRAINT audit_log_subject_check;
    ALTER TABLE audit_log ADD CONSTRAINT audit_log_subject_check
      CHECK (${rows[0]?.condition} OR subject = 'embed_origin');
  `)
}

export async function down(): Promise<void> {
  throw new Error('Migrations run forward only')
}
