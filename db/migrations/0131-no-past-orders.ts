import type { Knex } from 'knex'
import { keepRows } from '#db/connection/keep-rows.ts'

/** Customers are imported by the command line alone, which needs no tables; orders from before this shop are gone. */
export async function up(knex: Knex): Promise<void> {
  await keepRows(
    knex,
    'past-orders',
    `SELECT past_orders.source, past_orders.reference, past_orders.user_id, users.email, users.first_name,
       users.last_name, packages.slug AS package, past_orders.package_name, past_orders.amount_cents,
       past_orders.currency, past_orders.status, past_orders.ordered_on, imports.file_name, imports.applied_at
     FROM past_orders JOIN users ON users.id = user_id JOIN imports ON imports.id = import_id
     LEFT JOIN packages ON packages.id = package_id ORDER BY past_orders.id`,
  )
  await keepRows(
    knex,
    'imported-customers',
    `SELECT user_id, users.email, users.first_name, users.last_name, imports.file_name, imports.applied_at,
       link_asked_at, link_sent_at
     FROM imported_users JOIN users ON users.id = user_id JOIN imports ON imports.id = import_id ORDER BY user_id`,
  )
  await knex.raw(`
    DROP TABLE past_orders;
    DROP TABLE imported_users;
    DROP TABLE import_faults;
    DROP TABLE imports;
    SELECT jobs.delete_queue(name) FROM jobs.queue WHERE name = 'import';
    -- An import has no row of its own any more. Not validated, because all rows have kept to a narrower check.
    ALTER TABLE audit_log DROP CONSTRAINT audit_log_subject_id_check;
    ALTER TABLE audit_log ADD CONSTRAINT audit_log_subject_id_check
      CHECK (subject_id IS NOT NULL OR action IN ('sign_in_failed', 'exported') OR subject = 'import') NOT VALID`)
}

export async function down(): Promise<void> {
  throw new Error('Migrations run forward only')
}
