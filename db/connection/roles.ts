/**
 * The database has two roles: the owner changes tables, and the shop's processes read and write rows
 * (docs/decisions/023-two-database-roles.md).
 */
import type { Knex } from 'knex'
import { PgBoss } from 'pg-boss'
import { applyMigrations } from './apply-migrations.ts'

/** The schemas of the shop and of the job queue. */
const SCHEMAS = 'public, jobs'
/** Rights that the processes do not get. */
const WITHHELD: readonly { rights: string[]; tables: string[] }[] = [
  { rights: ['UPDATE', 'DELETE'], tables: ['audit_log', 'invoices'] },
  { rights: ['INSERT', 'UPDATE', 'DELETE'], tables: ['knex_migrations', 'knex_migrations_lock'] },
]

/**
 * Applies all migrations, and grants the processes their rights.
 * @param urls of the owner and of the processes, which may be the same
 * @returns the names of the applied migrations
 */
export async function migrateAndGrant(
  owner: Knex,
  urls: { ownerUrl: string; processUrl: string },
): Promise<string[]> {
  const applied = await applyMigrations(owner)
  // Starts pg-boss once as the owner, because a new version upgrades its tables, which the processes may not.
  const boss = new PgBoss({
    connectionString: urls.ownerUrl,
    schema: 'jobs',
    createSchema: false,
    max: 1,
    supervise: false,
    schedule: false,
  })
  await boss.start()
  await boss.stop({ graceful: false })
  await restartChanges(owner)
  await grantProcessRole(owner, urls.processUrl)
  return applied
}

/**
 * A database restored on another server may hold transaction ids that are still ahead of this server's. Marks such rows as changed
 * now: clients that follow a list would otherwise not see them for a long time.
 */
async function restartChanges(owner: Knex): Promise<void> {
  for (const table of ['orders', 'users', 'packages']) {
    await owner.raw(`UPDATE ${table} SET changed_in = NULL
      WHERE coalesce(changed_in, '0'::xid8) > pg_current_xact_id()`)
  }
}

/** @returns the rights that a process needs and the connected role lacks @example ['orders: INSERT'] */
export async function findMissingRights(db: Knex): Promise<string[]> {
  const { rows } = await db.raw<{ rows: { table: string; right: string }[] }>(
    `SELECT relname AS table, "right" FROM pg_class JOIN pg_namespace ON pg_namespace.oid = relnamespace,
       unnest(ARRAY['SELECT', 'INSERT', 'UPDATE', 'DELETE']) AS "right"
     WHERE nspname = ANY (string_to_array('${SCHEMAS}', ', ')) AND relkind IN ('r', 'p')
       AND NOT has_table_privilege(pg_class.oid, "right")
     ORDER BY 1, 2`,
  )
  const isWithheld = (table: string, right: string) =>
    WITHHELD.some(({ rights, tables }) => tables.includes(table) && rights.includes(right))
  return rows.flatMap(({ table, right }) => (isWithheld(table, right) ? [] : [`${table}: ${right}`]))
}

/** Grants the role in the URL only the rights that a process needs. Creates the role if necessary. Does nothing for the owner. */
export async function grantProcessRole(owner: Knex, processUrl: string): Promise<void> {
  const { username, password } = new URL(processUrl)
  const { rows } = await owner.raw<{
    rows: { role: string; database: string; password: string; isOwner: boolean; isThere: boolean }[]
  }>(
    `SELECT quote_ident(:name) AS role, quote_ident(current_database()) AS database, quote_literal(:password) AS password, :name = current_user AS "isOwner",
       EXISTS (SELECT FROM pg_roles WHERE rolname = :name) AS "isThere"`,
    { name: decodeURIComponent(username), password: decodeURIComponent(password) },
  )
  const [found] = rows
  if (!found || found.isOwner) return
  const { role, database } = found
  await owner.transaction(async (trx) => {
    if (!found.isThere) {
      // Escaped, because Knex takes a question mark as a placeholder.
      await trx.raw(`CREATE ROLE ${role} LOGIN PASSWORD ${found.password}`.replaceAll('?', '\\?'))
    }
    await trx.raw(`
      -- Up to PostgreSQL 14 every role may create tables.
      REVOKE CREATE ON SCHEMA public FROM PUBLIC;
      -- By default every role may create temporary tables, which take disk and hide tables of the same name.
      REVOKE TEMPORARY ON DATABASE ${database} FROM PUBLIC;
      GRANT USAGE ON SCHEMA ${SCHEMAS} TO ${role};
      REVOKE ALL ON ALL TABLES IN SCHEMA ${SCHEMAS} FROM ${role};
      GRANT SELECT, INSERT, UPDATE, DELETE ON ALL TABLES IN SCHEMA ${SCHEMAS} TO ${role};
      ALTER DEFAULT PRIVILEGES IN SCHEMA ${SCHEMAS} GRANT SELECT, INSERT, UPDATE, DELETE ON TABLES TO ${role};
      ${WITHHELD.map(({ rights, tables }) => `REVOKE ${rights} ON ${tables} FROM ${role};`).join('\n')}
      -- The retention job empties it.
      GRANT UPDATE (document) ON invoices TO ${role};
    `)
  })
}
