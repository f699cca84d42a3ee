import type { Knex } from 'knex'

/** Whoever hears of missing backups runs the machines: they hear of pages that could not be published, too. */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(
    `UPDATE notification_recipients SET kinds = array_append(kinds, 'publish_failed') WHERE 'backup_old' = ANY (kinds)`,
  )
}

export async function down(): Promise<void> {
  throw new Error('Migrations run forward only')
}
