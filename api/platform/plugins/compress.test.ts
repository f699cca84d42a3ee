import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { beforeEach, expect, test } from 'vitest'
import { openTestApp, type Visitor } from '#api/testing/test-app.ts'
import { buildWorld, openBrowser } from '#api/testing/world.ts'
import { insertPackage, insertPaidOrder } from '#db/testing/builders.ts'

const shop = openTestApp()
const ORDERS = '/api/admin/orders?limit=50'

let admin: Visitor
beforeEach(async () => {
  const world = await buildWorld(shop.db)
  admin = await openBrowser(shop, world, 'admin')
  for (let nth = 0; nth < 5; nth += 1) {
    await insertPaidOrder(shop.db, { packageId: world.order.packageId })
    await insertPackage(shop.db)
  }
})

const DECODERS: Record<string, (body: Buffer) => Buffer> = { br: brotliDecompressSync, gzip: gunzipSync }

test.each([
  ['gzip, deflate, br, zstd', 'br'],
  ['gzip', 'gzip'],
  ['gzip;q=0.5, br;q=0.1', 'gzip'],
  ['br;q=0, gzip', 'gzip'],
  ['*', 'br'],
  ['deflate, zstd', undefined],
  ['identity', undefined],
  ['', undefined],
  [';;,q=1,"', undefined],
])('a long response to a caller that accepts "%s" is encoded as %s', async (accepted, encoding) => {
  for (const url of [ORDERS, '/api/packages']) {
    const plain = await admin.get(url)
    expect(plain.headers['content-encoding']).toBeUndefined()
    const response = await admin.call('GET', url, undefined, { 'accept-encoding': accepted })
    expect(response.headers['content-encoding']).toBe(encoding)
    expect(response.headers.vary).toBe('accept-encoding')
    expect(response.headers['content-length']).toBe(String(response.rawPayload.length))
    const decode = DECODERS[encoding ?? ''] ?? ((body: Buffer) => body)
    expect(decode(response.rawPayload).toString()).toBe(plain.body)
  }
})

test('a short response is not compressed', async () => {
  const me = await admin.call('GET', '/api/auth/me', undefined, { 'accept-encoding': 'gzip' })
  expect(me.statusCode).toBe(200)
  expect(me.headers['content-encoding']).toBeUndefined()
})
