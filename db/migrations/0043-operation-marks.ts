import type { Knex } from 'knex'

/**
 * When a backup was last made, and the like: what `shop doctor` tells the operator. And the audit log takes an account that
 * nobody who was signed in has made, because the first admin is made at the command line.
 */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    CREATE TABLE operation_marks (
      name text PRIMARY KEY,
      marked_at timestamptz NOT NULL,
      details jsonb NOT NULL DEFAULT '{}'
    );
    ALTER TABLE audit_log DROP CONSTRAINT audit_log_actor_check;
    ALTER TABLE audit_log ADD CONSTRAINT audit_log_actor_check CHECK (
      CASE WHEN action IN ('sign_in_failed', 'second_factor_failed') THEN actor_id IS NULL
      ELSE actor_id IS NOT NULL OR (action = 'created' AND subject = 'user') END
    )
  `)
}

export async function down(): Promise<void> {
  throw new Error('Migrations run forward only')
}
