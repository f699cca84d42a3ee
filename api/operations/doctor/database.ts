import { Redis } from 'ioredis'
import type { Knex } from 'knex'
import { countCredentials } from '#api/orders/credentials/remove.ts'
import { fingerprintKeys } from '#api/platform/http/sealed-secret.ts'
import { doBroadcastsArrive } from '#db/connection/broadcasts.ts'
import { countPendingMigrations } from '#db/connection/migrate.ts'
import { findMissingRights } from '#db/connection/roles.ts'
import {
  type Check,
  createCheck,
  type DoctorContext,
  errorCode,
  type Finding,
  fault,
  ok,
  unset,
  WITHOUT_DATABASE,
} from './check.ts'

const OLDEST_VERSION = 15
/** Codes of authenticator apps fail if clocks differ by more than half a minute. */
const LARGEST_DIFFERENCE_MS = 5_000

/** Creates a check that needs the database. The check of the connection reports a missing one. */
function ofDatabase(name: string, run: (db: Knex, context: DoctorContext) => Promise<Finding>): Check {
  return createCheck('Database', name, async (context) =>
    context.db ? run(context.db, context) : WITHOUT_DATABASE,
  )
}

const connection = createCheck('Database', 'Connection', async ({ db }) => {
  if (!db) return fault('No database is configured', 'Set DATABASE_URL, or start the demo.')
  try {
    const { rows } = await db.raw<{ rows: { version: string }[] }>(
      `SELECT current_setting('server_version') AS version`,
    )
    const version = rows[0]?.version ?? ''
    return Number.parseInt(version, 10) >= OLDEST_VERSION
      ? ok(`PostgreSQL ${version}`)
      : fault(`PostgreSQL ${version} is too old`, `Use version ${OLDEST_VERSION} or newer.`)
  } catch (error) {
    return fault(
      `Cannot be reached (${errorCode(error)})`,
      'Check that it is running, and the host, role and password in DATABASE_URL.',
    )
  }
})

const migrations = ofDatabase('Migrations', async (db) => {
  const pending = await countPendingMigrations(db)
  return pending === 0
    ? ok('All applied')
    : fault(`Not applied yet: ${pending}`, 'Run `shop migrate`, then start the processes again.')
})

const role = ofDatabase('Role', async (db, { env }) => {
  const { rows } = await db.raw<{ rows: { role: string; mayChange: boolean }[] }>(
    `SELECT current_user AS role, has_schema_privilege('public', 'CREATE') AS "mayChange"`,
  )
  const [found] = rows
  if (!found?.mayChange) return ok('The process can’t change the schema')
  if (!env.isProduction) return unset(`${found.role} is the owner`)
  return fault(
    `${found.role} may change tables`,
    'Give the owner’s URL to DATABASE_OWNER_URL, name a role of the processes in DATABASE_URL, and run `shop migrate`.',
  )
})

const rights = ofDatabase('Rights', async (db) => {
  const missing = await findMissingRights(db)
  return missing.length === 0
    ? ok('Complete')
    : fault(`Missing: ${missing.length}, such as ${missing[0]}`, 'Run `shop migrate`, which grants them.')
})

const broadcasts = ofDatabase('Broadcasts', async (db, { env }) => {
  if (!env.databaseUrl) return unset('The demo’s own database')
  return (await doBroadcastsArrive(db, env.databaseUrl))
    ? ok('Received')
    : fault(
        'Not received: a pooler shares connections between transactions',
        'Use the session mode of the pooler in DATABASE_URL, or the database itself, and start the processes again.',
      )
})

const clock = ofDatabase('Clock', async (db, { nowMs }) => {
  const askedAtMs = nowMs()
  const { rows } = await db.raw<{ rows: { ms: number }[] }>(
    'SELECT round(extract(epoch FROM clock_timestamp()) * 1000)::bigint AS ms',
  )
  const here = (askedAtMs + nowMs()) / 2
  const differenceMs = Math.abs((rows[0]?.ms ?? 0) - here)
  const seconds = (differenceMs / 1000).toFixed(1)
  return differenceMs <= LARGEST_DIFFERENCE_MS
    ? ok('In step with the database')
    : fault(`${seconds} s off the database’s clock`, 'Synchronize the clocks of both machines by NTP.')
})

const credentials = ofDatabase('Credentials', async (db, { env }) => {
  const keys = fingerprintKeys(env)
  if (keys.length === 0) return unset('The demo’s own key')
  const { lost, old, all } = await countCredentials(db, keys)
  if (all === 0) return ok('None stored')
  if (lost === 0) return ok(`Stored: ${all}${old > 0 ? `, under a former SESSION_SECRET: ${old}` : ''}`)
  return fault(
    `Cannot be read: ${lost}`,
    'Add the removed SESSION_SECRET to the end of its list, or ask the customers to add the data again.',
  )
})

export const databaseChecks: readonly Check[] = [
  connection,
  migrations,
  role,
  rights,
  broadcasts,
  clock,
  credentials,
]

const CONNECTS_WITHIN_MS = 2_000

export const redisCheck = createCheck('Redis', 'Connection', async ({ env }) => {
  if (!env.redisUrl) return unset('Each process counts attempts on its own')
  const redis = new Redis(env.redisUrl, {
    lazyConnect: true,
    connectTimeout: CONNECTS_WITHIN_MS,
    commandTimeout: CONNECTS_WITHIN_MS,
    retryStrategy: () => null,
    maxRetriesPerRequest: 0,
  })
  let reason: unknown
  redis.on('error', (error) => {
    reason = error
  })
  try {
    await redis.connect()
    await redis.ping()
    return ok('Responds')
  } catch (error) {
    return fault(
      `Cannot be reached (${errorCode(reason ?? error)})`,
      'Check that it is running, and the host and password in REDIS_URL. Until then each process counts attempts on its own.',
    )
  } finally {
    redis.disconnect()
  }
})
