import type { Knex } from 'knex'

/** Who works on an order, what is delivered, and what its customer asks of that. */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    CREATE TABLE staff_assignments (
      id integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
      order_id integer NOT NULL REFERENCES orders (id),
      staff_id integer NOT NULL REFERENCES users (id),
      assigned_by_id integer NOT NULL REFERENCES users (id),
      status text NOT NULL DEFAULT 'assigned' CHECK (status IN ('assigned', 'in_progress', 'completed')),
      -- What the admin wrote when assigning.
      notes text NOT NULL DEFAULT '',
      assigned_at timestamptz NOT NULL DEFAULT now(),
      UNIQUE (order_id, staff_id)
    );
    CREATE INDEX staff_assignments_staff_id_idx ON staff_assignments (staff_id, assigned_at DESC);
    CREATE INDEX staff_assignments_assigned_at_idx ON staff_assignments (assigned_at, id);
    CREATE INDEX staff_assignments_status_idx ON staff_assignments (status, assigned_at, id);
    -- The open work is counted, from the index alone.
    CREATE INDEX staff_assignments_open_idx ON staff_assignments (staff_id, status) WHERE status <> 'completed';

    -- A removed assignment takes its steps with it; the audit log still has them.
    CREATE TABLE assignment_events (
      id integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
      assignment_id integer NOT NULL REFERENCES staff_assignments (id) ON DELETE CASCADE,
      from_status text,
      to_status text NOT NULL,
      actor_id integer REFERENCES users (id),
      -- The step that this one took back.
      undoes_id integer UNIQUE REFERENCES assignment_events (id),
      created_at timestamptz NOT NULL DEFAULT now()
    );
    CREATE INDEX assignment_events_assignment_id_idx ON assignment_events (assignment_id, id);

    -- New promised dates, each with its reason for the customer.
    CREATE TABLE order_dates (
      id integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
      order_id integer NOT NULL REFERENCES orders (id),
      author_id integer NOT NULL REFERENCES users (id),
      old_at timestamptz NOT NULL,
      new_at timestamptz NOT NULL CHECK (new_at > old_at),
      reason text NOT NULL,
      created_at timestamptz NOT NULL DEFAULT now()
    );
    CREATE INDEX order_dates_order_id_idx ON order_dates (order_id, id);

    CREATE TABLE deliveries (
      id integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
      order_id integer NOT NULL REFERENCES orders (id),
      number integer NOT NULL CHECK (number >= 1),
      author_id integer NOT NULL REFERENCES users (id),
      assignment_id integer REFERENCES staff_assignments (id) ON DELETE SET NULL,
      note text NOT NULL,
      links text[] NOT NULL DEFAULT '{}' CHECK (cardinality(links) <= 10),
      -- What the customer is asked to accept. False: one share of the work, while others were still at theirs.
      is_whole boolean NOT NULL,
      -- What delivering has replaced in the order, for the undo.
      state_before text,
      accept_by_before timestamptz,
      created_at timestamptz NOT NULL DEFAULT now(),
      accepted_at timestamptz,
      accepted_kind text CHECK (accepted_kind IN ('customer', 'time')),
      accepted_by_id integer REFERENCES users (id),
      UNIQUE (order_id, number),
      CHECK ((accepted_at IS NULL) = (accepted_kind IS NULL)),
      CHECK ((accepted_by_id IS NOT NULL) = (accepted_kind IS NOT NULL AND accepted_kind = 'customer'))
    );
    CREATE INDEX deliveries_assignment_id_idx ON deliveries (assignment_id);

    -- A delivery is never changed: its texts can be emptied, and it is accepted once.
    CREATE FUNCTION refuse_change_of_delivery() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
      IF (NEW.order_id, NEW.number, NEW.author_id, NEW.is_whole, NEW.created_at)
          IS DISTINCT FROM (OLD.order_id, OLD.number, OLD.author_id, OLD.is_whole, OLD.created_at)
        OR NEW.note NOT IN (OLD.note, '') OR NEW.links NOT IN (OLD.links, '{}')
        OR OLD.accepted_at IS NOT NULL AND (NEW.accepted_at, NEW.accepted_kind, NEW.accepted_by_id)
          IS DISTINCT FROM (OLD.accepted_at, OLD.accepted_kind, OLD.accepted_by_id)
      THEN RAISE EXCEPTION 'A delivery is never changed'; END IF;
      RETURN NEW;
    END $$;
    CREATE TRIGGER deliveries_are_never_changed BEFORE UPDATE ON deliveries
      FOR EACH ROW EXECUTE FUNCTION refuse_change_of_delivery();

    -- Faults and changes that customers ask for.
    CREATE TABLE delivery_requests (
      id integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
      order_id integer NOT NULL REFERENCES orders (id),
      -- Null: a fault of work that was never delivered here.
      delivery_id integer REFERENCES deliveries (id),
      author_id integer NOT NULL REFERENCES users (id),
      kind text NOT NULL CHECK (kind IN ('fault', 'change')),
      text text NOT NULL,
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
      closed_at timestamptz,
      created_at timestamptz NOT NULL DEFAULT now()
    );
    CREATE INDEX delivery_requests_order_id_idx ON delivery_requests (order_id, id);

    -- Access to hosting, CMS or domain that a customer gives for the work. It is removed when that work ends.
    CREATE TABLE order_credentials (
      id uuid PRIMARY KEY,
      order_id integer NOT NULL REFERENCES orders (id),
      kind text NOT NULL CHECK (kind IN ('hosting', 'cms', 'domain', 'other')),
      -- Encrypted by the process (api/platform/http/sealed-secret.ts).
      sealed_data bytea NOT NULL,
      -- Which session secret it is encrypted under. The secret cannot be told from it.
      key_id text NOT NULL,
      created_at timestamptz NOT NULL DEFAULT now()
    );
    CREATE INDEX order_credentials_order_id_idx ON order_credentials (order_id);
  `)
}

export async function down(): Promise<void> {
  throw new Error('Migrations run forward only')
}
