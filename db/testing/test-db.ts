import type { Knex } from 'knex'
import { afterAll, beforeAll, beforeEach, inject } from 'vitest'
import { createDb, withDb } from '#db/connection/connection.ts'
import { TEMPLATE_DATABASE } from './template.ts'

/** Long, because tests make hundreds of calls at once, without production's limit on concurrent calls. */
export const ACQUIRED_WITHIN_MS = 60_000

export interface TestDb {
  /** The pool of the running test file. */
  readonly db: Knex
  readonly url: string
  /** The same database with the rights of a process of the shop. */
  readonly processUrl: string
}

export interface TestDbOptions {
  poolMax?: number
  /** Fills a new database once for all tests of the file. Without it, the worker's database is emptied before each test. */
  seed?: (db: Knex) => Promise<unknown>
}

/** Counts the databases of the running test file, for their names. */
let opened = 0

/** Opens a migrated database that no other test file uses at the same time. */
export function openTestDb({ poolMax = 10, seed }: TestDbOptions = {}): TestDb {
  opened += 1
  const name = `test_${process.env.VITEST_POOL_ID}_${opened}${seed ? '_seeded' : ''}`
  const url = new URL(inject('postgresUrl'))
  url.pathname = `/${name}`
  const processUrl = new URL(inject('processUrl'))
  processUrl.pathname = url.pathname
  let db: Knex | undefined

  beforeAll(async () => {
    await withDb(inject('postgresUrl'), 'tests', (server) =>
      copyTemplate(server, name, { isNew: seed !== undefined }),
    )
    db = createDb(url.href, { poolMax, acquiredWithinMs: ACQUIRED_WITHIN_MS })
    await seed?.(db)
  })
  beforeEach(async () => {
    if (db && !seed) await emptyTables(db)
  })
  afterAll(async () => {
    await db?.destroy()
    opened -= 1
  })

  return {
    url: url.href,
    processUrl: processUrl.href,
    get db() {
      if (!db) throw new Error('The database is opened in beforeAll')
      return db
    },
  }
}

/** @param options.isNew drops the database of an earlier test file first */
async function copyTemplate(server: Knex, name: string, { isNew }: { isNew: boolean }): Promise<void> {
  if (isNew) await server.raw(`DROP DATABASE IF EXISTS ${name} WITH (FORCE)`)
  const isThere = await server('pg_database').where({ datname: name }).first()
  if (!isThere) await server.raw(`CREATE DATABASE ${name} TEMPLATE ${TEMPLATE_DATABASE}`)
}

const DEADLOCK = '40P01'

/** Retries after a deadlock with a webhook that the previous test has left running. */
async function emptyTables(db: Knex): Promise<void> {
  for (let triesLeft = 5; ; triesLeft -= 1) {
    try {
      await db.raw(inject('emptyingSql'))
      return
    } catch (error) {
      if ((error as { code?: string }).code !== DEADLOCK || triesLeft === 0) throw error
    }
  }
}
