import type { Knex } from 'knex'

/**
 * Takes away what migration 0017 counted with: a list counts its rows up to a bound, and the overview's figures are
 * summed once a minute.
 */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    -- Their triggers go with them.
    DROP FUNCTION tally_users, tally_registrations, tally_orders, tally_staff_assignments, tally_audit_log,
      tally_payments, tally_refunds, untally_all CASCADE;
    DROP VIEW tallied;
    DROP TABLE tallies, tally_changes;

    -- The overview as the API sends it; one row at most.
    CREATE TABLE overview_figures (
      is_only_row boolean PRIMARY KEY DEFAULT true CHECK (is_only_row),
      as_of timestamptz NOT NULL,
      figures jsonb NOT NULL
    );
    -- How much each staff member has to do, and has done, from the index alone.
    CREATE INDEX staff_assignments_work_idx ON staff_assignments (staff_id, status);
  `)
}

export async function down(): Promise<void> {
  throw new Error('Migrations run forward only')
}
