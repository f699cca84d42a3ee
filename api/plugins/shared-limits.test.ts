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
import { openTestDb } from '../../db/testing/test-db.ts'
import { buildApp } from '../app.ts'
import { parseEnv } from '../env.ts'
import { createGateway } from '../features/payments/provider.ts'
import { Jobs } from '../jobs/jobs.ts'
import { ensureRedisServer, RedisServer } from '../testing/redis-server.ts'
import { TEST_CREDENTIALS } from '../testing/test-app.ts'

const testDb = openTestDb()
let redis: RedisServer
let lines: string[] = []

beforeAll(async () => {
  ensureRedisServer()
  redis = await RedisServer.create()
}, 150_000)
afterAll(() => redis.stop())

/** Two apps that share what two processes of one shop share. */
let apps: FastifyInstance[] = []
beforeEach(async () => {
  lines = []
  await redis.start()
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
      ...parseEnv({ NODE_ENV: 'test', LOG_LEVEL: 'warn', REDIS_URL: redisUrl }),
      sessionSecrets: ['a-secret-of-these-tests-alone-0123456789'],
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

const generate = (index: number) =>
  (apps[index % apps.length] as FastifyInstance).inject({ method: 'POST', url: '/api/coupons/generate' })
const login = (index: number) =>
  (apps[index % apps.length] as FastifyInstance).inject({
    method: 'POST',
    url: '/api/auth/login',
    payload: { email: 'shared@example.com', password: 'wrong-guess' },
  })

async function statusesOf(count: number, ask: (index: number) => Promise<{ statusCode: number }>) {
  const statuses: number[] = []
  for (let index = 0; index < count; index += 1) statuses.push((await ask(index)).statusCode)
  return statuses
}

describe('two API processes that share a Redis', () => {
  test('allow together as many tries as one process alone', async () => {
    // On a machine that stalls, a process would take Redis for away and count for itself.
    const patient = `${redis.url}/0?commandTimeout=15000`
    const impatient = apps
    apps = await Promise.all([openApp(patient), openApp(patient)])
    await Promise.all(impatient.map((app) => app.close()))
    expect(await statusesOf(7, generate)).toEqual([201, 201, 201, 201, 201, 429, 429])
    expect(await statusesOf(7, login)).toEqual([401, 401, 401, 401, 401, 429, 429])
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

/** Both apps have noticed. */
async function stopRedis(): Promise<void> {
  await redis.stop()
  await expect.poll(countWarnings, { timeout: 15_000 }).toBeGreaterThanOrEqual(apps.length)
}
const countWarnings = () => lines.filter((line) => line.includes('Redis is away')).length

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

  test('but accepts connections delays the first request by a quarter of a second and the next ones not at all', async () => {
    redis.freeze()
    // The clock stands still, so only what waits for it takes time.
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
