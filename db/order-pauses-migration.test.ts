/** Orders of before pauses were stored. */
import { randomUUID } from 'node:crypto'
import type { Knex } from 'knex'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createDb } from './connection/connection.ts'
import { openTestDb } from './testing/test-db.ts'

const testDb = openTestDb()
const name = `pauses_${randomUUID().replaceAll('-', '')}`
let db: Knex

beforeAll(async () => {
  await testDb.db.raw(`CREATE DATABASE ${name}`)
  const url = new URL(testDb.url)
  url.pathname = `/${name}`
  db = createDb(url.href, { poolMax: 1 })
  const [, all] = (await db.migrate.list()) as [unknown, { file: string }[]]
  for (const { file } of all.filter(({ file }) => file < '0087')) await db.migrate.up({ name: file })
})
afterAll(async () => {
  await db?.destroy()
  await testDb.db.raw(`DROP DATABASE ${name} WITH (FORCE)`)
})

test('keep their dates, and get the pauses that explain them', async () => {
  await db.raw(`
    INSERT INTO users (first_name, last_name, email, password_hash) VALUES ('Sam', 'Ortiz', 'sam@shop.example', 'none');
    INSERT INTO packages (slug, name, description, long_description, price_cents, category, image_url, delivery_days)
      SELECT 'site', 'Site', 'A site.', 'A site.', 100, name, '/a.svg', 5 FROM categories LIMIT 1;
    INSERT INTO orders (package_id, package_name, delivery_days, user_id, buyer, original_cents, amount_cents, usd_inr_rate, receipt)
      SELECT 1, 'Site', 5, 1, '{"email": "a@b.example"}', 100, 100, 84, 'r' || n FROM generate_series(1, 3) n;
    UPDATE orders SET payment_status = 'paid', paid_at = '2026-11-02T09:00:00Z', promised_at = '2026-11-13T12:30:00Z';
    UPDATE orders SET answers_in_at = '2026-11-06T09:00:00Z' WHERE id = 2;
    UPDATE orders SET work_state = 'delivered', accept_by = '2026-11-20T09:00:00Z' WHERE id = 3;
    INSERT INTO deliveries (order_id, number, author_id, note, is_whole, released_at) VALUES
      (3, 1, 1, 'Done', true, '2026-11-13T09:00:00Z');`)
  const readDates = () => db('orders').orderBy('id').select('id', 'promisedAt', 'answersInAt')
  const before = await readDates()
  await db.migrate.latest()
  expect(await readDates()).toEqual(before)
  expect(await db('order_pauses').orderBy('orderId')).toMatchObject([
    {
      orderId: 2,
      kind: 'answers',
      startedAt: new Date('2026-11-02T09:00:00Z'),
      endedAt: new Date('2026-11-06T09:00:00Z'),
    },
    { orderId: 3, kind: 'delivery', startedAt: new Date('2026-11-13T09:00:00Z'), endedAt: null },
  ])
})
