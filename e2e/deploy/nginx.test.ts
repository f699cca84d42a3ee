import { randomUUID } from 'node:crypto'
import { request } from 'node:http'
import { join } from 'node:path'
import { gunzipSync } from 'node:zlib'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { seedRules } from '#api/demo/seed-rules.ts'
import { announce } from '#api/orders/order/announce.ts'
import { LARGEST_UPLOAD_BYTES } from '#api/rules/order-work/uploads.ts'
import { ApiProcess } from '#api/testing/api-process.ts'
import { buyerForm } from '#api/testing/buyer.ts'
import { openSession } from '#api/testing/sessions.ts'
import { openTestApp, TEST_CREDENTIALS } from '#api/testing/test-app.ts'
import { openObjectFolder } from '#db/backup/objects.ts'
import { EmbedOrigin } from '#db/models/sales/embed-origin.ts'
import { seedDemoBasics } from '#db/seeds/demo.ts'
import { insertCoupon, insertPackage, insertPaidOrder } from '#db/testing/builders.ts'
import { ensureNginx, Nginx } from '#e2e/servers/nginx.ts'
import { SERVE_ARGS } from '#e2e/support/npm-scripts.ts'
import { SITE_DIR } from '#e2e/support/topology.ts'
import { type Call, startCalling } from './callers.ts'
import { PACE } from './pace.ts'

const SECURITY_HEADERS = [
  'content-security-policy',
  'cross-origin-opener-policy',
  'cross-origin-resource-policy',
  'origin-agent-cluster',
  'permissions-policy',
  'referrer-policy',
  'x-content-type-options',
  'x-dns-prefetch-control',
  'x-download-options',
  'x-frame-options',
  'x-permitted-cross-domain-policies',
  'x-xss-protection',
]

/** Provides database, sandbox and catalogue. The tests call two API processes behind nginx. */
const shop = openTestApp()
let apis: [ApiProcess, ApiProcess]
let nginx: Nginx
let packageId = 0
/** A package of the demo, which the built site therefore has. */
const SLUG = 'business-website'

beforeAll(async () => {
  ensureNginx()
  const { db } = shop
  await seedDemoBasics(db, seedRules)
  const around = {
    args: SERVE_ARGS,
    databaseUrl: shop.dbUrl,
    providerUrl: shop.sandboxUrl,
    credentials: TEST_CREDENTIALS,
    sessionSecret: shop.env.sessionSecrets[0] ?? '',
    siteDir: SITE_DIR,
    variables: { DATA_DIR: shop.env.dataDir },
  }
  apis = [await ApiProcess.create(around), await ApiProcess.create(around)]
  await Promise.all(apis.map((api) => api.start()))
  nginx = await Nginx.start({
    upstreamPorts: [apis[0].port, apis[1].port],
    siteDir: SITE_DIR,
    dataDir: join(shop.env.dataDir, 'nginx'),
  })
})
afterAll(async () => {
  await nginx?.stop()
  for (const api of apis ?? []) await api.kill()
})
beforeEach(async () => {
  packageId = (await insertPackage(shop.db)).id
  await insertCoupon(shop.db, { code: 'ROLLING' })
})

interface Received {
  status: number
  headers: Record<string, string | string[] | undefined>
  body: Buffer
}

/** Returns the body as sent. `fetch` would decompress it. */
function ask(path: string, headers: Record<string, string> = {}, method = 'GET'): Promise<Received> {
  const { promise, resolve, reject } = Promise.withResolvers<Received>()
  request(`${nginx.url}${path}`, { headers, method }, (response) => {
    const chunks: Buffer[] = []
    response.on('data', (chunk: Buffer) => chunks.push(chunk))
    response.once('end', () =>
      resolve({ status: response.statusCode ?? 0, headers: response.headers, body: Buffer.concat(chunks) }),
    )
    response.once('error', reject)
  })
    .once('error', reject)
    .end()
  return promise
}
const GZIP = { 'accept-encoding': 'gzip, deflate, br' }

