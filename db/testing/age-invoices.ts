import type { Knex } from 'knex'

/** As if all invoices had been issued that long ago. @param interval of PostgreSQL */
export async function ageInvoices(db: Knex, interval: string): Promise<void> {
  await db.raw(`ALTER TABLE invoices DISABLE TRIGGER invoices_never_change;
    UPDATE invoices SET issued_at = now() - interval '${interval}';
    ALTER TABLE invoices ENABLE TRIGGER invoices_never_change`)
}
