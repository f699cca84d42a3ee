import { once } from 'node:events'
import { get, type IncomingMessage } from 'node:http'
import type { FastifyInstance } from 'fastify'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { insertPackage } from '../../db/testing/builders.ts'
import { buildApp } from '../app.ts'
import { openTestApp } from '../testing/test-app.ts'

const PROXIED = { 'x-forwarded-for': '203.0.113.7', 'x-forwarded-proto': 'https' }

const shop = openTestApp({ variables: { LOG_LEVEL: 'debug', TRUST_PROXY: '127.0.0.1' } })
let app: FastifyInstance
let origin: string
let lines: Record<string, unknown>[] = []
/** Requests that Fastify has seen. */
let seen = 0

beforeAll(async () => {
  const logTo = { write: (line: string) => void lines.push(JSON.parse(line)) }
  const { env, db, gateway, jobs, dbUrl } = shop
  app = await buildApp({ env, db, gateway, jobs, catalogueUrl: dbUrl, overload: false, logTo })
  app.addHook('onRequest', async () => {
    seen += 1
  })
  origin = await app.listen({ port: 0, host: '127.0.0.1' })
})
afterAll(() => app.close())

const ask = async (path: string, headers: Record<string, string> = {}) => {
  const response = await fetch(origin + path, { headers: { ...PROXIED, ...headers } })
  const { date: _, ...received } = Object.fromEntries(response.headers)
  return { status: response.status, headers: received, body: await response.text() }
}

/** Asks until Fastify no longer sees the call. */
const untilCached = async (path: string, headers = {}) => {
  await expect
    .poll(
      async () => {
        seen = 0
        await ask(path, headers)
        return seen
      },
      { timeout: 30_000 },
    )
    .toBe(0)
}

let path: string
beforeEach(async () => {
  const { id, slug } = await insertPackage(shop.db)
  path = `/api/packages/${id}`
  // The id is the one of the test before, whose responses are cached until the process hears of the change.
  for (const url of [path, '/api/packages']) {
    await expect.poll(async () => (await ask(`${url}?again`)).body, { timeout: 30_000 }).toContain(slug)
  }
})

test.each(['identity', 'br'])('a repetition in %s is the same response', async (encoding) => {
  const headers = { 'accept-encoding': encoding }
  for (const url of [path, `${path}/reviews`, '/api/packages']) {
    // With a query it goes through Fastify.
    const first = await ask(`${url}?again`, headers)
    await untilCached(url, headers)
    expect(await ask(url, headers)).toEqual(first)
  }
})

test('a repetition is logged and counted like any request', async () => {
  await untilCached(path)
  const count = async () =>
    /_count\{method="GET",route="\/api\/packages\/:id",status="200"\} (\d+)/.exec(
      (await app.inject('/api/metrics')).body,
    )?.[1]
  const before = Number(await count())
  lines = []
  await ask(`${path}?again`)
  await ask(path)
  await expect.poll(async () => Number(await count()), { timeout: 30_000 }).toBe(before + 2)
  const [seenByFastify, repeated] = lines.filter(({ route }) => route === '/api/packages/:id')
  const own = { reqId: expect.any(String), time: expect.any(Number), ms: expect.any(Number), url: path }
  expect(repeated).toEqual({ ...seenByFastify, ...own })
  expect(repeated?.remoteAddress).toBe(PROXIED['x-forwarded-for'])
  expect(repeated?.reqId).not.toBe(seenByFastify?.reqId)
})

test('a client that has the response gets 304, and a change is seen', async () => {
  await untilCached(path)
  const { headers } = await ask(path)
  // Not by fetch, which asks for a new response then.
  const conditional = get(origin + path, { headers: { 'if-none-match': headers.etag } })
  const [response] = (await once(conditional, 'response')) as [IncomingMessage]
  expect(response.resume().statusCode).toBe(304)
  await shop.db('packages').update({ name: 'Renamed' })
  await expect.poll(async () => (await ask(path)).body, { timeout: 30_000 }).toContain('Renamed')
})
