import type { Knex } from 'knex'

/** What is delivered belongs to the order, and its customer accepts it. */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    -- How many changes of a delivery are in the price. Null: uncounted.
    ALTER TABLE packages ADD COLUMN included_changes smallint CHECK (included_changes >= 0);
    -- The state of the work beside the status. What is delivered is accepted by time at accept_by.
    ALTER TABLE orders ADD COLUMN included_changes smallint, ADD COLUMN work_state text,
      ADD COLUMN accept_by timestamptz, ADD COLUMN acceptance_reminders smallint;
    ALTER TABLE orders ADD CONSTRAINT orders_work_state_check CHECK (
      (work_state IS NULL OR work_state IN ('delivered', 'change_asked', 'in_rework', 'warranty'))
      AND (accept_by IS NOT NULL) = (work_state IS NOT NULL AND work_state IN ('delivered', 'change_asked'))) NOT VALID;

    CREATE TABLE deliveries (
      id integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
      order_id integer NOT NULL REFERENCES orders (id),
      number integer NOT NULL CHECK (number >= 1),
      author_id integer NOT NULL REFERENCES users (id),
      assignment_id integer REFERENCES staff_assignments (id) ON DELETE SET NULL,
      note text NOT NULL,
      links text[] NOT NULL DEFAULT '{}' CHECK (cardinality(links) <= 10),
      -- What the customer is asked to accept. False: a part, while others were still at work.
      is_whole boolean NOT NULL,
      -- What delivering has replaced in the order, for the undo.
      state_before text,
      accept_by_before timestamptz,
      created_at timestamptz NOT NULL DEFAULT now(),
      -- Since when its customer sees it. Null while an admin looks first.
      released_at timestamptz,
      accepted_at timestamptz,
      accepted_kind text CHECK (accepted_kind IN ('customer', 'time')),
      accepted_by_id integer REFERENCES users (id),
      UNIQUE (order_id, number),
      CHECK ((accepted_at IS NULL) = (accepted_kind IS NULL)),
      CHECK ((accepted_by_id IS NOT NULL) = (accepted_kind IS NOT NULL AND accepted_kind = 'customer'))
    );
    CREATE INDEX deliveries_assignment_id_idx ON deliveries (assignment_id);
    CREATE INDEX deliveries_unreleased_idx ON deliveries (order_id) WHERE released_at IS NULL;

    -- A delivery is never changed: its texts can be emptied, it is released once and accepted once.
    CREATE FUNCTION refuse_change_of_delivery() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
      IF (NEW.order_id, NEW.number, NEW.author_id, NEW.is_whole, NEW.created_at)
          IS DISTINCT FROM (OLD.order_id, OLD.number, OLD.author_id, OLD.is_whole, OLD.created_at)
        OR NEW.note NOT IN (OLD.note, '') OR NEW.links NOT IN (OLD.links, '{}')
        OR OLD.released_at IS NOT NULL AND NEW.released_at IS DISTINCT FROM OLD.released_at
        OR OLD.accepted_at IS NOT NULL AND (NEW.accepted_at, NEW.accepted_kind, NEW.accepted_by_id)
          IS DISTINCT FROM (OLD.accepted_at, OLD.accepted_kind, OLD.accepted_by_id)
      THEN RAISE EXCEPTION 'A delivery is never changed'; END IF;
      RETURN NEW;
    END $$;
    CREATE TRIGGER deliveries_are_never_changed BEFORE UPDATE ON deliveries
      FOR EACH ROW EXECUTE FUNCTION refuse_change_of_delivery();

    CREATE TABLE delivery_requests (
      id integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
      order_id integer NOT NULL REFERENCES orders (id),
      -- Null: a fault of work that was never delivered here.
      delivery_id integer REFERENCES deliveries (id),
      author_id integer NOT NULL REFERENCES users (id),
      kind text NOT NULL CHECK (kind IN ('fault', 'change')),
      text text NOT NULL,
      created_at timestamptz NOT NULL DEFAULT now(),
      -- One of the order's included changes.
      counted boolean NOT NULL CHECK (NOT counted OR kind = 'change'),
      -- taken: work goes on without asking. Null: waits for the team.
      outcome text CHECK (outcome IN ('taken', 'granted', 'declined')),
      reason text NOT NULL DEFAULT '',
      decided_by_id integer REFERENCES users (id),
      decided_at timestamptz,
      -- Of warranty work.
      due_by timestamptz,
      -- Delivered anew, declined, or ended with the order.
      closed_at timestamptz
    );
    CREATE INDEX delivery_requests_order_id_idx ON delivery_requests (order_id, id);
  `)
}

export async function down(): Promise<void> {
  throw new Error('Migrations run forward only')
}
