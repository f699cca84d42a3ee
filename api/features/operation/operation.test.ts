import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createDb } from '../../../db/connection/connection.ts'
import { insertPackage } from '../../../db/testing/builders.ts'
import { buildApp } from '../../app.ts'
import { openTestApp, Visitor } from '../../testing/test-app.ts'
import { waitUntil } from '../../testing/wait-until.ts'

const shop = openTestApp()

describe('health', () => {
  test('says alive and ready while it is', async () => {
    const visitor = new Visitor(shop)
    expect((await visitor.get('/api/healthz')).json()).toEqual({ status: 'ok' })
    expect((await visitor.get('/api/readyz')).json()).toEqual({ status: 'ready' })
  })

  test('says not ready while a migration is to run', async () => {
    const [last] = await shop.db('knex_migrations').orderBy('id', 'desc').limit(1)
    await shop.db('knex_migrations').where({ id: last.id }).delete()
    try {
      const response = await new Visitor(shop).get('/api/readyz')
      expect(response.statusCode).toBe(503)
      expect(response.json()).toMatchObject({ code: 'migrations_pending' })
    } finally {
      await shop.db('knex_migrations').insert(last)
    }
  })

  test('says ready while a newer release has migrated the database', async () => {
    const newer = { name: '9999-of-a-newer-release.ts' }
    await shop.db('knex_migrations').insert({ ...newer, batch: 99, migrationTime: new Date() })
    try {
      expect((await new Visitor(shop).get('/api/readyz')).json()).toEqual({ status: 'ready' })
    } finally {
      await shop.db('knex_migrations').where(newer).delete()
    }
  })
})

test('a process whose database is a standby, which takes no changes, is not ready and refuses for the moment', async () => {
  const url = new URL(shop.dbUrl)
  url.searchParams.set('options', '-c default_transaction_read_only=on')
  const standby = createDb(url.href)
  const { env, gateway, jobs } = shop
  const app = await buildApp({ env, db: standby, gateway, jobs, overload: false })
  const ready = await app.inject('/api/readyz')
  const call = await app.inject({
    method: 'POST',
    url: '/api/auth/forgot-password',
    headers: { origin: env.publicOrigin },
    payload: { email: 'somebody@example.com' },
  })
  for (const { statusCode, headers } of [ready, call]) {
    expect([statusCode, headers['retry-after']]).toEqual([503, expect.any(String)])
  }
  await app.close()
  await standby.destroy()
})

describe('without a database', () => {
  const nowhere = createDb('postgres://nobody@127.0.0.1:1/nowhere')
  let app: Awaited<ReturnType<typeof buildApp>>
  beforeAll(async () => {
    app = await buildApp({
      env: shop.env,
      db: nowhere,
      gateway: shop.gateway,
      jobs: shop.jobs,
      overload: false,
    })
  })
  afterAll(async () => {
    await app.close()
    await nowhere.destroy()
  })

  test('the process is alive and not ready', async () => {
    expect((await app.inject('/api/healthz')).statusCode).toBe(200)
    const ready = await app.inject('/api/readyz')
    expect(ready.statusCode).toBe(503)
    expect(ready.json()).toMatchObject({ code: 'database_down' })
    expect(ready.headers['retry-after']).toBeDefined()
  })

  test('every call that needs it is 503 with the time to wait, and says nothing of the database', async () => {
    const cookie = new (await import('@fastify/cookie')).Signer(shop.env.sessionSecrets).sign('any')
    const calls = [
      app.inject('/api/packages'),
      app.inject({ url: '/api/auth/me', cookies: { sid: cookie } }),
      app.inject({
        method: 'POST',
        url: '/api/auth/login',
        payload: { email: 'a@example.com', password: 'a-fine-secret' },
      }),
      app.inject({ method: 'POST', url: '/api/coupons/generate' }),
    ]
    for (const response of await Promise.all(calls)) {
      expect(response.statusCode).toBe(503)
      expect(response.json()).toEqual({
        code: 'overloaded',
        message: 'The shop is busy, please try again in a moment',
        requestId: expect.any(String),
      })
      expect(Number(response.headers['retry-after'])).toBeGreaterThan(0)
    }
  })
})

test('a database that drops every connection under load causes responses of 503 at most, and is used again at once', async () => {
  await insertPackage(shop.db)
  const statuses: number[] = []
  const load = Promise.all(
    Array.from({ length: 8 }, async () => {
      for (let index = 0; index < 25; index += 1) {
        statuses.push((await new Visitor(shop).get('/api/packages')).statusCode)
      }
    }),
  )
  const killer = createDb(shop.dbUrl, { poolMax: 1 })
  for (let index = 0; index < 3; index += 1) {
    await waitUntil(() => statuses.length >= (index + 1) * 25)
    await killer.raw(
      `SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = current_database() AND pid <> pg_backend_pid()`,
    )
  }
  await killer.destroy()
  await load
  expect(statuses.filter((status) => status !== 200 && status !== 503)).toEqual([])
  expect((await new Visitor(shop).get('/api/packages')).statusCode).toBe(200)
})

describe('metrics', () => {
  test('count requests by route, never by what a visitor typed, and show the pool', async () => {
    const visitor = new Visitor(shop)
    await visitor.get('/api/packages/424242')
    await visitor.get('/api/packages/434343?q=typed')
    await visitor.get('/api/typed-by-somebody')
    const metrics = await visitor.get('/api/metrics')
    expect(metrics.headers['content-type']).toContain('text/plain')
    expect(metrics.body).toMatch(
      /http_request_duration_seconds_count\{method="GET",route="\/api\/packages\/:id",status="404"\} 2/,
    )
    for (const name of ['db_pool_used', 'db_pool_free', 'db_pool_waiting', 'process_cpu_seconds_total']) {
      expect(metrics.body).toMatch(new RegExp(`^${name} [\\d.]+$`, 'm'))
    }
    // This request alone, because completed ones are no longer counted.
    expect(metrics.body).toMatch(/^http_requests_running 1$/m)
    expect(metrics.body).not.toMatch(/424242|typed/)
  })

  test.each([
    ['of another machine', '192.0.2.7', {}],
    ['of another machine in IPv6', '2001:db8::7', {}],
    ['that came through a proxy on this machine', '127.0.0.1', { 'x-forwarded-for': '192.0.2.7' }],
    ['that came through one and claims to be local', '127.0.0.1', { 'x-forwarded-for': '127.0.0.1' }],
  ])('are not there for a caller %s', async (_who, remoteAddress, headers: Record<string, string>) => {
    const response = await shop.app.inject({ url: '/api/metrics', remoteAddress, headers })
    expect(response.statusCode).toBe(404)
    expect(response.body).not.toContain('process_')
  })

  test('are served to callers on this machine under any of its addresses', async () => {
    for (const remoteAddress of ['127.0.0.1', '127.0.0.53', '::1', '::ffff:127.0.0.1']) {
      expect((await shop.app.inject({ url: '/api/metrics', remoteAddress })).statusCode).toBe(200)
    }
  })
})
