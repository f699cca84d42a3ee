import type { Knex } from 'knex'

/** Before a mail goes out, the recent ones of its kind to the same mailbox are counted. */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    CREATE INDEX outbox_mailbox_idx ON outbox ((regexp_replace(lower(to_email), '\\+[^@]*@', '@')), kind, created_at);
  `)
}

export async function down(): Promise<void> {
  throw new Error('Migrations run forward only')
}
