import knex, { type Knex } from 'knex'
import { knexSnakeCaseMappers, Model } from 'objection'
import pg from 'pg'

/** By default pg returns bigint (`count(*)`, `sum(integer)`) as text. Counts, ids and sums of money fit a JavaScript number. */
const BIGINT_OID = 20
pg.types.setTypeParser(BIGINT_OID, Number)

/** Otherwise `first()` and `findOne()` read every matching row. */
Model.useLimitInFirst = true

/** Fetches related rows one after the other, because a transaction has one connection. The option is documented, but missing from Objection's types. */
Object.assign(Model, { concurrency: 1 })

/** Knex would also print the errors that it throws. Callers decide what is logged. */
const SILENT = { warn() {}, error() {}, deprecate() {}, debug() {} }

/** A caller must know within three seconds that the database does not respond. */
const ACQUIRED_WITHIN_MS = 2_500
const LEFT_AFTER_CONNECTING_MS = 500

interface ConnectionOptions {
  poolMax?: number
  /** Shown by PostgreSQL in pg_stat_activity. */
  applicationName?: string
  /** How long a query may wait for a connection from the pool. */
  acquiredWithinMs?: number
}

/** A pool of connections to one database. Column names are snake_case in SQL and camelCase in every result. */
export function createDb(
  url: string,
  { poolMax = 10, applicationName = 'shop', acquiredWithinMs = ACQUIRED_WITHIN_MS }: ConnectionOptions = {},
): Knex {
  return knex({
    client: 'pg',
    connection: { connectionString: url, application_name: applicationName },
    pool: { min: 0, max: poolMax, createTimeoutMillis: acquiredWithinMs - LEFT_AFTER_CONNECTING_MS },
    acquireConnectionTimeout: acquiredWithinMs,
    migrations: migrationConfig,
    log: SILENT,
    ...knexSnakeCaseMappers(),
  })
}

export const migrationConfig: Knex.MigratorConfig = {
  directory: new URL('../migrations', import.meta.url).pathname,
  extension: 'ts',
  loadExtensions: ['.ts'],
}

/** Runs the work with a pool of its own, for the command line. Migrations need two connections. */
export async function withDb<Result>(
  url: string,
  applicationName: string,
  work: (db: Knex) => Promise<Result>,
): Promise<Result> {
  const db = createDb(url, { poolMax: 2, applicationName })
  try {
    return await work(db)
  } finally {
    await db.destroy()
  }
}
