/** Debian's PostgreSQL behind PgBouncer, as production has them (docs/deployment.md, Poolers). */
import { createDb, withDb } from '#db/connection/connection.ts'
import { migrateAndGrant } from '#db/connection/roles.ts'
import type { Database } from '#e2e/support/fleet.ts'
import { ensurePostgres, type OwnPostgres, startOwnPostgres } from './own-postgres.ts'
import { ensurePgbouncer, Pgbouncer } from './pgbouncer.ts'

const OWNER = { name: 'postgres', password: 'the-owner-of-these-tests' }
const PROCESS = { name: 'shop_process', password: 'a-process-of-these-tests' }

export interface PooledPostgres {
  primary: OwnPostgres
  pgbouncer: Pgbouncer
  /** The database for a fleet. The fleet stops PgBouncer at its end; the caller stops PostgreSQL. */
  database: Database
}

export async function openPooledPostgres(): Promise<PooledPostgres> {
  ensurePgbouncer()
  const primary = await startOwnPostgres(ensurePostgres())
  const pgbouncer = await Pgbouncer.start({
    databasePort: primary.port,
    roles: [OWNER, PROCESS],
  })
  const url = pgbouncer.urlOf(PROCESS)
  await withDb(primary.urlOf('postgres'), 'chaos', (server) => server.raw('CREATE DATABASE shop'))
  const ownerUrl = primary.urlOf('shop')
  await withDb(ownerUrl, 'chaos', (owner) => migrateAndGrant(owner, { ownerUrl, processUrl: url }))
  const db = createDb(pgbouncer.urlOf(OWNER), { applicationName: 'chaos' })
  return {
    primary,
    pgbouncer,
    database: {
      url,
      db,
      stop: async () => {
        await db.destroy()
        await pgbouncer.stop()
      },
    },
  }
}
