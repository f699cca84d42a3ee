import knex, { type Knex } from 'knex'
import { knexSnakeCaseMappers } from 'objection'
import pg from 'pg'
import { PreparedStatements } from './prepared-statements.ts'

/** Money and ids fit a JavaScript number; `count(*)` and `sum(integer)` answer bigint, which pg gives as text. */
const BIGINT_OID = 20
pg.types.setTypeParser(BIGINT_OID, Number)

/** Knex prints to the console what it throws as well; the caller decides what is logged. */
const SILENT = { warn() {}, error() {}, deprecate() {}, debug() {} }

/** A caller hears within three seconds that the database is away, whether it refuses or says nothing at all. */
const CONNECTS_WITHIN_MS = 2_000
const ACQUIRED_WITHIN_MS = 2_500

interface ConnectionOptions {
  poolMax?: number
  /** Shown by PostgreSQL in pg_stat_activity. */
  applicationName?: string
  /** How long work may wait for a connection of the pool. */
  acquiredWithinMs?: number
}

/** A pool on one PostgreSQL database. snake_case ends here: above, every name is camelCase. */
export function createDb(
  url: string,
  { poolMax = 10, applicationName = 'shop', acquiredWithinMs = ACQUIRED_WITHIN_MS }: ConnectionOptions = {},
): Knex {
  const prepared = new PreparedStatements()
  return knex({
    client: 'pg',
    connection: { connectionString: url, application_name: applicationName },
    pool: {
      min: 0,
      max: poolMax,
      createTimeoutMillis: CONNECTS_WITHIN_MS,
      afterCreate(connection: pg.Client, done: () => void) {
        prepared.attach(connection)
        done()
      },
    },
    acquireConnectionTimeout: acquiredWithinMs,
    migrations: migrationConfig,
    log: SILENT,
    ...knexSnakeCaseMappers(),
  })
}

/** Where migrations lie, for the CLI (knexfile.ts) and for the code alike. */
export const migrationConfig: Knex.MigratorConfig = {
  directory: new URL('./migrations', import.meta.url).pathname,
  extension: 'ts',
  loadExtensions: ['.ts'],
}
