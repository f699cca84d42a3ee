import type { Knex } from 'knex'

export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    -- A mail is forgotten after its period, also where a later one sent it again.
    ALTER TABLE outbox DROP CONSTRAINT outbox_resends_fkey;
    ALTER TABLE outbox ADD CONSTRAINT outbox_resends_fkey
      FOREIGN KEY (resends) REFERENCES outbox (id) ON DELETE SET NULL;
    CREATE INDEX outbox_resends_idx ON outbox (resends) WHERE resends IS NOT NULL;
  `)
}

export async function down(): Promise<void> {
  throw new Error('Migrations run forward only')
}
