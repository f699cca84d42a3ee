import type { FastifyInstance } from 'fastify'
import { Redis } from 'ioredis'
import {
  afterAll,
  afterEach,
  beforeAll,
  beforeEach,
  describe,
  expect,
  onTestFinished,
  test,
  vi,
} from 'vitest'
import { buildApp } from '#api/app.ts'
import { createGateway } from '#api/money/payments/provider.ts'
import { parseEnv } from '#api/platform/environment/env.ts'
import { createDeviceCookie } from '#api/platform/http/device.ts'
import { Jobs } from '#api/platform/jobs/jobs.ts'
import { insertUser } from '#db/testing/builders.ts'
import { openTestDb } from '#db/testing/test-db.ts'
import { buyerForm } from './buyer.ts'
import { ensureRedisServer, RedisServer } from './redis-server.ts'
import { statusesOf } from './statuses.ts'
import { TEST_CREDENTIALS } from './test-app.ts'

const SHARED = { email: 'shared@example.com', passwordHash: 'none', factors: [] }
const SECRET = 'a-secret-of-these-tests-alone-0123456789'
const testDb = openTestDb()
let redis: RedisServer
let lines: string[] = []

beforeAll(async () => {
  ensureRedisServer()
  redis = await RedisServer.create()
})
afterAll(() => redis.stop())

/** Two apps with one database and one Redis, like two processes of a shop. */
let apps: FastifyInstance[] = []
beforeEach(async () => {
  lines = []
  await redis.start()
  await insertUser(testDb.db, SHARED)
  apps = await Promise.all([openApp(), openApp()])
})
afterEach(async () => {
  await Promise.all(apps.map((app) => app.close()))
  redis.thaw()
  await redis.stop()
})

async function openApp(redisUrl = redis.url): Promise<FastifyInstance> {
  const app = await buildApp({
    env: {
      ...parseEnv({ NODE_ENV: 'test', LOG_LEVEL: 'warn', REDIS_URL: redisUrl, TRUST_PROXY: '127.0.0.1' }),
      sessionSecrets: [SECRET],
    },
    db: testDb.db,
    gateway: createGateway({ ...TEST_CREDENTIALS, checkoutScript: '/' }),
    jobs: new Jobs({ databaseUrl: testDb.url, isWorking: false }),
    logTo: { write: (line) => lines.push(line) },
    overload: false,
  })
  await app.ready()
  return app
}

interface Call {
  url: string
  payload?: object
  /** The last part of the caller's address. */
  host?: number
  device?: string
}

/** Sends calls to the two apps in turn. */
const call = (nth: number, { url, payload, host = 0, device }: Call) =>
  (apps[nth % apps.length] as FastifyInstance).inject({
    method: 'POST',
    url,
    headers: { 'x-forwarded-for': `203.0.113.${host}` },
    ...(payload && { payload }),
    ...(device && { cookies: { device } }),
  })
const guess = (from: Pick<Call, 'host' | 'device'> = {}): Call => ({
  url: '/api/auth/login',
  payload: { email: 'shared@example.com', password: 'wrong-guess' },
  ...from,
})
const generate = (nth: number) => call(nth, { url: '/api/coupons/generate' })
const login = (nth: number) => call(nth, guess())
const times = (count: number, status: number): number[] => Array(count).fill(status)

