import type { Knex } from 'knex'

/** People see where they are signed in, and admins disable accounts. */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    ALTER TABLE users ADD COLUMN disabled_at timestamptz;
    ALTER TABLE sessions
      ADD COLUMN id integer GENERATED ALWAYS AS IDENTITY UNIQUE,
      ADD COLUMN address text NOT NULL DEFAULT '',
      ADD COLUMN user_agent text NOT NULL DEFAULT '';
  `)
}

export async function down(): Promise<void> {
  throw new Error('Migrations run forward only')
}