describe('the built site', () => {
  test.each(['/', '/about', '/about/', '/checkout', '/dashboard', '/refund-policy'])(
    '%s is served as compressed by the build, with the headers of the built-in server, and must be revalidated',
    async (path) => {
      const page = await ask(path, GZIP)
      expect(page.status).toBe(200)
      expect(page.headers).toMatchObject({
        'content-type': 'text/html; charset=utf-8',
        'content-encoding': 'gzip',
        'cache-control': 'public, max-age=0, must-revalidate',
        vary: 'Accept-Encoding',
        etag: expect.any(String),
      })
      expect(gunzipSync(page.body).toString()).toMatch(/http-equiv="content-security-policy"/i)
      const builtIn = await fetch(`http://127.0.0.1:${apis[0].port}${path}`)
      for (const name of SECURITY_HEADERS)
        expect([name, page.headers[name]]).toEqual([name, builtIn.headers.get(name)])
      const again = await ask(path, { ...GZIP, 'if-none-match': String(page.headers.etag) })
      expect(again.status).toBe(304)
      expect(again.body).toHaveLength(0)
    },
  )

  test('is served uncompressed on request', async () => {
    const page = await ask('/about')
    expect(page.headers['content-encoding']).toBeUndefined()
    expect(page.body.toString()).toMatch(/^<!doctype html>/i)
  })

  test.each(['/embed.js', '/illustrations/web-development.svg', '/about'])(
    '%s has the same headers for caching and other origins as from the built-in server',
    async (path) => {
      const builtIn = await fetch(`http://127.0.0.1:${apis[0].port}${path}`)
      const { status, headers } = await ask(path, GZIP)
      expect(status).toBe(200)
      for (const name of ['access-control-allow-origin', 'cross-origin-resource-policy', 'cache-control'])
        expect([name, headers[name] ?? null]).toEqual([name, builtIn.headers.get(name)])
    },
  )

  test('a file with a hashed name is cached for a year', async () => {
    const script = /\/_astro\/[\w.-]+\.(?:js|css)/.exec((await ask('/')).body.toString())?.[0]
    const file = await ask(script ?? '', GZIP)
    expect(file.status).toBe(200)
    expect(file.headers['cache-control']).toBe('public, max-age=31536000, immutable')
    expect((await ask('/_astro/none.js')).status).toBe(404)
  })

  test.each(['/%E0%A4%A', '/%E0%A4', '/packages/%zz'])(
    '%s, which cannot be read, is the page for unknown addresses',
    async (path) => {
      const { status, headers, body } = await ask(path)
      expect(status).toBe(404)
      expect(headers['x-frame-options']).toBe('DENY')
      expect(body.toString()).toContain('404 Page Not Found')
    },
  )

  test('password managers are led to where a password is changed', async () => {
    const { status, headers } = await ask('/.well-known/change-password')
    expect([status, headers.location]).toEqual([302, '/dashboard#change-password'])
  })

  test('trusts x-forwarded-proto only from the TLS proxy, and then sends HSTS', async () => {
    const headers = { 'x-forwarded-proto': 'https' }
    const page = await ask('/about', headers)
    expect(page.status).toBe(200)
    expect(page.headers['strict-transport-security']).toBeUndefined()
    const behindProxy = await Nginx.start({
      upstreamPorts: [apis[0].port, apis[1].port],
      siteDir: SITE_DIR,
      tlsProxy: '127.0.0.1',
    })
    try {
      const told = await fetch(`${behindProxy.url}/about`, { headers })
      expect(told.headers.get('strict-transport-security')).toBe('max-age=31536000; includeSubDomains')
      const untold = await fetch(`${behindProxy.url}/about`)
      expect(untold.headers.get('strict-transport-security')).toBeNull()
    } finally {
      await behindProxy.stop()
    }
  })

  test.each([
    '/nothing-here',
    '/packages',
    '/packages/none',
    '/releases',
    '/../uploaded.json',
    '/../server/entry.mjs',
    '/%2e%2e/server/entry.mjs',
  ])('%s is the page for missing pages, with 404', async (path) => {
    const page = await ask(path)
    expect([400, 404]).toContain(page.status)
    if (page.status === 400) return
    expect(page.body.toString()).toContain('<title>')
    expect(page.headers['cache-control']).toMatch(/no-cache|max-age=0/)
    expect(page.headers['x-frame-options']).toBe('DENY')
  })
})

