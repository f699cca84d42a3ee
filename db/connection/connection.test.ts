import { once } from 'node:events'
import { type AddressInfo, createServer, type Socket } from 'node:net'
import { expect, test } from 'vitest'
import { Invoice } from '#db/models/money/invoice.ts'
import { openTestDb } from '#db/testing/test-db.ts'
import { createDb } from './connection.ts'
import { findOwnerUrl } from './postgres-client.ts'
import { rawPrepared } from './prepared.ts'

const shop = openTestDb()

test('the first of many rows is read alone', async () => {
  const asked: string[] = []
  shop.db.on('query', ({ sql }: { sql: string }) => asked.push(sql))
  await Invoice.query(shop.db).orderBy('number').first()
  await Invoice.query(shop.db).findOne({ kind: 'invoice' })
  expect(asked).toEqual([expect.stringContaining(' limit '), expect.stringContaining(' limit ')])
})

test('a database that takes connections and says nothing is given up within three seconds, time after time', async () => {
  const sockets: Socket[] = []
  const mute = createServer((socket) => sockets.push(socket.on('error', () => {}))).listen(0, '127.0.0.1')
  await once(mute, 'listening')
  const db = createDb(`postgres://nobody@127.0.0.1:${(mute.address() as AddressInfo).port}/nowhere`)
  // On a busy machine a round may take longer, so the test repeats it.
  let inTime = 0
  for (let round = 0; round < 10 && inTime < 2; round += 1) {
    const startedAtMs = performance.now()
    const asked = Array.from({ length: 20 }, () => db.raw('SELECT 1'))
    for (const { status, reason } of (await Promise.allSettled(asked)) as PromiseRejectedResult[]) {
      expect([status, (reason as Error | undefined)?.name]).toEqual(['rejected', 'KnexTimeoutError'])
    }
    if (performance.now() - startedAtMs < 3_000) inTime += 1
  }
  expect(inTime).toBe(2)
  expect(sockets.length).toBeGreaterThan(10)
  for (const socket of sockets) socket.destroy()
  await db.destroy()
  mute.close()
})

const PLAIN = 'postgres://owner:hunter2@db.example/shop'

test.each(['DATABASE_OWNER_URL', 'DATABASE_URL'])(
  'a listener on the wire reads nothing of a migration, backup or restore: %s in the clear is refused',
  async (variable) => {
    const url = `${PLAIN}?sslmode=disable`
    await expect(findOwnerUrl({ [variable]: url })).rejects.toThrow(
      `${variable} is unprotected: use ?sslmode=verify-full or name database in ALLOW_PLAINTEXT`,
    )
    await expect(findOwnerUrl({ [variable]: url, ALLOW_PLAINTEXT: 'redis' })).rejects.not.toThrow('hunter2')
    expect(await findOwnerUrl({ [variable]: url, ALLOW_PLAINTEXT: 'redis, database' })).toBe(url)
    for (const fine of [`${PLAIN}?sslmode=verify-full`, 'postgres://owner@127.0.0.1:5432/shop']) {
      expect(await findOwnerUrl({ [variable]: fine })).toBe(fine)
    }
  },
)

test('a statement returns the same each time, and is prepared', async () => {
  // A single connection, because a prepared statement belongs to its connection.
  const db = createDb(shop.url, { poolMax: 1 })
  try {
    for (const value of [1, 2, 3]) {
      const found = await rawPrepared<{ rows: unknown[] }>(db, 'test_sum', 'SELECT ?::integer + 1 AS sum', [
        value,
      ])
      expect(found.rows).toEqual([{ sum: value + 1 }])
    }
    const { rows } = await db.raw<{ rows: { name: string }[] }>('SELECT name FROM pg_prepared_statements')
    expect(rows).toEqual([{ name: 'test_sum' }])
  } finally {
    await db.destroy()
  }
})
