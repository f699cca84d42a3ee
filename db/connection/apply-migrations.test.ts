import { randomUUID } from 'node:crypto'
import type { Knex } from 'knex'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { openTestDb } from '#db/testing/test-db.ts'
import { applyMigrations } from './apply-migrations.ts'
import { createDb } from './connection.ts'

const testDb = openTestDb()
let name: string
/** An empty database. */
let db: Knex
beforeEach(async () => {
  name = `empty_${randomUUID().replaceAll('-', '')}`
  await testDb.db.raw(`CREATE DATABASE ${name}`)
  const url = new URL(testDb.url)
  url.pathname = `/${name}`
  db = createDb(url.href, { poolMax: 5 })
})
afterEach(async () => {
  await db.destroy()
  await testDb.db.raw(`DROP DATABASE ${name} WITH (FORCE)`)
})

test('a process that is killed while it migrates does not keep others from it', async () => {
  await db.migrate.list()
  await db('knex_migrations_lock').update({ is_locked: 1 })
  expect(await applyMigrations(db)).not.toEqual([])
  expect(await db('categories')).toHaveLength(5)
})

test('of two processes that migrate at once, the second waits and finds nothing to do', async () => {
  const [one, other] = await Promise.all([applyMigrations(db), applyMigrations(db)])
  expect([one.length, other.length].sort((a, b) => a - b)).toEqual([0, expect.any(Number)])
  expect(one.length + other.length).toBeGreaterThan(0)
})
