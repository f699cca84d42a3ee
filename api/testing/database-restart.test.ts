import { mkdtemp } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import type { FastifyInstance } from 'fastify'
import type { Knex } from 'knex'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { buildApp } from '#api/app.ts'
import { createGateway } from '#api/money/payments/provider.ts'
import { parseEnv } from '#api/platform/environment/env.ts'
import { Jobs } from '#api/platform/jobs/jobs.ts'
import { createDb } from '#db/connection/connection.ts'
import {
  type EmbeddedPostgres,
  removeEmbeddedPostgres,
  startEmbeddedPostgres,
} from '#db/connection/embedded.ts'
import { findFreePort } from '#db/connection/ports.ts'
import { insertPackage, insertUser } from '#db/testing/builders.ts'
import { TEST_CREDENTIALS } from './test-app.ts'

/** A separate PostgreSQL, because that of the other tests must not be stopped. */
let dataDir = ''
let port = 0
let server: EmbeddedPostgres
let db: Knex
let app: FastifyInstance
const start = async () => {
  server = await startEmbeddedPostgres(dataDir, { settings: { port: String(port), fsync: 'off' } })
}

beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'shop-restart-'))
  port = await findFreePort()
  await start()
  const url = new URL(server.urlOf('postgres'))
  url.port = String(port)
  db = createDb(url.href)
  await db.migrate.latest()
  app = await buildApp({
    env: {
      ...parseEnv({ NODE_ENV: 'test', RATE_LIMIT: 'off', LOG_LEVEL: 'silent' }),
      sessionSecrets: ['a-secret-of-these-tests-alone-0123456789'],
    },
    db,
    gateway: createGateway({ ...TEST_CREDENTIALS, checkoutScript: '/' }),
    jobs: new Jobs({ databaseUrl: url.href, isWorking: false }),
    overload: false,
  })
  await app.ready()
})
afterAll(async () => {
  await app.close()
  await db.destroy()
  await removeEmbeddedPostgres(dataDir)
})

// An unhandled error event would end a real process; here it fails the run (vitest.config.ts).
test('a restart of PostgreSQL under load ends no process: calls get 503 meanwhile and are served again afterwards', async () => {
  await insertPackage(db)
  await insertUser(db, { email: 'known@example.com' })
  let isOver = false
  const statuses = new Map<number, number>()
  const count = (status: number) => statuses.set(status, (statuses.get(status) ?? 0) + 1)
  const load = Promise.all(
    Array.from({ length: 8 }, async (_, index) => {
      while (!isOver) {
        const { statusCode } =
          index % 2 === 0
            ? await app.inject('/api/packages')
            : await app.inject({ method: 'POST', url: '/api/coupons/generate' })
        count(statusCode)
        await sleep(2)
      }
    }),
  )
  const served = () => (statuses.get(200) ?? 0) + (statuses.get(201) ?? 0)
  try {
    await expect.poll(served).toBeGreaterThan(50)
    await server.stop()
    await expect.poll(() => statuses.get(503) ?? 0).toBeGreaterThan(20)
    expect((await app.inject('/api/healthz')).statusCode).toBe(200)
    expect((await app.inject('/api/readyz')).statusCode).toBe(503)
    await start()
    const before = served()
    await expect.poll(served).toBeGreaterThan(before + 50)
  } finally {
    isOver = true
    await load
  }
  expect((await app.inject('/api/readyz')).statusCode).toBe(200)
  expect([...statuses.keys()].sort()).toEqual([200, 201, 503])
})
