import type { Knex } from 'knex'
import { keepRows } from '#db/connection/keep-rows.ts'

/** The audit log says what each save has changed; a package is seen while it is typed; pictures are cut by themselves. */
export async function up(knex: Knex): Promise<void> {
  await keepRows(
    knex,
    'package-versions',
    `SELECT package_id, packages.slug, package_versions.version, content, saved_by, users.first_name, users.last_name,
       restored_from, saved_at
     FROM package_versions JOIN packages ON packages.id = package_id LEFT JOIN users ON users.id = saved_by
     ORDER BY package_id, package_versions.version`,
  )
  await knex.raw(`
    DROP TABLE package_versions;
    DROP TABLE package_previews;
    ALTER TABLE pictures DROP COLUMN crop_left, DROP COLUMN crop_top, DROP COLUMN crop_width,
      DROP COLUMN crop_height`)
}

export async function down(): Promise<void> {
  throw new Error('Migrations run forward only')
}
