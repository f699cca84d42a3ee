import type { Knex } from 'knex'

const NAMES: Readonly<Record<string, string>> = {
  webhook_events: 'provider_events',
  webhook_deliveries: 'webhook_messages',
  order_access: 'order_credentials',
  mail_replies: 'incoming_mails',
}

/** Each table has the name of what its rows are (docs/glossary.md). */
export async function up(knex: Knex): Promise<void> {
  for (const [name, next] of Object.entries(NAMES)) await renameTable(knex, name, next)
  await knex.raw(`
    ALTER TABLE order_files RENAME mail_reply_id TO incoming_mail_id;
    ALTER INDEX order_files_mail_reply_id_idx RENAME TO order_files_incoming_mail_id_idx;
    ALTER TABLE order_files RENAME CONSTRAINT order_files_mail_reply_id_fkey TO order_files_incoming_mail_id_fkey;
    -- Until the last release is gone: its processes read and write the tables by these names.
    CREATE VIEW webhook_events AS SELECT * FROM provider_events;
    CREATE VIEW webhook_deliveries AS SELECT * FROM webhook_messages;
  `)
}

/** Renames a table with its sequence, constraints and indexes. */
async function renameTable(knex: Knex, name: string, next: string): Promise<void> {
  await knex.raw(`ALTER TABLE ${name} RENAME TO ${next}`)
  const { rows } = await knex.raw<{ rows: { statement: string }[] }>(
    `SELECT format('ALTER TABLE ${next} RENAME CONSTRAINT %I TO %I', conname, replace(conname, '${name}', '${next}')) AS statement
       FROM pg_constraint WHERE conrelid = '${next}'::regclass AND strpos(conname, '${name}') = 1
     UNION ALL
     SELECT format('ALTER INDEX %I RENAME TO %I', relname, replace(relname, '${name}', '${next}'))
       FROM pg_index JOIN pg_class ON pg_class.oid = indexrelid
       WHERE indrelid = '${next}'::regclass AND strpos(relname, '${name}') = 1
         AND NOT EXISTS (SELECT FROM pg_constraint WHERE conindid = indexrelid AND conrelid = indrelid)
     UNION ALL
     SELECT format('ALTER SEQUENCE %I RENAME TO %I', relname, replace(relname, '${name}', '${next}'))
       FROM pg_class WHERE oid = pg_get_serial_sequence('${next}', 'id')::regclass`,
  )
  for (const { statement } of rows) await knex.raw(statement)
}

export async function down(): Promise<void> {
  throw new Error('Migrations run forward only')
}
