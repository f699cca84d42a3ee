import type { Knex } from 'knex'

/**
 * Nothing can give an erased account its data back, whatever a call believed when it began. Not validated: a row of before that breaks
 * it is found by nobody's migration, and is refused at its next change.
 */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`ALTER TABLE users ADD CONSTRAINT users_erased_check CHECK (
    erased_at IS NULL OR (
      first_name = 'Former' AND last_name = 'customer' AND email = 'erased-' || id || '@invalid'
      AND disabled_at IS NOT NULL AND tax_id IS NULL
      AND phone = '' AND company = '' AND job_title = ''
      AND address = '' AND city = '' AND state = '' AND country = '' AND zip_code = ''
    )) NOT VALID`)
}

export async function down(): Promise<void> {
  throw new Error('Migrations run forward only')
}
