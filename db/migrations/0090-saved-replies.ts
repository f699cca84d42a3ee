import type { Knex } from 'knex'

/** Replies that the team has ready for a conversation. */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    CREATE TABLE saved_replies (
      id integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
      title text NOT NULL,
      -- With placeholders such as {first name}, which the page fills in.
      text text NOT NULL
    );
    CREATE UNIQUE INDEX saved_replies_title_key ON saved_replies (lower(title));
  `)
  const { rows } = await knex.raw<{ rows: { condition: string }[] }>(
    `SELECT pg_get_expr(conbin, conrelid) AS condition FROM pg_constraint WHERE conname = 'audit_log_subject_check'`,
  )
  await knex.raw(`
    ALTER TABLE audit_log DROP CONSTRAINT audit_log_subject_check;
    ALTER TABLE audit_log ADD CONSTRAINT audit_log_subject_check
      CHECK (${rows[0]?.condition} OR subject = 'saved_reply');
  `)
}

export async function down(): Promise<void> {
  throw new Error('Migrations run forward only')
}
