import type { Knex } from 'knex'

/** An index is built beside a shop that sells only outside of a transaction. */
export const config = { transaction: false }

/** For the turn of a file that is to be checked, which depends on what its uploader has sent lately. */
export async function up(knex: Knex): Promise<void> {
  // A build that was interrupted leaves an index that serves nothing.
  await knex.raw('DROP INDEX CONCURRENTLY IF EXISTS order_files_uploader_idx')
  await knex.raw(
    'CREATE INDEX CONCURRENTLY order_files_uploader_idx ON order_files (uploader_id, created_at)',
  )
}

export async function down(): Promise<void> {
  throw new Error('Migrations run forward only')
}
