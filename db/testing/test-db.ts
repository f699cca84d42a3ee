import { randomBytes } from 'node:crypto'
import type { Knex } from 'knex'
import { afterAll, beforeAll, beforeEach, inject } from 'vitest'
import { createDb } from '../connection.ts'
import { TEMPLATE_DATABASE } from './template.ts'

/** Large, because tests run hundreds of calls at once without production's limit on running calls. */
const ACQUIRED_WITHIN_MS = 10_000

export interface TestDb {
  /** The pool of the running test file. */
  readonly db: Knex
  readonly url: string
  /** The same database, as a process of the shop connects to it: without the owner's rights. */
  readonly processUrl: string
}

export interface TestDbOptions {
  poolMax?: number
  /** Fills the database once, for all tests of the file. Unset: it is empty before each. */
  seed?: (db: Knex) => Promise<unknown>
}

/** A database of the test file's own, migrated. */
export function openTestDb({ poolMax = 10, seed }: TestDbOptions = {}): TestDb {
  const name = `test_${randomBytes(6).toString('hex')}`
  const url = new URL(inject('postgresUrl'))
  url.pathname = `/${name}`
  const processUrl = new URL(inject('processUrl'))
  processUrl.pathname = url.pathname
  let db: Knex | undefined
  let tables = ''
  /** Those of the migration, which every shop begins with. */
  let categories: object[] = []

  beforeAll(async () => {
    await withServer((server) => server.raw(`CREATE DATABASE ${name} TEMPLATE ${TEMPLATE_DATABASE}`))
    db = createDb(url.href, { poolMax, acquiredWithinMs: ACQUIRED_WITHIN_MS })
    const found = await db.raw<{ rows: { name: string }[] }>(
      `SELECT quote_ident(tablename) AS name FROM pg_tables WHERE schemaname = 'public' AND tablename NOT LIKE 'knex_%'`,
    )
    tables = found.rows.map((row) => row.name).join(', ')
    categories = await db('categories').select('name', 'description', 'imageUrl', 'position').orderBy('id')
    await seed?.(db)
  }, 120_000)
  beforeEach(async () => {
    if (!db || seed) return
    await truncate(db, tables)
    await db('categories').insert(categories)
  })
  afterAll(async () => {
    await db?.destroy()
    await withServer((server) => server.raw(`DROP DATABASE IF EXISTS ${name} WITH (FORCE)`))
  })

  return {
    url: url.href,
    processUrl: processUrl.href,
    get db() {
      if (!db) throw new Error('The database is there from beforeAll on')
      return db
    },
  }
}

const DEADLOCK = '40P01'

/** A webhook of the test before may still be running: PostgreSQL then aborts one of the two, and this one retries. */
async function truncate(db: Knex, tables: string): Promise<void> {
  for (let triesLeft = 5; ; triesLeft -= 1) {
    try {
      // One transaction, so that audit log and invoices refuse to be emptied in all others.
      await db.raw(`ALTER TABLE audit_log DISABLE TRIGGER audit_log_is_never_emptied;
        ALTER TABLE invoices DISABLE TRIGGER invoices_are_never_emptied;
        TRUNCATE ${tables} RESTART IDENTITY CASCADE; DELETE FROM jobs.job;
        ALTER TABLE audit_log ENABLE TRIGGER audit_log_is_never_emptied;
        ALTER TABLE invoices ENABLE TRIGGER invoices_are_never_emptied`)
      return
    } catch (error) {
      if ((error as { code?: string }).code !== DEADLOCK || triesLeft === 0) throw error
    }
  }
}

async function withServer(work: (server: Knex) => Promise<unknown>): Promise<void> {
  const server = createDb(inject('postgresUrl'), { poolMax: 1 })
  try {
    await work(server)
  } finally {
    await server.destroy()
  }
}
