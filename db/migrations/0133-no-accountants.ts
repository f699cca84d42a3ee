import type { Knex } from 'knex'

/**
 * The right of an accountant goes, and whoever had it is signed out. An account that was made for nothing else signs in
 * no more; one of staff, an admin or a customer goes on as that.
 */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    UPDATE sessions SET revoked_at = now() FROM users
    WHERE users.id = sessions.user_id AND is_accountant AND revoked_at IS NULL;
    UPDATE users SET disabled_at = now(), updated_at = now()
    WHERE is_accountant AND NOT is_admin AND NOT is_staff AND disabled_at IS NULL
      AND NOT EXISTS (SELECT FROM orders WHERE user_id = users.id);
    ALTER TABLE users DROP COLUMN is_accountant`)
}

export async function down(): Promise<void> {
  throw new Error('Migrations run forward only')
}
