import { expect, test } from 'vitest'
import { createDb } from './connection.ts'
import { Order } from './models/order.ts'
import { insertUser } from './testing/builders.ts'
import { openTestDb } from './testing/test-db.ts'

// A single connection: prepared statements belong to the connection.
const shop = openTestDb({ poolMax: 1 })

async function listPrepared(mark: string): Promise<string[]> {
  const { rows } = await shop.db.raw<{ rows: { statement: string }[] }>(
    'SELECT statement FROM pg_prepared_statements',
  )
  return rows.map(({ statement }) => statement).filter((statement) => statement.includes(mark))
}

async function ask(times: number, text: string, values: (round: number) => number[]): Promise<void> {
  for (let round = 0; round < times; round += 1) await shop.db.raw(text, values(round))
}

test('a frequent statement is prepared once, and returns the same as before', async () => {
  const user = await insertUser(shop.db)
  for (let round = 0; round < 12; round += 1) {
    const found = await shop.db('users').where({ id: user.id }).first('email')
    expect(found).toEqual({ email: user.email })
  }
  expect(await listPrepared('select "email" from "users"')).toHaveLength(1)
})

test('a rare statement, one without values and one that selects * are not prepared', async () => {
  await ask(4, 'SELECT 1 AS rare WHERE 1 = ?', () => [1])
  await ask(20, 'SELECT 2 AS without_values', () => [])
  await ask(20, 'SELECT * FROM users WHERE id = ?', () => [1])
  expect(await listPrepared('rare')).toEqual([])
  expect(await listPrepared('without_values')).toEqual([])
  expect(await listPrepared('SELECT * FROM users')).toEqual([])
})

test('a column that another release adds breaks no prepared statement', async () => {
  const read = () => Order.query(shop.db).findById(1).select(Order.columns)
  for (let round = 0; round < 8; round += 1) await read()
  await shop.db.raw('ALTER TABLE orders ADD COLUMN of_a_later_release text')
  await expect(read()).resolves.toBeUndefined()
  await shop.db.raw('ALTER TABLE orders DROP COLUMN of_a_later_release')
})

test('through a pooler nothing is prepared, not even what has a name', async () => {
  const pooled = createDb(shop.url, { poolMax: 1, isPooled: true })
  const ask = () => pooled.raw('SELECT 3 AS pooled WHERE 1 = ?', [1])
  for (let round = 0; round < 8; round += 1) await ask()
  await ask().options({ name: 'pooled' })
  const { rows } = await pooled.raw<{ rows: unknown[] }>('SELECT name FROM pg_prepared_statements')
  expect(rows).toEqual([])
  await pooled.destroy()
})

test('the number of prepared statements is bounded, however many texts there are', async () => {
  for (let text = 0; text < 130; text += 1) {
    await ask(6, `SELECT ${text} AS bounded WHERE 1 = ?`, (round) => [round])
  }
  expect((await listPrepared('bounded')).length).toBeLessThanOrEqual(100)
})

test('the columns of an order are all that its table has', async () => {
  const columns = await shop.db('orders').columnInfo()
  expect(Object.keys(columns).sort()).toEqual([...Order.columns].sort())
})
