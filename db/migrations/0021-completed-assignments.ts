import type { Knex } from 'knex'

/** A staff member's completed work only grows, and the list of staff would count all of it at each look. */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    ALTER TABLE users ADD COLUMN completed_assignments integer NOT NULL DEFAULT 0 CHECK (completed_assignments >= 0);
    UPDATE users SET completed_assignments = done.assignments
      FROM (SELECT staff_id, count(*) AS assignments FROM staff_assignments WHERE status = 'completed' GROUP BY staff_id) AS done
      WHERE done.staff_id = users.id;

    -- The open work is counted, from the index alone.
    DROP INDEX staff_assignments_work_idx;
    CREATE INDEX staff_assignments_open_idx ON staff_assignments (staff_id, status) WHERE status <> 'completed';
  `)
}

export async function down(): Promise<void> {
  throw new Error('Migrations run forward only')
}
