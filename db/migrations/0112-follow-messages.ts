import type { Knex } from 'knex'

/** Programs follow the messages of an order (api/platform/lists/follow.ts). */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    -- Empty for messages from before.
    ALTER TABLE order_messages ADD COLUMN changed_in xid8, ADD COLUMN changed_at timestamptz;
    CREATE TRIGGER order_messages_mark_change BEFORE INSERT OR UPDATE ON order_messages
      FOR EACH ROW EXECUTE FUNCTION mark_change();
  `)
}

export async function down(): Promise<void> {
  throw new Error('Migrations run forward only')
}
