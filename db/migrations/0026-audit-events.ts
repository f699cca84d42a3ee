import type { Knex } from 'knex'

export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    -- TRUNCATE fires no trigger of UPDATE or DELETE.
    CREATE TRIGGER audit_log_is_never_emptied BEFORE TRUNCATE ON audit_log
      FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

    -- Events change nothing: who came and went, and who took a list away.
    ALTER TABLE audit_log DROP CONSTRAINT audit_log_action_check;
    ALTER TABLE audit_log ADD CONSTRAINT audit_log_action_check CHECK (action IN (
      'created', 'updated', 'removed', 'signed_in', 'sign_in_failed', 'signed_out', 'exported'));
    ALTER TABLE audit_log DROP CONSTRAINT audit_log_subject_check;
    ALTER TABLE audit_log ADD CONSTRAINT audit_log_subject_check CHECK (subject IN (
      'order', 'user', 'package', 'coupon', 'registration', 'assignment', 'payment', 'refund', 'webhook', 'job', 'mail'));
    -- Nobody has proved to be the one who failed to sign in.
    ALTER TABLE audit_log ALTER COLUMN actor_id DROP NOT NULL;
    ALTER TABLE audit_log ADD CONSTRAINT audit_log_actor_check
      CHECK ((actor_id IS NULL) = (action = 'sign_in_failed'));
    -- A whole list, or an account that does not exist.
    ALTER TABLE audit_log ALTER COLUMN subject_id DROP NOT NULL;
    ALTER TABLE audit_log ADD CONSTRAINT audit_log_subject_id_check
      CHECK (subject_id IS NOT NULL OR action IN ('sign_in_failed', 'exported'));
    CREATE INDEX audit_log_action_idx ON audit_log (action, created_at, id);
  `)
}

export async function down(): Promise<void> {
  throw new Error('Migrations run forward only')
}
