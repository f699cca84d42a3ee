/** Migrations must let the last release keep running (docs/upgrading.md, Migrations that let the last release run). */
import { randomUUID } from 'node:crypto'
import type { Knex } from 'knex'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createDb } from './connection/connection.ts'
import { readLastRelease } from './testing/last-release.ts'
import { openTestDb } from './testing/test-db.ts'

/** Columns and tables of removed features. Calls of the last release that use them fail during an upgrade. A table name stands for all of its columns. */
const GONE: readonly string[] = [
  'import_faults',
  'imported_users',
  'imports',
  'package_previews',
  'package_versions',
  'past_orders',
  'pictures.crop_height',
  'pictures.crop_left',
  'pictures.crop_top',
  'pictures.crop_width',
]

interface Column {
  type: string
  /** Whether a new row gets a value without naming the column. */
  isFilled: boolean
}

const testDb = openTestDb()
const name = `last_release_${randomUUID().replaceAll('-', '')}`
/** A database with only the migrations of the last release. */
let older: Knex

beforeAll(async () => {
  await testDb.db.raw(`CREATE DATABASE ${name}`)
  const url = new URL(testDb.url)
  url.pathname = `/${name}`
  older = createDb(url.href, { poolMax: 1 })
  const { migration } = await readLastRelease()
  const [, all] = (await older.migrate.list()) as [unknown, { file: string }[]]
  const released = all.filter(({ file }) => file <= `${migration}.ts`)
  for (const { file } of released) await older.migrate.up({ name: file })
})
afterAll(async () => {
  await older?.destroy()
  await testDb.db.raw(`DROP DATABASE ${name} WITH (FORCE)`)
})

/** Reads all columns, by `table.column`. */
async function readColumns(db: Knex): Promise<Map<string, Column>> {
  const { rows } = await db.raw<{ rows: (Column & { name: string })[] }>(
    `SELECT table_name || '.' || column_name AS name, udt_name AS type,
       is_nullable = 'YES' OR column_default IS NOT NULL OR is_identity = 'YES' OR is_generated = 'ALWAYS' AS "isFilled"
     FROM information_schema.columns WHERE table_schema = 'public'`,
  )
  return new Map(rows.map(({ name, ...column }) => [name, column]))
}

/** @returns a line for each change that breaks code written for the earlier columns */
function findBreaks(before: Map<string, Column>, after: Map<string, Column>): string[] {
  const tableOf = (column: string) => column.split('.')[0] ?? ''
  const tables = new Set([...before.keys()].map(tableOf))
  const unread = [...before].flatMap(([name, { type }]) => {
    const column = after.get(name)
    if (!column) return GONE.includes(name) || GONE.includes(tableOf(name)) ? [] : [`${name} is gone`]
    return column.type === type ? [] : [`${name} was ${type} and is ${column.type}`]
  })
  const unfilled = [...after].flatMap(([name, { isFilled }]) => {
    const wasDemanded = before.get(name)?.isFilled === false
    return isFilled || wasDemanded || !tables.has(tableOf(name)) ? [] : [`${name} has no default`]
  })
  return [...unread, ...unfilled]
}

test('the last release finds its columns in the schema of today, and what it inserts lacks nothing', async () => {
  expect(findBreaks(await readColumns(older), await readColumns(testDb.db))).toEqual([])
})

test('a column that is renamed, has another type or must be given a value is noticed', async () => {
  const before = await readColumns(older)
  await older.raw(`
    ALTER TABLE users RENAME company TO firm;
    ALTER TABLE package_questions ALTER position TYPE bigint;
    ALTER TABLE coupons ALTER used_count DROP DEFAULT;
    ALTER TABLE orders ADD shelf text NOT NULL;
    ALTER TABLE orders ADD note_of_today text;
    CREATE TABLE shelves (name text NOT NULL)`)
  expect(findBreaks(before, await readColumns(older)).sort()).toEqual([
    'coupons.used_count has no default',
    'orders.shelf has no default',
    'package_questions.position was int4 and is int8',
    'users.company is gone',
  ])
})
