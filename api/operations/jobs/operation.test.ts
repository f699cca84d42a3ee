import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { buildApp } from '#api/app.ts'
import type { ProviderEvent as WireEvent } from '#api/contract/money/payments.ts'
import type { Job, Operations } from '#api/contract/operations/jobs.ts'
import type { Attention } from '#api/contract/operations/overview.ts'
import { money } from '#api/rules/money/money.ts'
import { fetchList, type SignedIn, signInAsAdmin } from '#api/testing/back-office.ts'
import { sendProviderEvent } from '#api/testing/provider-events.ts'
import { openTestApp, Visitor } from '#api/testing/test-app.ts'
import { waitUntil } from '#api/testing/wait-until.ts'
import { createDb } from '#db/connection/connection.ts'
import { Payment } from '#db/models/money/payment.ts'
import { ProviderEvent } from '#db/models/money/provider-event.ts'
import { Refund } from '#db/models/money/refund.ts'
import { OutboxMessage } from '#db/models/platform/outbox-message.ts'
import { insertPackage, insertPayment } from '#db/testing/builders.ts'

const shop = openTestApp()
let ada: SignedIn
beforeEach(async () => {
  await shop.setFaults({ dropWebhooks: true })
  ada = await signInAsAdmin(shop)
})

const list = async (query = '') => (await fetchList<Job>(ada.browser, `/api/admin/jobs${query}`)).rows
const retry = ({ queue, id }: { queue: string; id: string }) =>
  ada.browser.post(`/api/admin/jobs/${queue}/${id}/retry`)
const count = async () => (await ada.browser.get('/api/admin/operations')).json<Operations>()
const queueOf = async (name: string) => (await count()).queues.find((queue) => queue.name === name)

/** A refund whose job makes its last attempt while the provider is unreachable. */
async function failRefund(): Promise<Refund> {
  const opened = await shop.gateway.createOrder({ amount: money(5_000, 'USD'), receipt: 'nobody', notes: {} })
  const { razorpay_payment_id: providerPaymentId } = await shop.pay(opened.id)
  const { id } = await insertPayment(shop.db, {
    providerPaymentId,
    amountCents: 5_000,
    flag: 'unknown_order',
  })
  await ada.browser.post(`/api/admin/money-without-order/${id}/refunds`, { reason: 'Nobody’s' })
  await shop.db('jobs.job').where({ name: 'refund' }).update({ retryLimit: 0 })
  await shop.setFaults({ dropWebhooks: true, failRate: 1 })
  await shop.finishJobs()
  await shop.setFaults({ dropWebhooks: true })
  return await Refund.query(shop.db).findOne({ paymentId: id }).throwIfNotFound()
}

describe('a job that has failed for good', () => {
  test('is listed with its subject and its error, counted, and tried again on request', async () => {
    const refund = await failRefund()
    const [job] = await list()
    expect(job).toMatchObject({
      queue: 'refund',
      state: 'failed',
      subject: { kind: 'refund', id: refund.id },
      tries: 1,
      error: expect.stringMatching(/^The payment provider gave no answer/),
      canRetry: true,
      failedAt: expect.stringMatching(/Z$/),
    })
    expect(await count()).toMatchObject({ failedJobs: 1 })
    expect(await queueOf('refund')).toMatchObject({ failed: 1, waiting: 0 })

    const response = await retry(job as Job)
    expect(response.statusCode, response.body).toBe(200)
    expect(response.json()).toMatchObject({ state: 'retry', canRetry: false })
    expect(await queueOf('refund')).toMatchObject({ failed: 0, retry: 1 })
    await shop.finishJobs()
    expect(await refund.$query(shop.db)).toMatchObject({ status: 'processed' })
    expect(await list()).toEqual([])
    const [entry] = (await ada.browser.get('/api/admin/audit-log?subject=job')).json()
    expect(entry).toMatchObject({
      actor: { id: ada.user.id },
      subjectId: refund.id,
      subjectLabel: `refund ${refund.id}`,
      changes: [{ field: 'state', from: 'failed', to: 'retry' }],
    })
  })

  test('is tried again once; a job that is active, completed or unknown is not', async () => {
    await failRefund()
    const [job] = (await list()) as [Job]
    expect((await Promise.all([retry(job), retry(job)])).map(({ statusCode }) => statusCode).sort()).toEqual([
      200, 409,
    ])
    await shop.finishJobs()
    expect((await retry(job)).statusCode).toBe(404)
    for (const unknown of [
      { queue: 'refund', id: '00000000-0000-4000-8000-000000000000' },
      { queue: 'refund', id: '1' },
      { queue: 'nothing', id: job.id },
      { queue: 'mail', id: job.id },
    ]) {
      expect((await retry(unknown)).statusCode, JSON.stringify(unknown)).toBe(404)
    }
    expect((await retry({ queue: 'reconcile', id: job.id })).json()).toMatchObject({
      code: 'job_not_retryable',
    })
  })

  test('that runs again by itself is in neither list nor count, unless its queue is asked for', async () => {
    await shop.db('jobs.job').insert({ name: 'reconcile', state: 'failed' })
    await failRefund()
    const attention = (await ada.browser.get('/api/admin/attention')).json<Attention>()
    expect([(await list()).length, attention.jobs.total, (await count()).failedJobs]).toEqual([1, 1, 1])
    expect(await list('?queue=reconcile')).toMatchObject([{ queue: 'reconcile', canRetry: false }])
  })

  test('is found by queue, state and words, and paged', async () => {
    const refund = await failRefund()
    const { id: outboxId } = await OutboxMessage.query(shop.db)
      .insert({ kind: 'welcome', payload: {} })
      .returning('id')
    await shop.db.transaction((trx) => shop.jobs.send(trx, 'mail', { outboxId }))
    expect(await list('?queue=mail')).toEqual([])
    expect(await list('?queue=mail&state=waiting')).toMatchObject([
      { queue: 'mail', subject: { kind: 'mail', id: outboxId }, tries: 0, error: null, canRetry: false },
    ])
    expect(await list('?q=no+answer')).toMatchObject([{ subject: { id: refund.id } }])
    expect(await list('?q=something+else')).toEqual([])
    expect(await list('?offset=1')).toEqual([])
    for (const query of ['?queue=nothing', '?state=completed', '?sort=name']) {
      expect((await ada.browser.get(`/api/admin/jobs${query}`)).statusCode, query).toBe(400)
    }
  })
})

