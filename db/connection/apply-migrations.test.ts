import { randomUUID } from 'node:crypto'
import type { Knex } from 'knex'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { openTestDb } from '#db/testing/test-db.ts'
import { applyMigrations } from './apply-migrations.ts'
import { createDb } from './connection.ts'

const testDb = openTestDb()
const name = `selling_${randomUUID().replaceAll('-', '')}`
/** A database without the migrations from 0117 on. 0117 changes the refunds and then the deliveries. */
let db: Knex
beforeAll(async () => {
  await testDb.db.raw(`CREATE DATABASE ${name}`)
  await testDb.db.raw(`ALTER DATABASE ${name} SET statement_timeout = '20s'`)
  const url = new URL(testDb.url)
  url.pathname = `/${name}`
  db = createDb(url.href, { poolMax: 5 })
  const [, all] = (await db.migrate.list()) as [unknown, { file: string }[]]
  for (const { file } of all.filter(({ file }) => file < '0117')) await db.migrate.up({ name: file })
})
afterAll(async () => {
  await db?.destroy()
  await testDb.db.raw(`DROP DATABASE ${name} WITH (FORCE)`)
})

test('a migration gives way to calls of a shop that sells', async () => {
  const call = await db.transaction()
  await call('deliveries')
  const migrating = applyMigrations(db)
  const isWaiting = () =>
    db('pg_stat_activity').whereRaw('datname = current_database()').where({ waitEventType: 'Lock' }).first()
  await vi.waitUntil(isWaiting, { timeout: 60_000 })
  try {
    // The first read would queue behind the migration; the second would deadlock with it.
    await db('deliveries')
    await call('refunds')
  } finally {
    await call.commit()
  }
  expect(await migrating).toContain('0117-transfers-and-withheld-files.ts')
  expect(await applyMigrations(db)).toEqual([])
})

test('a process that is killed while it migrates does not keep others from it', async () => {
  await db('knex_migrations_lock').update({ is_locked: 1 })
  await db('knex_migrations').where({ name: '0118-mails-of-a-person.ts' }).delete()
  expect(await applyMigrations(db)).toEqual(['0118-mails-of-a-person.ts'])
})

test('of two processes that migrate at once, the second waits and finds nothing to do', async () => {
  await db('knex_migrations').where({ name: '0118-mails-of-a-person.ts' }).delete()
  const applied = await Promise.all([applyMigrations(db), applyMigrations(db)])
  expect(applied.sort()).toEqual([[], ['0118-mails-of-a-person.ts']])
})
