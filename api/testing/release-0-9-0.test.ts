/** A database of release 0.9.0 goes on with the baseline (db/connection/adopt-baseline.ts). */
import { randomUUID } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Knex } from 'knex'
import { getConstructionPlans } from 'pg-boss'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { seedRules } from '#api/demo/seed-rules.ts'
import { listDifferences, sumTables, type TableSums } from '#db/backup/backup.ts'
import { createDb } from '#db/connection/connection.ts'
import { listMigrations } from '#db/connection/migrate.ts'
import { migrateAndGrant } from '#db/connection/roles.ts'
import { seedDemo } from '#db/seeds/demo.ts'
import { readCatalogs } from '#db/testing/catalogs.ts'
import { ROOT } from '#db/testing/node-process.ts'
import { openTestDb } from '#db/testing/test-db.ts'

/** The database of a new shop. */
const fresh = openTestDb()
const name = `release_${randomUUID().replaceAll('-', '')}`
const url = new URL(fresh.url)
url.pathname = `/${name}`
const processUrl = new URL(fresh.processUrl)
processUrl.pathname = url.pathname
const urls = { ownerUrl: url.href, processUrl: processUrl.href }
/** A database of 0.9.0. */
let released: Knex

beforeEach(async () => {
  await fresh.db.raw(`CREATE DATABASE ${name}`)
  released = createDb(url.href)
  // Makes the tables in which Knex keeps its list.
  await released.migrate.list()
  const schema = await readFile(join(ROOT, 'db', 'testing', 'release-0.9.0.sql'), 'utf8')
  for (const sql of [getConstructionPlans('jobs'), schema]) await released.raw(sql.replaceAll('?', '\\?'))
})
afterEach(async () => {
  await released.destroy()
  await fresh.db.raw(`DROP DATABASE ${name} WITH (FORCE)`)
})

const readSums = () => released.transaction(sumTables)
/** @returns the tables that have changed since. Starting the job queue and freeing Knex's lock write into their own tables. */
async function listChanged(since: TableSums): Promise<string[]> {
  const differing = listDifferences(since, await readSums())
  return differing.filter((table) => !/^jobs\.|_lock$/.test(table))
}
const listNames = (db: Knex) => db('knex_migrations').orderBy('id').pluck('name')

/** Seeds the demo as 0.9.0 stored it, with a review that is not shown. */
async function seedRelease(): Promise<void> {
  await released.raw('ALTER TABLE reviews DROP CONSTRAINT reviews_check3, DROP CONSTRAINT reviews_check4')
  await seedDemo(released, seedRules)
  await released.raw(`
    UPDATE reviews SET state = 'waiting', hidden_package_id = package_id, package_id = NULL
      WHERE state = 'waiting' OR id = (SELECT max(id) FROM reviews);
    ALTER TABLE reviews
      ADD CONSTRAINT reviews_check3 CHECK ((package_id IS NOT NULL) = (state = 'shown')),
      ADD CONSTRAINT reviews_check4 CHECK (num_nonnulls(package_id, hidden_package_id) = 1)`)
}

test('is that of a new one, with the rights of both roles, and keeps every row of the demo', async () => {
  await seedRelease()
  const before = await readSums()
  const reviews = await released('reviews').orderBy('id')
  expect(await migrateAndGrant(released, urls)).toEqual(['0161-reviews-keep-their-package.ts'])
  await migrateAndGrant(fresh.db, { ownerUrl: fresh.url, processUrl: fresh.processUrl })
  expect(await readCatalogs(released)).toEqual(await readCatalogs(fresh.db))
  expect(await listNames(released)).toEqual(await listNames(fresh.db))
  expect(await listChanged(before)).toEqual(['public.knex_migrations', 'public.reviews'])
  expect(await released('reviews').orderBy('id')).toEqual(
    reviews.map(({ hiddenPackageId, packageId, ...review }) => ({
      ...review,
      packageId: packageId ?? hiddenPackageId,
    })),
  )
  expect(before['public.orders']?.rows).toBeGreaterThan(50)
  expect(await migrateAndGrant(released, urls)).toEqual([])
})

describe('is refused and not changed', () => {
  const refused = async () => {
    const before = await readSums()
    const error = await migrateAndGrant(released, urls).catch(({ message }: Error) => message)
    expect(await listChanged(before)).toEqual([])
    return error
  }

  test.each(['0148-without-the-release-before.ts', '0125-payer-of-an-order.ts'])(
    'without its migration %s',
    async (migration) => {
      await released('knex_migrations').where({ name: migration }).delete()
      expect(await refused()).toContain('upgrade to 0.9.0 first')
      const { applied, pending } = await listMigrations({ DATABASE_URL: url.href })
      expect([applied.includes(migration), pending.length > 0]).toEqual([false, true])
    },
  )

  test('with a migration that nobody knows beside the baseline', async () => {
    await migrateAndGrant(released, urls)
    await released('knex_migrations').insert({
      name: '0149-of-somebody.ts',
      batch: 2,
      migrationTime: new Date(),
    })
    expect(await refused()).toContain('migration directory is corrupt')
  })
})
