import type { Knex } from 'knex'

/** No delivery waits for an admin any more, and no file for the last payment: what was delivered is with its customer. */
export async function up(knex: Knex): Promise<void> {
  await knex.raw('LOCK TABLE deliveries IN ACCESS EXCLUSIVE MODE')
  await stopWhereAnyWaits(knex)
  await knex.raw(`
    -- Its customer has had it since it was released.
    ALTER TABLE deliveries DISABLE TRIGGER deliveries_are_never_changed;
    UPDATE deliveries SET created_at = released_at WHERE released_at > created_at + interval '10 seconds';
    ALTER TABLE deliveries ENABLE TRIGGER deliveries_are_never_changed;

    CREATE OR REPLACE FUNCTION refuse_change_of_delivery() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
      IF (NEW.order_id, NEW.number, NEW.author_id, NEW.is_whole, NEW.created_at)
          IS DISTINCT FROM (OLD.order_id, OLD.number, OLD.author_id, OLD.is_whole, OLD.created_at)
        OR NEW.note NOT IN (OLD.note, '') OR NEW.links NOT IN (OLD.links, '{}')
        OR OLD.accepted_at IS NOT NULL AND (NEW.accepted_at, NEW.accepted_kind, NEW.accepted_by_id)
          IS DISTINCT FROM (OLD.accepted_at, OLD.accepted_kind, OLD.accepted_by_id)
      THEN RAISE EXCEPTION 'A delivery is never changed'; END IF;
      RETURN NEW;
    END $$;
    CREATE OR REPLACE FUNCTION copy_delivery_note() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
      IF TG_OP = 'DELETE' THEN
        DELETE FROM deliveries WHERE assignment_id = OLD.assignment_id AND created_at = OLD.created_at
          AND created_at > now() - interval '1 minute';
        RETURN OLD;
      END IF;
      INSERT INTO deliveries (order_id, number, author_id, assignment_id, note, links, is_whole, created_at)
      SELECT a.order_id, (SELECT coalesce(max(number), 0) + 1 FROM deliveries d WHERE d.order_id = a.order_id),
        NEW.author_id, a.id, NEW.note, array_remove(ARRAY[NEW.link], NULL), false, NEW.created_at
      FROM staff_assignments a WHERE a.id = NEW.assignment_id;
      RETURN NEW;
    END $$;

    ALTER TABLE deliveries DROP COLUMN released_at, DROP COLUMN is_withheld;
  `)
}

/** The people of the shop decide what a customer gets, so nothing is opened on the way. */
async function stopWhereAnyWaits(knex: Knex): Promise<void> {
  const held = await listOrders(knex, 'd.released_at IS NULL')
  const withheld = await listOrders(
    knex,
    `d.is_withheld AND EXISTS (SELECT FROM order_parts p JOIN orders o ON o.id = p.order_id WHERE p.order_id = d.order_id
      AND (p.state IN ('waiting', 'due') OR p.state = 'lapsed' AND o.payment_status = 'refunded'))`,
  )
  const name = (ids: readonly number[]) => ids.map((id) => `INV-${id}`).join(', ')
  const waiting = [
    ...(held.length > 0
      ? [
          `Deliveries of ${name(held)} wait for an admin: in the release before, 'Release to the customer' on the page of each order.`,
        ]
      : []),
    ...(withheld.length > 0
      ? [
          `Files of ${name(withheld)} wait for the last payment: in the release before, take or record that payment or write it off, or give the files to the customers by UPDATE deliveries SET is_withheld = false WHERE order_id IN (${withheld.join(', ')});`,
        ]
      : []),
  ]
  if (waiting.length > 0)
    throw new Error(
      `HOLD_DELIVERIES and FILES_AFTER_LAST_PAYMENT are gone, and something still waits. ${waiting.join(' ')} Then migrate again.`,
    )
}

async function listOrders(knex: Knex, condition: string): Promise<number[]> {
  const { rows } = await knex.raw<{ rows: { id: number }[] }>(
    `SELECT DISTINCT d.order_id AS id FROM deliveries d WHERE ${condition} ORDER BY 1`,
  )
  return rows.map(({ id }) => id)
}

export async function down(): Promise<void> {
  throw new Error('Migrations run forward only')
}
