import type { Knex } from 'knex'

/**
 * Notes of staff about an assignment become notes of the team in its order's conversation; what was delivered is copied already
 * (0082). A copy has an id below zero: it comes before all messages, is new to nobody, and is there once.
 */
export async function up(knex: Knex): Promise<void> {
  const copy = (notes: string) => `
    INSERT INTO order_messages (id, order_id, author_id, author_role, is_team_only, text, key, created_at)
    OVERRIDING SYSTEM VALUE
    SELECT note.id - 2147483648, a.order_id, note.author_id, 'staff', true, note.note, gen_random_uuid(), note.created_at
    FROM ${notes} JOIN staff_assignments a ON a.id = note.assignment_id`
  await knex.raw(`
    -- Until the last release is gone: what its processes write.
    CREATE FUNCTION copy_staff_note() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
      ${copy('(SELECT NEW.*) AS note')};
      RETURN NEW;
    END $$;
    CREATE TRIGGER staff_notes_are_copied AFTER INSERT ON assignment_notes
      FOR EACH ROW WHEN (NOT NEW.is_delivery) EXECUTE FUNCTION copy_staff_note();

    -- After the trigger, which nobody's note gets past while this is not committed.
    ${copy('assignment_notes AS note')} WHERE NOT note.is_delivery;
  `)
}

export async function down(): Promise<void> {
  throw new Error('Migrations run forward only')
}
