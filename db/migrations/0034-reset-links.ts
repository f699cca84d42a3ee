import type { Knex } from 'knex'

/** A stranger who asks for a link that sets a password no longer ends the one that the owner has asked for. */
export async function up(knex: Knex): Promise<void> {
  await knex.raw('DROP INDEX password_resets_one_open_key')
}

export async function down(): Promise<void> {
  throw new Error('Migrations run forward only')
}
