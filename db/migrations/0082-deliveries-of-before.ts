import type { Knex } from 'knex'

/**
 * Deliveries that are notes of assignments are copied: the last release reads them where they are. They ask nobody to accept
 * anything. Apart from 0080, whose locks on orders would last as long as the copying.
 */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    -- Until the last release is gone: what its processes deliver, or undo within seconds.
    CREATE FUNCTION copy_delivery_note() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
      IF TG_OP = 'DELETE' THEN
        DELETE FROM deliveries WHERE assignment_id = OLD.assignment_id AND created_at = OLD.created_at
          AND created_at > now() - interval '1 minute';
        RETURN OLD;
      END IF;
      INSERT INTO deliveries (order_id, number, author_id, assignment_id, note, links, is_whole, created_at, released_at)
      SELECT a.order_id, (SELECT coalesce(max(number), 0) + 1 FROM deliveries d WHERE d.order_id = a.order_id),
        NEW.author_id, a.id, NEW.note, array_remove(ARRAY[NEW.link], NULL), false, NEW.created_at, NEW.created_at
      FROM staff_assignments a WHERE a.id = NEW.assignment_id;
      RETURN NEW;
    END $$;
    CREATE TRIGGER assignment_notes_are_copied AFTER INSERT ON assignment_notes
      FOR EACH ROW WHEN (NEW.is_delivery) EXECUTE FUNCTION copy_delivery_note();
    CREATE TRIGGER assignment_notes_copies_go AFTER DELETE ON assignment_notes
      FOR EACH ROW WHEN (OLD.is_delivery) EXECUTE FUNCTION copy_delivery_note();

    -- After the triggers, which nobody's note gets past while this is not committed.
    INSERT INTO deliveries (order_id, number, author_id, assignment_id, note, links, is_whole, created_at, released_at)
    SELECT a.order_id, row_number() OVER (PARTITION BY a.order_id ORDER BY n.id), n.author_id, a.id, n.note,
      array_remove(ARRAY[n.link], NULL), false, n.created_at, n.created_at
    FROM assignment_notes n JOIN staff_assignments a ON a.id = n.assignment_id
    WHERE n.is_delivery ORDER BY n.id;
  `)
}

export async function down(): Promise<void> {
  throw new Error('Migrations run forward only')
}
