import type { Knex } from 'knex'

/** Invoices and credit notes are records: numbered without gaps, one for each cause, and never changed. */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    CREATE TABLE invoices (
      id integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
      kind text NOT NULL CHECK (kind IN ('invoice', 'credit_note')),
      -- Of a financial year, such as 26-27. Each kind counts from 1.
      series text NOT NULL CHECK (series <> ''),
      number integer NOT NULL CHECK (number >= 1),
      serial text NOT NULL UNIQUE,
      order_id integer NOT NULL REFERENCES orders (id),
      -- The invoice that a credit note credits.
      corrects_id integer REFERENCES invoices (id),
      -- What a credit note gives back; null where only billing details were wrong.
      refund_id integer UNIQUE REFERENCES refunds (id),
      -- The invoice that this one is issued anew for.
      replaces_id integer UNIQUE REFERENCES invoices (id),
      -- All that was printed: JSON with sorted keys and without spaces. Null after the years that tax law wants it.
      document text,
      sha256 text NOT NULL CHECK (sha256 ~ '^[0-9a-f]{64}$'),
      template_version integer NOT NULL CHECK (template_version >= 1),
      issued_at timestamptz NOT NULL,
      UNIQUE (kind, series, number),
      CHECK ((kind = 'credit_note') = (corrects_id IS NOT NULL)),
      CHECK (kind = 'credit_note' OR refund_id IS NULL),
      CHECK (kind = 'invoice' OR replaces_id IS NULL)
    );
    -- One first invoice an order, each replaced once at most: so one invoice of an order is live.
    CREATE UNIQUE INDEX invoices_first_of_order_key ON invoices (order_id)
      WHERE kind = 'invoice' AND replaces_id IS NULL;
    CREATE UNIQUE INDEX invoices_credited_for_details_once_key ON invoices (corrects_id)
      WHERE kind = 'credit_note' AND refund_id IS NULL;
    CREATE INDEX invoices_order_id_idx ON invoices (order_id, id);
    CREATE INDEX invoices_issued_at_idx ON invoices (issued_at, id);

    CREATE TRIGGER invoices_never_change BEFORE UPDATE ON invoices FOR EACH ROW
      WHEN (NOT (new.document IS NULL AND old.issued_at < now() - interval '7 years'
        AND to_jsonb(new) - 'document' = to_jsonb(old) - 'document'))
      EXECUTE FUNCTION refuse_change();
    CREATE TRIGGER invoices_stay BEFORE DELETE ON invoices
      FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
    CREATE TRIGGER invoices_are_never_emptied BEFORE TRUNCATE ON invoices
      FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
  `)
}

export async function down(): Promise<void> {
  throw new Error('Migrations run forward only')
}
