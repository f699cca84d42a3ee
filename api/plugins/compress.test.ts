import { gunzipSync } from 'node:zlib'
import { beforeEach, expect, test } from 'vitest'
import { insertPaidOrder } from '../../db/testing/builders.ts'
import type { ListedOrder } from '../contract/admin.ts'
import { openTestApp, type Visitor } from '../testing/test-app.ts'
import { buildWorld, openBrowser } from '../testing/world.ts'

const shop = openTestApp()
const GZIP = { 'accept-encoding': 'gzip' }
const ORDERS = '/api/admin/orders?limit=50'

let admin: Visitor
beforeEach(async () => {
  const world = await buildWorld(shop.db)
  admin = await openBrowser(shop, world, 'admin')
  for (let nth = 0; nth < 5; nth += 1) await insertPaidOrder(shop.db, { packageId: world.order.packageId })
})

test('a long response is compressed for who accepts it', async () => {
  const plain = await admin.get(ORDERS)
  expect(plain.headers['content-encoding']).toBeUndefined()
  expect(plain.headers.vary).toBe('accept-encoding')
  const compressed = await admin.call('GET', ORDERS, undefined, GZIP)
  expect(compressed.headers['content-encoding']).toBe('gzip')
  expect(compressed.headers['content-length']).toBe(String(compressed.rawPayload.length))
  expect(compressed.rawPayload.length).toBeLessThan(plain.rawPayload.length / 2)
  expect(JSON.parse(gunzipSync(compressed.rawPayload).toString())).toEqual(plain.json<ListedOrder[]>())
})

test('a short one is sent as it is', async () => {
  const me = await admin.call('GET', '/api/auth/me', undefined, GZIP)
  expect(me.statusCode).toBe(200)
  expect(me.headers['content-encoding']).toBeUndefined()
})
