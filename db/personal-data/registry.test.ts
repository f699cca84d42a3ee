import { expect, test } from 'vitest'
import { openTestDb } from '#db/testing/test-db.ts'
import { PERSONAL_DATA } from './registry.ts'

const testDb = openTestDb()

const isOfPerson = ({ owner }: { owner: string }) => owner !== 'shop'
const split = (columns: string) => columns.split(/\s+/).filter(Boolean)

async function list(sql: string): Promise<string[]> {
  const { rows } = await testDb.db.raw<{ rows: { name: string }[] }>(sql)
  return rows.map(({ name }) => name)
}

test('every table has a row, and every row its table', async () => {
  const tables = await list(
    `SELECT table_name AS name FROM information_schema.tables WHERE table_schema = 'public'`,
  )
  expect(PERSONAL_DATA.map(({ table }) => table).toSorted()).toEqual(tables.toSorted())
})

test('every column with text or bytes is known to name nobody, or to be erased with its customer', async () => {
  const columns = await list(
    `SELECT table_name || '.' || column_name AS name FROM information_schema.columns
     WHERE table_schema = 'public' AND data_type NOT IN
       ('integer', 'smallint', 'bigint', 'numeric', 'boolean', 'timestamp with time zone', 'uuid')`,
  )
  const known = PERSONAL_DATA.flatMap(({ table, erased }) =>
    Object.values(erased).flatMap((names) => split(names).map((column) => `${table}.${column}`)),
  )
  expect(known.toSorted()).toEqual(columns.toSorted())
})

test('what refers to a customer or to what is theirs is not of the shop', async () => {
  const shopTables = PERSONAL_DATA.filter((row) => !isOfPerson(row)).map(({ table }) => table)
  // Columns that reference team members have other names.
  const byName = await list(
    `SELECT table_name AS name FROM information_schema.columns WHERE table_schema = 'public'
       AND column_name IN ('user_id', 'owner_id', 'author_id', 'email', 'to_email', 'order_id', 'buyer')`,
  )
  const referring = await testDb.db.raw<{ rows: { table: string; refers: string }[] }>(
    `SELECT conrelid::regclass::text AS table, confrelid::regclass::text AS refers
     FROM pg_constraint WHERE contype = 'f' AND connamespace = 'public'::regnamespace`,
  )
  const byReference = referring.rows
    .filter(({ refers }) => refers !== 'users' && !shopTables.includes(refers))
    .map(({ table }) => table)
  expect(shopTables.filter((table) => [...byName, ...byReference].includes(table))).toEqual([])
})

test('the column that leads to the customer is there', async () => {
  const columns = await list(
    `SELECT table_name || '.' || column_name AS name FROM information_schema.columns WHERE table_schema = 'public'`,
  )
  for (const { table, owner } of PERSONAL_DATA.filter(isOfPerson))
    expect(columns).toContain(`${table}.${owner}`)
})

test('an erasure has the SQL of each column that it is said to delete, empty or replace', () => {
  const sql = PERSONAL_DATA.flatMap(({ erase = [] }) => erase).join(';\n')
  const hasStatement = (table: string, column: string) =>
    new RegExp(`DELETE FROM ${table}\\b`).test(sql) ||
    [...sql.matchAll(new RegExp(`UPDATE ${table} SET ([^;]*?)(?: FROM | WHERE |;)`, 'g'))].some(
      ([, set = '']) => new RegExp(`\\b${column} = `).test(set),
    )
  for (const { table, erased } of PERSONAL_DATA) {
    for (const [how, columns] of Object.entries(erased)) {
      expect(how).toMatch(/^(deleted|emptied|replaced)\b|^stays\b[^:]*: ./)
      if (how.startsWith('stays')) continue
      const left = split(columns).filter((column) => !hasStatement(table, column))
      expect(left, `${table}: ${how}, and no statement does it`).toEqual([])
    }
  }
})
