import type { Knex } from 'knex'

interface Counted {
  table: string
  /** SQL of a row's key; the row is named OLD, NEW or as the table. */
  keyOf: (row: string) => string
  /** When an update moves a row from one key to another. */
  isMoved: string
}

/** The tables each row of which counts one. */
const COUNTED: Counted[] = [
  {
    table: 'users',
    keyOf: (row) => `0, CASE WHEN ${row}.is_admin THEN 'admin' ELSE 'customer' END`,
    isMoved: 'OLD.is_admin <> NEW.is_admin',
  },
  { table: 'registrations', keyOf: () => `0, ''`, isMoved: 'false' },
  {
    table: 'orders',
    keyOf: (row) => `${row}.package_id, ${row}.status`,
    isMoved: '(OLD.package_id, OLD.status) <> (NEW.package_id, NEW.status)',
  },
  {
    table: 'staff_assignments',
    keyOf: (row) => `${row}.staff_id, ${row}.status`,
    isMoved: '(OLD.staff_id, OLD.status) <> (NEW.staff_id, NEW.status)',
  },
  { table: 'audit_log', keyOf: (row) => `0, ${row}.subject`, isMoved: 'OLD.subject <> NEW.subject' },
]

/** For each row: a trigger for each statement, which could group its rows, costs a single one five times as much. */
const countRows = ({ table, keyOf, isMoved }: Counted) => `
  CREATE FUNCTION tally_${table}() RETURNS trigger LANGUAGE plpgsql AS $$
  BEGIN
    IF TG_OP <> 'INSERT' THEN
      INSERT INTO tally_changes (counted, by_id, by_name, n, cents) VALUES ('${table}', ${keyOf('OLD')}, -1, 0);
    END IF;
    IF TG_OP <> 'DELETE' THEN
      INSERT INTO tally_changes (counted, by_id, by_name, n, cents) VALUES ('${table}', ${keyOf('NEW')}, 1, 0);
    END IF;
    RETURN NULL;
  END $$;
  CREATE TRIGGER ${table}_tallied AFTER INSERT OR DELETE ON ${table}
    FOR EACH ROW EXECUTE FUNCTION tally_${table}();
  CREATE TRIGGER ${table}_tallied_anew AFTER UPDATE ON ${table}
    FOR EACH ROW WHEN (${isMoved}) EXECUTE FUNCTION tally_${table}();
  INSERT INTO tallies (counted, by_id, by_name, n, cents)
    SELECT '${table}', ${keyOf(table)}, count(*), 0 FROM ${table} GROUP BY 2, 3;`

/** Money that came and stayed: a payment refunded as a whole has another status, a second capture fulfils nothing. */
const isKept = (payment: string) => `${payment}.fulfils_order AND ${payment}.status = 'captured'`

/** Revenue stands at the day its payment was captured, in UTC; what went back of it too. */
const dayOf = (payment: string) =>
  `coalesce(to_char(${payment}.captured_at AT TIME ZONE 'UTC', 'YYYY-MM-DD'), '')`

/** A new payment has no refunds yet; those that come with it are counted for themselves. */
const countPayment = (row: 'OLD' | 'NEW', sign: '' | '-') => `
    IF ${isKept(row)} THEN
      INSERT INTO tally_changes (counted, by_id, by_name, n, cents)
      VALUES ('payments', 0, ${dayOf(row)}, ${sign}1, ${sign}${row}.amount_cents);
      IF TG_OP <> 'INSERT' THEN
        INSERT INTO tally_changes (counted, by_id, by_name, n, cents)
        SELECT 'refunds', 0, ${dayOf(row)}, ${sign}count(*), ${sign}sum(amount_cents)
        FROM refunds WHERE payment_id = ${row}.id AND status = 'processed' HAVING count(*) > 0;
      END IF;
    END IF;`

// Locked: whoever changes the payment meanwhile is to see the refund, or to be seen.
const countRefund = (row: 'OLD' | 'NEW', sign: '' | '-') => `
    IF ${row}.status = 'processed' THEN
      INSERT INTO tally_changes (counted, by_id, by_name, n, cents)
      SELECT 'refunds', 0, ${dayOf('payments')}, ${sign}1, ${sign}${row}.amount_cents
      FROM payments WHERE id = ${row}.payment_id AND ${isKept('payments')} FOR SHARE;
    END IF;`

