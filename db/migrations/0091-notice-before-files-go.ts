import type { Knex } from 'knex'

/** A customer is told a month before the files of their order are removed. */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    -- When that mail was sent. Files go no earlier than a month after it.
    ALTER TABLE orders ADD COLUMN files_notice_at timestamptz;
  `)
}

export async function down(): Promise<void> {
  throw new Error('Migrations run forward only')
}