describe('two API processes that share a Redis', () => {
  const device = () => createDeviceCookie({ sessionSecrets: [SECRET] }, SHARED, undefined)
  const oneDevice = device()

  test.each<[what: string, ask: (nth: number) => Call, statuses: number[]]>([
    ['coupons of the exit offer', () => ({ url: '/api/coupons/generate' }), [...times(5, 201), 429, 429]],
    ['wrong passwords of a stranger', () => guess(), [...times(5, 401), 429, 429]],
    [
      'wrong passwords of a device',
      (nth) => guess({ host: nth, device: oneDevice }),
      [...times(5, 401), 429],
    ],
    [
      'wrong passwords of all devices of an account',
      (nth) => guess({ host: nth, device: device() }),
      [...times(20, 401), 429],
    ],
    [
      'tries to register an account',
      (nth) => ({ url: '/api/auth/register', host: nth, payload: buyerForm() }),
      [201, ...times(4, 409), 429],
    ],
    [
      'links to a recipient',
      () => ({ url: '/api/auth/forgot-password', payload: { email: 'shared@example.com' } }),
      [...times(3, 202), 429],
    ],
  ])('allow together as many as one process alone: %s', async (_what, ask, statuses) => {
    // With the usual timeout, an app on a slow machine could give up on Redis and count locally.
    const patient = `${redis.url}/0?socketTimeout=15000`
    const impatient = apps
    apps = await Promise.all([openApp(patient), openApp(patient)])
    await Promise.all(impatient.map((app) => app.close()))
    expect(await statusesOf(statuses.length, (nth) => call(nth, ask(nth)))).toEqual(statuses)
  })

  test('slow an account together that strangers at many addresses guess at', async () => {
    await statusesOf(6, (nth) => call(nth, guess({ host: nth })))
    const client = new Redis(redis.url)
    expect(await client.keys('shop:tries:password:account:*')).toHaveLength(1)
    const [key = ''] = await client.keys('shop:tries:password:account:*')
    expect(await client.get(key)).toBe('6')
    client.disconnect()
  })

  test('do so also when all tries come at once', async () => {
    const responses = await Promise.all(Array.from({ length: 40 }, (_, index) => generate(index)))
    expect(responses.filter(({ statusCode }) => statusCode === 201)).toHaveLength(5)
    expect(Number(responses.at(-1)?.headers['retry-after'])).toBeGreaterThan(0)
  })

  test('store no e-mail address in it, and nothing for ever', async () => {
    await statusesOf(2, login)
    const client = new Redis(redis.url)
    const keys = await client.keys('*')
    expect(keys.length).toBeGreaterThan(0)
    expect(keys.join()).not.toContain('shared')
    expect(await Promise.all(keys.map((key) => client.pttl(key)))).not.toContain(-1)
    client.disconnect()
  })
})

/** Stops Redis, and returns once both apps have noticed. */
async function stopRedis(): Promise<void> {
  await redis.stop()
  await expect.poll(countWarnings).toBeGreaterThanOrEqual(apps.length)
}
const countWarnings = () => lines.filter((line) => line.includes('Redis cannot be reached')).length

describe('a Redis that is down', () => {
  test('does not stop the shop: each process counts for itself and logs it once', async () => {
    await stopRedis()
    expect(await statusesOf(10, generate)).toEqual(Array(10).fill(201))
    expect(await statusesOf(4, generate)).toEqual(Array(4).fill(429))
    expect(countWarnings()).toBeLessThanOrEqual(2 * apps.length)
  })

  test('is used again when it is back', async () => {
    await stopRedis()
    await generate(0)
    await redis.start()
    const client = new Redis(redis.url)
    await expect
      .poll(
        async () => {
          await login(0)
          return (await client.keys('*')).length
        },
        { timeout: 30_000, interval: 200 },
      )
      .toBeGreaterThan(0)
    client.disconnect()
  })

  test('but accepts connections delays only the first request, by a quarter of a second', async () => {
    redis.freeze()
    // The clock is frozen, so that time passes only through timers.
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'Date'] })
    onTestFinished(() => void vi.useRealTimers())
    let isOver = false
    const first = generate(0).finally(() => {
      isOver = true
    })
    while (vi.getTimerCount() === 0) await new Promise(setImmediate)
    vi.advanceTimersByTime(249)
    await new Promise(setImmediate)
    expect(isOver).toBe(false)
    vi.advanceTimersByTime(1)
    expect((await first).statusCode).toBe(201)
    for (let next = 0; next < 3; next += 1) expect((await generate(0)).statusCode).toBe(201)
  })

  test('does not prevent the API from starting', async () => {
    await redis.stop()
    const late = await openApp()
    expect((await late.inject('/api/healthz')).statusCode).toBe(200)
    expect((await late.inject({ method: 'POST', url: '/api/coupons/generate' })).statusCode).toBe(201)
    await late.close()
  })
})
