import knex, { type Knex } from 'knex'
import { knexSnakeCaseMappers, Model } from 'objection'
import pg from 'pg'

/** pg returns bigint (`count(*)`, `sum(integer)`) as text. Counts, ids and sums of money fit a JavaScript number. */
const BIGINT_OID = 20
pg.types.setTypeParser(BIGINT_OID, Number)

/** Without it `first()` and `findOne()` read every row that matches and keep one. */
Model.useLimitInFirst = true

/** Knex also prints errors that it throws; here the caller decides what is logged. */
const SILENT = { warn() {}, error() {}, deprecate() {}, debug() {} }

/** A caller learns within three seconds that the database cannot be reached, also when it does not respond at all. */
const CONNECTS_WITHIN_MS = 2_000
const ACQUIRED_WITHIN_MS = 2_500

interface ConnectionOptions {
  poolMax?: number
  /** Shown by PostgreSQL in pg_stat_activity. */
  applicationName?: string
  /** How long a query may wait for a connection from the pool. */
  acquiredWithinMs?: number
  /** A pooler shares the database's connections between transactions, so no statement is prepared (db/prepared.ts). */
  isPooled?: boolean
}

/** A pool of connections to one database. Column names are snake_case in SQL and camelCase in every result. */
export function createDb(
  url: string,
  {
    poolMax = 10,
    applicationName = 'shop',
    acquiredWithinMs = ACQUIRED_WITHIN_MS,
    isPooled = false,
  }: ConnectionOptions = {},
): Knex {
  const db = knex({
    client: 'pg',
    connection: { connectionString: url, application_name: applicationName },
    pool: {
      min: 0,
      max: poolMax,
      createTimeoutMillis: CONNECTS_WITHIN_MS,
    },
    acquireConnectionTimeout: acquiredWithinMs,
    migrations: migrationConfig,
    log: SILENT,
    ...knexSnakeCaseMappers(),
  })
  db.userParams = { isPooled }
  return db
}

/** For `db.migrate`. */
export const migrationConfig: Knex.MigratorConfig = {
  directory: new URL('./migrations', import.meta.url).pathname,
  extension: 'ts',
  loadExtensions: ['.ts'],
}

/** Works on one connection of its own, as the command line does. */
export async function withDb<Result>(
  url: string,
  applicationName: string,
  work: (db: Knex) => Promise<Result>,
): Promise<Result> {
  const db = createDb(url, { poolMax: 1, applicationName })
  try {
    return await work(db)
  } finally {
    await db.destroy()
  }
}
