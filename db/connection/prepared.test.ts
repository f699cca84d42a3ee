import { expect, test } from 'vitest'
import { openTestDb } from '../testing/test-db.ts'
import { createDb } from './connection.ts'
import { rawPrepared } from './prepared.ts'

const shop = openTestDb()

test.each([
  ['a connection of its own', false, ['test_sum']],
  // The next transaction may run on another connection, which has not prepared the statement.
  ['a pooler', true, []],
])(
  'over %s (pooled: %s) a statement returns the same each time, and is prepared where it may be',
  async (_, isPooled, names) => {
    // A single connection, because a prepared statement belongs to its connection.
    const db = createDb(shop.url, { poolMax: 1, isPooled })
    try {
      for (const value of [1, 2, 3]) {
        const found = await rawPrepared<{ rows: unknown[] }>(db, 'test_sum', 'SELECT ?::integer + 1 AS sum', [
          value,
        ])
        expect(found.rows).toEqual([{ sum: value + 1 }])
      }
      const { rows } = await db.raw<{ rows: { name: string }[] }>('SELECT name FROM pg_prepared_statements')
      expect(rows.map(({ name }) => name)).toEqual(names)
    } finally {
      await db.destroy()
    }
  },
)
