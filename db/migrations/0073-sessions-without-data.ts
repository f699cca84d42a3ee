import type { Knex } from 'knex'

/** Nothing reads `data`. The last release still writes it, so it goes with a later one. */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`ALTER TABLE sessions ALTER COLUMN data SET DEFAULT '{}'`)
}

export async function down(): Promise<void> {
  throw new Error('Migrations run forward only')
}
