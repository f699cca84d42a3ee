/** Which responses of the catalogue nginx caches, and for whom. The API behind it responds with its request count. */
import { once } from 'node:events'
import { mkdtempSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import { createServer, type IncomingMessage, type OutgoingHttpHeaders, request } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { ensureNginx, Nginx } from '#e2e/servers/nginx.ts'

const LIST = '/api/packages'
const CACHEABLE = { 'cache-control': 'public, max-age=0, s-maxage=5, stale-while-revalidate=20' }

const siteDir = mkdtempSync(join(tmpdir(), 'no-site-'))
/** Requests that have reached the API since the test began. */
let asked: IncomingMessage[] = []
let headers: OutgoingHttpHeaders = CACHEABLE
/** The API responds when this is resolved. */
let isReleased = Promise.resolve()
/** The body is the number of requests so far. */
const api = createServer(async (incoming, response) => {
  asked.push(incoming)
  const times = String(asked.length)
  await isReleased
  response.writeHead(200, headers).end(times)
})
let nginx: Nginx

beforeAll(async () => {
  ensureNginx()
  api.listen(0, '127.0.0.1')
  await once(api, 'listening')
})
// Each test begins with an empty cache.
beforeEach(async () => {
  await nginx?.stop()
  const { port } = api.address() as AddressInfo
  nginx = await Nginx.start({ upstreamPorts: [port, port], siteDir })
  asked = []
  headers = CACHEABLE
})
afterAll(async () => {
  await nginx?.stop()
  api.close()
  await rm(siteDir, { recursive: true })
})

const ask = async (path = LIST, sent: Record<string, string> = {}) => {
  const response = await fetch(nginx.url + path, { headers: sent })
  return response.text()
}

test('two visitors get one cached response, and the log says so', async () => {
  expect([await ask(), await ask()]).toEqual(['1', '1'])
  await expect
    .poll(async () => (await nginx.readAccessLog()).flatMap(({ cache }) => cache ?? []))
    .toEqual(['MISS', 'HIT'])
})

test.each(['sid', '__Host-sid'])(
  'a request with the cookie %s neither reads nor fills the cache',
  async (name) => {
    const session = { cookie: `signed_in=1; ${name}=abc` }
    expect(await ask(LIST, session)).toBe('1')
    expect(await ask()).toBe('2')
    expect(await ask(LIST, session)).toBe('3')
    expect(await ask()).toBe('2')
  },
)

test('other cookies, such as signed_in, share the cached response', async () => {
  expect(await ask(LIST, { cookie: 'signed_in=1; device=abc; nosid=1' })).toBe('1')
  expect(await ask()).toBe('1')
})

test.each([
  ['sets a cookie', { ...CACHEABLE, 'set-cookie': 'sid=abc' }],
  ['forbids caching', { 'cache-control': 'no-store' }],
])('a response that %s is not cached', async (_, sent) => {
  headers = sent
  expect([await ask(), await ask()]).toEqual(['1', '2'])
})

test.each([
  '/api/packages/1',
  '/api/packages/1/reviews',
  '/api/packages/1/reviews/random',
  '/api/categories',
])('%s is cached', async (path) => {
  expect([await ask(path), await ask(path), await ask(`${path}?again`)]).toEqual(['1', '1', '1'])
})

test.each(['/api/packages/1/questions', '/api/auth/me', '/embed/a-package'])(
  '%s is not cached, whatever its headers say',
  async (path) => {
    expect([await ask(path), await ask(path)]).toEqual(['1', '2'])
  },
)

test('simultaneous requests reach the API once', async () => {
  const { promise, resolve } = Promise.withResolvers<void>()
  isReleased = promise
  const asking = Array.from({ length: 10 }, () => request(nginx.url + LIST, { agent: false }).end())
  const responses = Promise.all(asking.map((one) => once(one, 'response')))
  await Promise.all(asking.map((one) => once(one, 'finish')))
  await expect.poll(() => asked.length).toBeGreaterThan(0)
  resolve()
  for (const [response] of await responses) (response as IncomingMessage).resume()
  expect(asked).toHaveLength(1)
})

test('there is one cached response for each encoding, however browsers write it', async () => {
  for (const accepted of ['gzip, deflate, br, zstd', 'br;q=1.0, gzip;q=0.8', 'br'])
    expect(await ask(LIST, { 'accept-encoding': accepted })).toBe('1')
  for (const accepted of ['gzip', 'gzip, br;q=0', 'brotli, GZIP;q=0.5'])
    expect(await ask(LIST, { 'accept-encoding': accepted })).toBe('2')
  for (const accepted of ['identity', 'gzip;q=0, br;q=0.0', 'x-br'])
    expect(await ask(LIST, { 'accept-encoding': accepted })).toBe('3')
  expect(asked.map((incoming) => incoming.headers['accept-encoding'])).toEqual(['br', 'gzip', undefined])
})

test('a stale response is served while a new one is fetched, and never after the time that the API allows', async () => {
  const allow = (seconds: number) => {
    headers = { 'cache-control': `public, max-age=0, s-maxage=1, stale-while-revalidate=${seconds}` }
  }
  allow(20)
  expect(await ask()).toBe('1')
  allow(1)
  await expect.poll(() => ask(), { timeout: 20_000 }).toBe('2')
  expect((await nginx.readAccessLog()).map(({ cache }) => cache)).toContain('STALE')
  // One second fresh, one second stale, and one for the rounding of nginx's clock.
  await sleep(3_000)
  expect(await ask()).toBe(String(asked.length))
  expect(asked.length).toBeGreaterThan(2)
})