describe('an uploaded picture', () => {
  const name = `${'0a'.repeat(16)}-320.avif`

  test('is served from its folder and cached for a year, and no other file is served', async () => {
    const folder = openObjectFolder(join(shop.env.dataDir, 'nginx'))
    await folder.put(`pictures/${name}`, Buffer.from('a picture'))
    await folder.put('pictures/.partial', Buffer.from('half a picture'))
    const before = (await nginx.readAccessLog()).length
    const { status, headers, body } = await ask(`/pictures/${name}`)
    expect([status, body.toString()]).toEqual([200, 'a picture'])
    expect(headers).toMatchObject({
      'cache-control': 'public, max-age=31536000, immutable',
      'content-type': 'image/avif',
      'cross-origin-resource-policy': 'cross-origin',
      'x-content-type-options': 'nosniff',
    })
    for (const path of ['/pictures/.partial', '/pictures/']) expect((await ask(path)).status, path).toBe(404)
    // No request reached the API, so pages show their pictures while it is away.
    expect((await nginx.readAccessLog()).slice(before).map(({ upstream }) => upstream)).toEqual(['', '', ''])
  })

  test('that is not in the folder comes from the API, once', async () => {
    const other = `/pictures/${'0c'.repeat(16)}-320.avif`
    await openObjectFolder(shop.env.dataDir).put(other, Buffer.from('of a bucket'))
    const before = (await nginx.readAccessLog()).length
    for (let visit = 0; visit < 2; visit += 1) {
      const { status, headers, body } = await ask(other)
      expect([status, body.toString()]).toEqual([200, 'of a bucket'])
      expect(headers).toMatchObject({
        'cache-control': 'public, max-age=31536000, immutable',
        'content-type': 'image/avif',
        'cross-origin-resource-policy': 'cross-origin',
        'x-content-type-options': 'nosniff',
      })
    }
    const missing = await ask(`/pictures/${'0b'.repeat(16)}-320.avif`)
    expect([missing.status, missing.body.toString()]).toEqual([404, expect.stringContaining('<title>')])
    const upstreams = (await nginx.readAccessLog()).slice(before).map(({ upstream }) => upstream)
    expect(upstreams).toEqual([expect.stringContaining(':'), '', expect.stringContaining(':')])
  })

  test('may be as large as the API allows, but the body of another call may not', async () => {
    const send = (path: string) =>
      fetch(`${nginx.url}${path}`, {
        method: 'POST',
        headers: { 'content-type': 'application/octet-stream' },
        body: Buffer.alloc(LARGEST_UPLOAD_BYTES),
      })
    // The API's refusal of a signed-out caller shows that the request has passed nginx.
    const response = await send('/api/admin/pictures?left=0&top=0&width=1280&height=800')
    expect([response.status, await response.json()]).toMatchObject([401, { code: 'signed_out' }])
    expect((await send('/api/admin/packages')).status).toBe(413)
  })
})

test('the purchase frame has the policy that the API gives it, and no header that forbids frames', async () => {
  await EmbedOrigin.query(shop.db).insert({ origin: 'http://localhost:4399' })
  const { slug } = await shop.db('packages').where({ id: packageId }).first('slug')
  const path = `/embed/${slug}?host=http%3A%2F%2Flocalhost%3A4399`
  // The processes learn of the new package a moment later.
  await expect.poll(async () => (await ask(path)).status, { timeout: 20_000 }).toBe(200)
  const frame = await ask(path)
  expect(frame.headers['content-security-policy']).toContain('frame-ancestors http')
  expect(frame.headers['content-security-policy']).toContain(' http://localhost:4399')
  expect(frame.headers).not.toHaveProperty('x-frame-options')
  expect(frame.headers['cache-control']).toBe('no-store')
  const unknown = await ask('/embed/unknown')
  expect([unknown.status, unknown.headers['x-frame-options']]).toEqual([404, 'DENY'])
})

test('live events are passed on at once', async () => {
  const order = await insertPaidOrder(shop.db)
  const customer = await openSession(shop, order.userId ?? 0)
  const cookie = [...customer.cookies]
    .map(([name, value]) => `${name}=${encodeURIComponent(value)}`)
    .join('; ')
  const stop = new AbortController()
  const headers = { cookie, 'accept-encoding': 'gzip' }
  const response = await fetch(`${nginx.url}/api/events`, { headers, signal: stop.signal })
  expect(response.headers.get('content-encoding')).toBeNull()
  const reader = response.body?.pipeThrough(new TextDecoderStream()).getReader()
  let text = ''
  const waitForEvent = async (event: string) => {
    while (!text.includes(event)) text += (await reader?.read())?.value ?? ''
  }
  await waitForEvent('event: ready')
  await shop.db.transaction((trx) => announce(trx, order.id, { type: 'changed' }))
  await waitForEvent(`event: order\ndata: {"orderId":${order.id}}`)
  stop.abort()
})

