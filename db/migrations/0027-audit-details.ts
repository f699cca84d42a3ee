import type { Knex } from 'knex'

/** The fields by which an entry names a person, or quotes what somebody wrote about one. */
const PERSONAL = `('firstName', 'lastName', 'email', 'company', 'jobTitle', 'toEmail', 'staff', 'notes', 'staffNotes',
  'reason', 'note')`

const changesWhere = (condition: string) =>
  `(SELECT jsonb_agg(change ORDER BY nth) FROM jsonb_array_elements(changes) WITH ORDINALITY AS each (change, nth)
    WHERE ${condition})`

export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    -- What identifies a person in an entry of the audit log: it may be emptied, the log itself never.
    CREATE TABLE audit_details (
      audit_id integer PRIMARY KEY REFERENCES audit_log (id),
      ip_address text,
      changes jsonb NOT NULL DEFAULT '[]' CHECK (jsonb_typeof(changes) = 'array')
    );
    -- Null for a user, who is called by the present e-mail of the account.
    ALTER TABLE audit_log ALTER COLUMN subject_label DROP NOT NULL;

    INSERT INTO audit_details (audit_id, changes)
      SELECT id, personal FROM audit_log
      CROSS JOIN LATERAL ${changesWhere(`change ->> 'field' IN ${PERSONAL}`)} AS found (personal)
      WHERE personal IS NOT NULL;
    ALTER TABLE audit_log DISABLE TRIGGER audit_log_is_append_only;
    UPDATE audit_log SET
      changes = coalesce(${changesWhere(`change ->> 'field' NOT IN ${PERSONAL}`)}, '[]'),
      -- A mail's subject may greet somebody by name.
      subject_label = CASE subject
        WHEN 'user' THEN NULL
        WHEN 'mail' THEN coalesce((SELECT kind FROM outbox WHERE outbox.id = subject_id), 'mail')
        ELSE subject_label END
      WHERE subject IN ('user', 'mail') OR id IN (SELECT audit_id FROM audit_details);
    ALTER TABLE audit_log ENABLE TRIGGER audit_log_is_append_only;
    ALTER TABLE audit_log ADD CONSTRAINT audit_log_subject_label_check
      CHECK ((subject_label IS NULL) = (subject = 'user' AND action <> 'exported'));
  `)
}

export async function down(): Promise<void> {
  throw new Error('Migrations run forward only')
}
