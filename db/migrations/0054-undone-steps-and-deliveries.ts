import type { Knex } from 'knex'

/** A step of an assignment can be taken back, and completing one can deliver a note and a link. */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    -- The step that this one took back.
    ALTER TABLE assignment_events ADD COLUMN undoes_id integer UNIQUE REFERENCES assignment_events (id);

    -- What the customer reads, too: written when the work was completed.
    ALTER TABLE assignment_notes ADD COLUMN is_delivery boolean NOT NULL DEFAULT false;
    ALTER TABLE assignment_notes ADD COLUMN link text CHECK (link IS NULL OR is_delivery);
    ALTER TABLE assignment_notes DROP CONSTRAINT assignment_notes_note_check;
    ALTER TABLE assignment_notes ADD CONSTRAINT assignment_notes_note_check
      CHECK (btrim(note) <> '' OR link IS NOT NULL);
  `)
}

export async function down(): Promise<void> {
  throw new Error('Migrations run forward only')
}
