import type { Knex } from 'knex'

/** What a person has read last is found by it. Nobody has read anything yet, so the index is built at once. */
export async function up(knex: Knex): Promise<void> {
  await knex.raw('CREATE INDEX message_reads_user_idx ON message_reads (user_id, message_id)')
}

export async function down(): Promise<void> {
  throw new Error('Migrations run forward only')
}
