import type { Knex } from 'knex'

/** Makes all invoices older. @param interval in PostgreSQL's syntax */
export async function ageInvoices(db: Knex, interval: string): Promise<void> {
  await db.raw(`ALTER TABLE invoices DISABLE TRIGGER invoices_never_change;
    UPDATE invoices SET issued_at = now() - interval '${interval}';
    ALTER TABLE invoices ENABLE TRIGGER invoices_never_change`)
}
