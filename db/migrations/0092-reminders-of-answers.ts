import type { Knex } from 'knex'

/** Reminders of missing answers stand in the order's history. What follows from them has its time in the order. */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    -- Not valid: no old row has one, and checking them would keep the shop waiting.
    ALTER TABLE order_events ADD COLUMN reminder text,
      ADD CONSTRAINT order_events_reminder_check CHECK (reminder IN ('mail', 'phone', 'last')) NOT VALID;
    ALTER TABLE orders ADD COLUMN call_due_at timestamptz,
      -- From then on an admin may close the order, if its customer has still said nothing.
      ADD COLUMN silence_ends_at timestamptz;
  `)
}

export async function down(): Promise<void> {
  throw new Error('Migrations run forward only')
}
