import { expect, test } from 'vitest'
import { Order } from './models/order.ts'
import { insertUser } from './testing/builders.ts'
import { openTestDb } from './testing/test-db.ts'

// One connection, so that what it has prepared can be asked on it.
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

test('a statement that comes often is prepared once, and answers as before', async () => {
  const user = await insertUser(shop.db)
  for (let round = 0; round < 12; round += 1) {
    const found = await shop.db('users').where({ id: user.id }).first('email')
    expect(found).toEqual({ email: user.email })
  }
  expect(await listPrepared('select "email" from "users"')).toHaveLength(1)
})

test('one that comes seldom, has no values or answers all columns is not', async () => {
  await ask(4, 'SELECT 1 AS seldom WHERE 1 = ?', () => [1])
  await ask(20, 'SELECT 2 AS valueless', () => [])
  await ask(20, 'SELECT * FROM users WHERE id = ?', () => [1])
  expect(await listPrepared('seldom')).toEqual([])
  expect(await listPrepared('valueless')).toEqual([])
  expect(await listPrepared('SELECT * FROM users')).toEqual([])
})

test('a column that another release adds breaks none of them', async () => {
  const read = () => Order.query(shop.db).findById(1).select(Order.columns)
  for (let round = 0; round < 8; round += 1) await read()
  await shop.db.raw('ALTER TABLE orders ADD COLUMN of_a_later_release text')
  await expect(read()).resolves.toBeUndefined()
  await shop.db.raw('ALTER TABLE orders DROP COLUMN of_a_later_release')
})

test('what is prepared is bounded, however many texts there are', async () => {
  for (let text = 0; text < 130; text += 1) {
    await ask(6, `SELECT ${text} AS bounded WHERE 1 = ?`, (round) => [round])
  }
  expect((await listPrepared('bounded')).length).toBeLessThanOrEqual(100)
})

test('the columns of an order are all that its table has', async () => {
  const columns = await shop.db('orders').columnInfo()
  expect(Object.keys(columns).sort()).toEqual([...Order.columns].sort())
})
