/** Records writes to tables, for tests that a refused call changes nothing. */
import type { Knex } from 'knex'

/**
 * The `seed` of such a test's database. From then on, triggers record each inserted, updated or deleted row and each job in the table
 * `written`, which is far faster than comparing all tables. They ignore the audit log's entries about failed sign-ins and second
 * factors.
 */
export async function noteWrites(db: Knex): Promise<void> {
  const tables = await db('pg_tables')
    .where({ schemaname: 'public' })
    .whereNot('tablename', 'like', 'knex_%')
    .pluck<string[]>('tablename')
  const triggers = [...tables, 'jobs.job'].map(
    (table) => `CREATE TRIGGER note_write AFTER INSERT OR UPDATE OR DELETE ON ${table}
      FOR EACH ROW EXECUTE FUNCTION note_write();`,
  )
  await db.raw(`
    CREATE TABLE written (id int GENERATED ALWAYS AS IDENTITY PRIMARY KEY, name text NOT NULL);
    CREATE FUNCTION note_write() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER AS $$ BEGIN
      IF TG_TABLE_NAME = 'audit_log' THEN
        IF NEW.action LIKE '%_failed' THEN RETURN NULL; END IF;
      ELSIF TG_TABLE_NAME = 'audit_details' THEN
        IF (SELECT action LIKE '%_failed' FROM audit_log WHERE id = NEW.audit_id) THEN RETURN NULL; END IF;
      END IF;
      INSERT INTO written (name) VALUES (TG_TABLE_NAME);
      RETURN NULL;
    END $$;
    ${triggers.join('\n')}`)
}

/** @returns the number of the last write */
export async function lastWrite(db: Knex): Promise<number> {
  return (await db('written').max('id as id').first())?.id ?? 0
}

/** @param last of `lastWrite` @returns the names of the tables that were written afterwards */
export function writtenSince(db: Knex, last: number): Promise<string[]> {
  return db('written').where('id', '>', last).distinct().pluck('name')
}
