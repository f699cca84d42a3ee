import type { Knex } from 'knex'

/** The shop disables a webhook by itself; nobody is the actor then. */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    ALTER TABLE audit_log DROP CONSTRAINT audit_log_actor_check;
    ALTER TABLE audit_log ADD CONSTRAINT audit_log_actor_check CHECK (
      CASE WHEN action IN ('sign_in_failed', 'second_factor_failed') THEN actor_id IS NULL
      ELSE actor_id IS NOT NULL OR (action = 'created' AND subject = 'user')
        OR (action = 'updated' AND subject = 'webhook_endpoint') END
    )
  `)
}

export async function down(): Promise<void> {
  throw new Error('Migrations run forward only')
}