describe('the API', () => {
  test('is served by both processes in turn', async () => {
    for (let index = 0; index < 20; index += 1) expect((await ask('/api/readyz')).status).toBe(200)
    const asked = (await nginx.readAccessLog()).slice(-20).map(({ upstream }) => upstream)
    for (const { port } of apis) {
      expect(asked.filter((upstream) => upstream === `127.0.0.1:${port}`).length).toBeGreaterThan(5)
    }
  })

  test('the catalogue comes compressed from the cache, or as 304 where the client has it', async () => {
    // Makes the list long enough to be compressed. The responses cached before must be replaced first.
    for (let number = 0; number < 5; number += 1) await insertPackage(shop.db)
    await expect
      .poll(async () => (await ask('/api/packages', GZIP)).headers['content-encoding'], { timeout: 30_000 })
      .toBe('br')
    const again = await ask('/api/packages', GZIP)
    expect(again.status).toBe(200)
    expect(again.headers).toMatchObject({
      'cache-control': 'public, max-age=0, s-maxage=5, stale-while-revalidate=20',
      'access-control-allow-origin': '*',
      vary: 'accept-encoding',
    })
    expect(again.headers).not.toHaveProperty('set-cookie')
    const known = { ...GZIP, 'if-none-match': String(again.headers.etag) }
    expect((await ask('/api/packages', known)).status).toBe(304)
    expect((await nginx.readAccessLog()).at(-1)?.cache).toMatch(/^(HIT|STALE)$/)
  })

  test('errors, limits and webhooks of the API pass through nginx', async () => {
    const post = (path: string, body: string) =>
      fetch(`${nginx.url}/api${path}`, {
        method: 'POST',
        body,
        headers: { 'content-type': 'application/json' },
      })
    const missing = await fetch(`${nginx.url}/api/nothing`)
    expect(await missing.json()).toMatchObject({ code: 'not_found' })
    expect((await post('/webhooks/razorpay', '{}')).status).toBe(400)
    const large = await post('/coupons/validate', JSON.stringify({ code: 'x'.repeat(70_000) }))
    expect([large.status, (await large.json()).code]).toEqual([413, 'too_large'])
    expect((await fetch(`${nginx.url}/api/metrics`)).status).toBe(404)
  })
})

test('a rolling restart of both processes under load costs no request', async () => {
  const headers = { 'content-type': 'application/json' }
  const get = (path: string): Call => ({ method: 'GET', path, status: 200 })
  const check: Call = {
    method: 'POST',
    path: '/api/coupons/validate',
    body: { code: 'ROLLING' },
    status: 200,
  }
  let buyer = 0
  const order = (keyed: boolean): Call => {
    buyer += 1
    return {
      method: 'POST',
      path: '/api/create-order',
      headers: keyed ? { ...headers, 'idempotency-key': randomUUID() } : headers,
      body: { packageId, finalAmount: 1299, userData: buyerForm({ email: `buyer-${buyer}@example.com` }) },
      status: 201,
    }
  }
  const load = startCalling(nginx.url, [
    ...Array.from({ length: 3 }, () => ({ everyMs: 15, next: () => get('/api/packages') })),
    ...Array.from({ length: 2 }, () => ({ everyMs: 15, next: () => get('/about') })),
    { everyMs: 40, next: () => get(`/packages/${SLUG}`) },
    ...Array.from({ length: 4 }, () => ({ everyMs: 15, next: () => check })),
    { everyMs: 400, next: () => order(true) },
    { everyMs: 400, next: () => order(false) },
  ])
  try {
    for (let roll = 0; roll < PACE.rolls; roll += 1) {
      for (const api of apis) {
        expect(await api.terminate()).toBe(0)
        await api.start()
        // A call that this process refused may now be running in the other one.
        await load.untilCallsEnd()
      }
    }
  } finally {
    await load.stop()
  }
  expect(load.outcome.failures).toEqual([])
  expect(load.outcome.done).toBeGreaterThan(PACE.rolls * 100)
  // No order was made twice, and no confirmed one was lost.
  const orders = (await shop.db('orders').select('id')).length
  expect(orders).toBeLessThanOrEqual(buyer)
  expect(orders).toBeGreaterThanOrEqual(buyer - load.outcome.shed)
})
