/** Amounts of before their tables held a currency. */
import { randomUUID } from 'node:crypto'
import type { Knex } from 'knex'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createDb } from './connection/connection.ts'
import { openTestDb } from './testing/test-db.ts'

const testDb = openTestDb()
const name = `currencies_${randomUUID().replaceAll('-', '')}`
let db: Knex

beforeAll(async () => {
  await testDb.db.raw(`CREATE DATABASE ${name}`)
  const url = new URL(testDb.url)
  url.pathname = `/${name}`
  db = createDb(url.href, { poolMax: 1 })
  const [, all] = (await db.migrate.list()) as [unknown, { file: string }[]]
  for (const { file } of all.filter(({ file }) => file < '0103')) await db.migrate.up({ name: file })
})
afterAll(async () => {
  await db?.destroy()
  await testDb.db.raw(`DROP DATABASE ${name} WITH (FORCE)`)
})

/** All rows of the tables that say what was sold, charged, given back and invoiced. */
const readRows = async () => {
  const tables = ['packages', 'coupons', 'orders', 'payments', 'refunds', 'invoices']
  const rows = tables.map((table) => db.raw(`SELECT to_jsonb(t) AS row FROM ${table} t ORDER BY id`))
  return (await Promise.all(rows)).map((read) => read.rows)
}

/** As the version before writes: without a currency. */
const giveBack = (paymentId: number) =>
  db.raw(`INSERT INTO refunds (payment_id, amount_cents, reason) VALUES (${paymentId}, 40, 'Asked')`)

test('keep what they are, and a refund gets the currency of its payment, also from the version before', async () => {
  await db.raw(`
    INSERT INTO users (first_name, last_name, email, password_hash) VALUES ('Sam', 'Ortiz', 'sam@shop.example', 'none');
    INSERT INTO packages (slug, name, description, long_description, price_cents, category, image_url, delivery_days)
      SELECT 'site', 'Site', 'A site.', 'A site.', 100, name, '/a.svg', 5 FROM categories LIMIT 1;
    INSERT INTO orders (package_id, package_name, delivery_days, user_id, buyer, original_cents, amount_cents, usd_inr_rate, receipt)
      SELECT 1, 'Site', 5, 1, '{"email": "a@b.example"}', 100, 100, 84, 'r' || n FROM generate_series(1, 2) n;
    INSERT INTO payments (order_id, provider, provider_payment_id, amount_cents, currency, status, fulfils_order) VALUES
      (1, 'razorpay', 'pay_1', 100, 'USD', 'captured', true), (NULL, 'razorpay', 'pay_2', 100, 'INR', 'captured', false);
    INSERT INTO coupons (code, discount_type, discount_hundredths) VALUES ('TEN', 'fixed', 1000);
    INSERT INTO invoices (kind, order_id, series, number, serial, document, sha256, template_version, issued_at) VALUES
      ('invoice', 1, '25-26', 1, '25-26-000001', '{"currency":"INR","total":"84.00"}', repeat('a', 64), 1, now());`)
  await giveBack(1)
  await giveBack(2)
  const before = await readRows()
  await db.migrate.latest()
  expect(await readRows()).toMatchObject(before)
  await giveBack(1)
  await giveBack(2)
  expect(await db('refunds').orderBy('id').pluck('currency')).toEqual(['USD', 'INR', 'USD', 'INR'])
  expect(await db('packages').pluck('currency')).toEqual(['USD'])
})

test('a table that holds an amount holds its currency', async () => {
  const { rows } = await testDb.db.raw<{ rows: { name: string }[] }>(
    `SELECT amounts.table_name || '.' || amounts.column_name AS name FROM information_schema.columns amounts
     WHERE table_schema = 'public' AND (column_name LIKE '%\\_cents' OR column_name = 'discount_hundredths')
       AND NOT EXISTS (SELECT FROM information_schema.columns c WHERE c.table_schema = 'public'
         AND c.table_name = amounts.table_name
         AND c.column_name = CASE amounts.column_name WHEN 'base_cents' THEN 'base_currency' ELSE 'currency' END)`,
  )
  expect(rows.map((row) => row.name)).toEqual([])
})

test('an amount has the currency of what it belongs to, or is refused', async () => {
  const refund = { paymentId: 2, amountCents: 40, reason: 'Asked', currency: 'USD' }
  await expect(db('refunds').insert(refund)).rejects.toThrow('must be that of its payment_id')
  const payment = {
    orderId: 2,
    provider: 'razorpay',
    providerPaymentId: 'pay_3',
    amountCents: 100,
    status: 'captured',
  }
  await expect(db('payments').insert({ ...payment, currency: 'INR', fulfilsOrder: true })).rejects.toThrow(
    'must be that of its order_id',
  )
  // Money that came in another currency is kept: it pays nothing.
  await db('payments').insert({ ...payment, currency: 'INR', fulfilsOrder: false })
  await expect(db('orders').where({ id: 2 }).update({ currency: 'usd' })).rejects.toThrow('never changes')
})
