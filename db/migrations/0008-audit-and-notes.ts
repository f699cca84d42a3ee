import type { Knex } from 'knex'

export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    -- Who changed what: written with the change, in its transaction, and never touched again.
    CREATE TABLE audit_log (
      id integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
      actor_id integer NOT NULL REFERENCES users (id),
      action text NOT NULL CHECK (action IN ('created', 'updated', 'removed')),
      subject text NOT NULL CHECK (subject IN ('order', 'user', 'package', 'coupon', 'assignment')),
      subject_id integer NOT NULL,
      -- What the subject was called then: it may be renamed or gone later.
      subject_label text NOT NULL,
      changes jsonb NOT NULL CHECK (jsonb_typeof(changes) = 'array'),
      created_at timestamptz NOT NULL DEFAULT now()
    );
    CREATE INDEX audit_log_created_at_idx ON audit_log (created_at, id);
    CREATE INDEX audit_log_subject_idx ON audit_log (subject, created_at, id);
    CREATE INDEX audit_log_subject_id_idx ON audit_log (subject, subject_id, created_at, id);
    CREATE INDEX audit_log_actor_idx ON audit_log (actor_id, created_at, id);
    CREATE INDEX audit_log_search_idx ON audit_log USING gin ((' ' || subject_label) gin_trgm_ops);

    CREATE FUNCTION refuse_change() RETURNS trigger LANGUAGE plpgsql AS $$
    BEGIN
      RAISE EXCEPTION '% is append-only', TG_TABLE_NAME USING ERRCODE = 'restrict_violation';
    END $$;
    CREATE TRIGGER audit_log_is_append_only BEFORE UPDATE OR DELETE ON audit_log
      FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

    -- Notes of staff about their work.
    CREATE TABLE assignment_notes (
      id integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
      assignment_id integer NOT NULL REFERENCES staff_assignments (id) ON DELETE CASCADE,
      author_id integer NOT NULL REFERENCES users (id),
      note text NOT NULL CHECK (btrim(note) <> ''),
      created_at timestamptz NOT NULL DEFAULT now()
    );
    CREATE INDEX assignment_notes_assignment_id_idx ON assignment_notes (assignment_id, id);

    -- A removed assignment takes its steps with it; the audit log still has them.
    ALTER TABLE assignment_events DROP CONSTRAINT assignment_events_assignment_id_fkey;
    ALTER TABLE assignment_events ADD CONSTRAINT assignment_events_assignment_id_fkey
      FOREIGN KEY (assignment_id) REFERENCES staff_assignments (id) ON DELETE CASCADE;
  `)
}

export async function down(): Promise<void> {
  throw new Error('Migrations run forward only')
}
