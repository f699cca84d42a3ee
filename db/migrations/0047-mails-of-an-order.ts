import type { Knex } from 'knex'

/** The mails about an order are found by its id (0015), by its refunds and by its assignments. */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    CREATE INDEX outbox_refund_idx ON outbox ((payload ->> 'refundId')) WHERE payload ->> 'refundId' IS NOT NULL;
    CREATE INDEX outbox_assignment_idx ON outbox ((payload ->> 'assignmentId'))
      WHERE payload ->> 'assignmentId' IS NOT NULL;
  `)
}

export async function down(): Promise<void> {
  throw new Error('Migrations run forward only')
}
