import type { Knex } from 'knex'
import { keepRows } from '#db/connection/keep-rows.ts'

/** Who downloaded a file first when was evidence for a dispute, which the shop gathers no longer. */
export async function up(knex: Knex): Promise<void> {
  await keepRows(
    knex,
    'file-downloads',
    `SELECT file_id, order_files.order_id, order_files.name, file_downloads.user_id, downloaded_at
     FROM file_downloads JOIN order_files ON order_files.id = file_id ORDER BY downloaded_at`,
  )
  await knex.raw('DROP TABLE file_downloads')
}

export async function down(): Promise<void> {
  throw new Error('Migrations run forward only')
}
