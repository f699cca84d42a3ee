import type { Knex } from 'knex'

export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    CREATE TABLE staff_assignments (
      id integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
      order_id integer NOT NULL REFERENCES orders (id),
      staff_id integer NOT NULL REFERENCES users (id),
      assigned_by_id integer NOT NULL REFERENCES users (id),
      status text NOT NULL DEFAULT 'assigned' CHECK (status IN ('assigned', 'in_progress', 'completed')),
      notes text NOT NULL DEFAULT '',
      assigned_at timestamptz NOT NULL DEFAULT now(),
      UNIQUE (order_id, staff_id)
    );
    CREATE INDEX staff_assignments_staff_id_idx ON staff_assignments (staff_id, assigned_at DESC);

    CREATE TABLE assignment_events (
      id integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
      assignment_id integer NOT NULL REFERENCES staff_assignments (id),
      from_status text,
      to_status text NOT NULL,
      actor_id integer REFERENCES users (id),
      created_at timestamptz NOT NULL DEFAULT now()
    );
    CREATE INDEX assignment_events_assignment_id_idx ON assignment_events (assignment_id, id);
  `)
}

export async function down(): Promise<void> {
  throw new Error('Migrations run forward only')
}