/**
 * What the shop's figures need to know of all there is, kept so that nothing is counted anew: triggers note each change in
 * its own transaction, as a row that nobody else waits for, and a job adds the noted ones up now and then. Migration 0019 drops them.
 */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    CREATE TABLE tallies (
      -- The table whose rows are counted. Of payments those that are kept, of refunds those that took from them.
      counted text NOT NULL,
      -- The package of an order, the staff member of an assignment; 0 elsewhere.
      by_id integer NOT NULL,
      -- A status, a subject, a day, or what else tells one of them from the other.
      by_name text NOT NULL,
      n bigint NOT NULL,
      cents bigint NOT NULL,
      PRIMARY KEY (counted, by_id, by_name)
    );
    CREATE TABLE tally_changes (
      id bigint GENERATED ALWAYS AS IDENTITY,
      counted text NOT NULL,
      by_id integer NOT NULL,
      by_name text NOT NULL,
      n bigint NOT NULL,
      cents bigint NOT NULL,
      PRIMARY KEY (counted, id)
    );
    -- Right at every moment and in every transaction: a key may be there several times, and is to be summed.
    CREATE VIEW tallied AS
      SELECT counted, by_id, by_name, n, cents FROM tallies
      UNION ALL SELECT counted, by_id, by_name, n, cents FROM tally_changes;
  `)

  // Each table is locked from the making of its triggers on, so nothing comes between them and the first count.
  for (const counted of COUNTED) await knex.raw(countRows(counted))
  // A payment and its refunds change in statements of their own: within one, neither trigger would see what was before.
  await knex.raw(`
    CREATE FUNCTION tally_payments() RETURNS trigger LANGUAGE plpgsql AS $$
    BEGIN
      ${countPayment('OLD', '-')}
      ${countPayment('NEW', '')}
      RETURN NULL;
    END $$;
    CREATE TRIGGER payments_tallied AFTER INSERT ON payments
      FOR EACH ROW WHEN (${isKept('NEW')}) EXECUTE FUNCTION tally_payments();
    CREATE TRIGGER payments_tallied_anew AFTER UPDATE ON payments
      FOR EACH ROW WHEN (
        (OLD.fulfils_order, OLD.status, OLD.amount_cents) <> (NEW.fulfils_order, NEW.status, NEW.amount_cents)
        OR OLD.captured_at IS DISTINCT FROM NEW.captured_at)
      EXECUTE FUNCTION tally_payments();
    CREATE TRIGGER payments_untallied AFTER DELETE ON payments
      FOR EACH ROW WHEN (${isKept('OLD')}) EXECUTE FUNCTION tally_payments();

    CREATE FUNCTION tally_refunds() RETURNS trigger LANGUAGE plpgsql AS $$
    BEGIN
      ${countRefund('OLD', '-')}
      ${countRefund('NEW', '')}
      RETURN NULL;
    END $$;
    CREATE TRIGGER refunds_tallied AFTER INSERT ON refunds
      FOR EACH ROW WHEN (NEW.status = 'processed') EXECUTE FUNCTION tally_refunds();
    CREATE TRIGGER refunds_tallied_anew AFTER UPDATE ON refunds
      FOR EACH ROW WHEN (
        (OLD.payment_id, OLD.status, OLD.amount_cents) <> (NEW.payment_id, NEW.status, NEW.amount_cents))
      EXECUTE FUNCTION tally_refunds();
    CREATE TRIGGER refunds_untallied AFTER DELETE ON refunds
      FOR EACH ROW WHEN (OLD.status = 'processed') EXECUTE FUNCTION tally_refunds();

    INSERT INTO tallies (counted, by_id, by_name, n, cents)
      SELECT 'payments', 0, ${dayOf('payments')}, count(*), sum(amount_cents)
      FROM payments WHERE ${isKept('payments')} GROUP BY 3
      UNION ALL SELECT 'refunds', 0, ${dayOf('payments')}, count(*), sum(refunds.amount_cents)
      FROM refunds JOIN payments ON payments.id = refunds.payment_id
      WHERE refunds.status = 'processed' AND ${isKept('payments')} GROUP BY 3;

    -- A table that is emptied has nothing left to count, whatever is being added up meanwhile.
    CREATE FUNCTION untally_all() RETURNS trigger LANGUAGE plpgsql AS $$
    BEGIN
      INSERT INTO tally_changes (counted, by_id, by_name, n, cents)
      SELECT counted, by_id, by_name, -sum(n), -sum(cents) FROM tallied
      WHERE counted = TG_TABLE_NAME GROUP BY counted, by_id, by_name;
      RETURN NULL;
    END $$;
    ${[...COUNTED.map(({ table }) => table), 'payments', 'refunds']
      .map(
        (table) => `CREATE TRIGGER ${table}_untallied_all AFTER TRUNCATE ON ${table}
          FOR EACH STATEMENT EXECUTE FUNCTION untally_all();`,
      )
      .join('\n')}

    -- It served the sums of revenue alone.
    DROP INDEX payments_revenue_idx;
  `)
}

export async function down(): Promise<void> {
  throw new Error('Migrations run forward only')
}
