/** Deliveries and notes of staff of before they had their places at the order. */
import { randomUUID } from 'node:crypto'
import type { Knex } from 'knex'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createDb } from './connection/connection.ts'
import { openTestDb } from './testing/test-db.ts'

const testDb = openTestDb()
const name = `deliveries_${randomUUID().replaceAll('-', '')}`
let db: Knex

beforeAll(async () => {
  await testDb.db.raw(`CREATE DATABASE ${name}`)
  const url = new URL(testDb.url)
  url.pathname = `/${name}`
  db = createDb(url.href, { poolMax: 1 })
  const [, all] = (await db.migrate.list()) as [unknown, { file: string }[]]
  for (const { file } of all.filter(({ file }) => file < '0080')) await db.migrate.up({ name: file })
})
afterAll(async () => {
  await db?.destroy()
  await testDb.db.raw(`DROP DATABASE ${name} WITH (FORCE)`)
})

test('become parts, numbered by order, for which no time runs', async () => {
  await db.raw(`
    INSERT INTO users (first_name, last_name, email, password_hash) SELECT 'Sam', 'Ortiz', n || '@shop.example', 'none' FROM generate_series(1, 2) n;
    INSERT INTO packages (slug, name, description, long_description, price_cents, category, image_url, delivery_days)
      SELECT 'site', 'Site', 'A site.', 'A site.', 100, name, '/a.svg', 5 FROM categories LIMIT 1;
    INSERT INTO orders (package_id, package_name, delivery_days, user_id, buyer, original_cents, amount_cents, usd_inr_rate, receipt)
      SELECT 1, 'Site', 5, 1, '{"email": "a@b.example"}', 100, 100, 84, 'r' || n FROM generate_series(1, 2) n;
    INSERT INTO staff_assignments (order_id, staff_id, assigned_by_id) VALUES (1, 1, 1), (2, 1, 1), (1, 2, 1);
    INSERT INTO assignment_notes (assignment_id, author_id, note, is_delivery, link) VALUES (1, 1, 'First', true, 'https://a.example'),
      (2, 1, 'Of another order', true, NULL), (1, 1, 'For the team', false, NULL), (3, 2, 'Second', true, NULL)`)
  await db.migrate.latest()
  const copied = await db('deliveries').orderBy(['order_id', 'number'])
  expect(copied).toMatchObject([
    { orderId: 1, number: 1, note: 'First', links: ['https://a.example'], assignmentId: 1, isWhole: false },
    { orderId: 1, number: 2, note: 'Second', links: [], authorId: 2 },
    { orderId: 2, number: 1, note: 'Of another order' },
  ])
  expect(copied.every(({ releasedAt, createdAt }) => releasedAt.getTime() === createdAt.getTime())).toBe(true)
  expect(await db('orders').whereNotNull('workState')).toEqual([])
  expect(await db('assignmentNotes')).toHaveLength(4)
  const messages = () => db('order_messages').orderBy('id')
  const [note, ...others] = await messages()
  expect(others).toEqual([])
  expect(note).toMatchObject({
    orderId: 1,
    authorId: 1,
    authorRole: 'staff',
    isTeamOnly: true,
    text: 'For the team',
  })
  const [written] = await db('assignment_notes').where({ note: 'For the team' })
  expect([note.id < 0, note.createdAt]).toEqual([true, written.createdAt])
  // By a process of the last release, which goes on meanwhile.
  await db('assignment_notes').insert({ assignmentId: 2, authorId: 1, note: 'Later' })
  expect((await messages()).map(({ text, orderId }) => [text, orderId])).toEqual([
    ['For the team', 1],
    ['Later', 2],
  ])
})
