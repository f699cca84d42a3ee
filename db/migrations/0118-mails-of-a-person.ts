import type { Knex } from 'knex'

/** An index is built beside a shop that sells only outside of a transaction. */
export const config = { transaction: false }

/** What a person's own data are found by. Without one of them all mails are read, which took a second for two million. */
const INDEXES = {
  outbox_user_idx: `outbox ((payload ->> 'userId')) WHERE payload ->> 'userId' IS NOT NULL`,
  outbox_staff_idx: `outbox ((payload ->> 'staffId')) WHERE payload ->> 'staffId' IS NOT NULL`,
  outbox_admin_idx: `outbox ((payload ->> 'adminId')) WHERE payload ->> 'adminId' IS NOT NULL`,
  outbox_payload_email_idx: `outbox (lower(payload ->> 'email')) WHERE payload ->> 'email' IS NOT NULL`,
  registrations_user_idx: 'registrations (user_id)',
}

export async function up(knex: Knex): Promise<void> {
  for (const [name, columns] of Object.entries(INDEXES)) {
    // A build that was interrupted leaves an index that serves nothing.
    await knex.raw(`DROP INDEX CONCURRENTLY IF EXISTS ${name}`)
    await knex.raw(`CREATE INDEX CONCURRENTLY ${name} ON ${columns}`)
  }
}

export async function down(): Promise<void> {
  throw new Error('Migrations run forward only')
}