describe('an event of the provider', () => {
  const listEvents = async (query = '') =>
    (await fetchList<WireEvent>(ada.browser, `/api/admin/provider-events${query}`)).rows
  const resend = (id: number) => ada.browser.post(`/api/admin/provider-events/${id}/resend`)
  const ids = { razorpay_order_id: 'order_unknown1', razorpay_payment_id: 'pay_unknown1' }

  test('is listed with its state; one that fails shows its error and is counted', async () => {
    await sendProviderEvent(shop, 'payment.captured', ids)
    const [event] = await listEvents()
    expect(event).toMatchObject({
      eventType: 'payment.captured',
      state: 'failing',
      providerPaymentId: 'pay_unknown1',
      attempts: 1,
      error: 'No order is known as order_unknown1',
      processedAt: null,
    })
    expect(await count()).toMatchObject({ failingProviderEvents: 1 })
    expect(await listEvents('?state=handled')).toEqual([])
    expect(await listEvents('?state=failing&q=pay_unknown1')).toHaveLength(1)
    expect(await listEvents('?q=payment.failed')).toEqual([])
  })

  test('is handled again on request, even one that was handled; nothing changes twice', async () => {
    const opened = await shop.gateway.createOrder({
      amount: money(5_000, 'USD'),
      receipt: 'nobody',
      notes: {},
    })
    const paid = await shop.pay(opened.id)
    await sendProviderEvent(shop, 'payment.captured', paid)
    // After a minute, the payment is stored as stray money.
    await shop.db('provider_events').update({ receivedAt: shop.db.raw(`now() - interval '2 minutes'`) })
    const [{ id }] = (await listEvents()) as [WireEvent]
    for (const nth of [1, 2]) {
      const response = await resend(id)
      expect(response.json(), response.body).toMatchObject({ state: 'waiting', error: null })
      await shop.finishJobs()
      expect(await ProviderEvent.query(shop.db).findById(id)).toMatchObject({
        processedAt: expect.any(Date),
        attempts: 1 + nth,
      })
      expect(await Payment.query(shop.db)).toMatchObject([{ flag: 'unknown_order' }])
    }
    const audit = (await ada.browser.get('/api/admin/audit-log?subject=webhook')).json()
    expect(audit.map(({ changes }: { changes: unknown }) => changes)).toEqual([
      [{ field: 'state', from: 'handled', to: 'waiting' }],
      [{ field: 'state', from: 'failing', to: 'waiting' }],
    ])
    expect((await resend(999)).statusCode).toBe(404)
  })
})

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
      expect([response.statusCode, response.json()]).toMatchObject([503, { code: 'migrations_pending' }])
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
    expect([ready.statusCode, ready.json()]).toMatchObject([503, { code: 'database_down' }])
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
        message: 'The shop is busy. Please try again in a moment.',
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
    // Waits until they have ended; otherwise it may kill a connection of the next test.
    await killer.raw(
      `SELECT pg_terminate_backend(pid, 60000) FROM pg_stat_activity WHERE datname = current_database() AND pid <> pg_backend_pid()`,
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
    // Counts only this request, because completed ones no longer count.
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
