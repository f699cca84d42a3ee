import { createHmac } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { ApiProcess } from '../../api/testing/api-process.ts'
import { openSession } from '../../api/testing/sessions.ts'
import { openTestApp, TEST_CREDENTIALS } from '../../api/testing/test-app.ts'
import { insertCoupon, insertPackage, insertUser } from '../../db/testing/builders.ts'
import { insertPaidOrders } from '../bench/orders.ts'
import { SERVE_ARGS } from '../support/npm-scripts.ts'
import { flood, percentile } from './flood.ts'
import { PACE } from './pace.ts'

const TIMES_CAPACITY = 5
const ACCEPTED_WITHIN_MS = 1_000
const RECOVERED_WITHIN_MS = 5_000
const WEBHOOK_EVERY_MS = 100

/** For its database alone. */
const shop = openTestApp()
let api: ApiProcess
beforeAll(async () => {
  api = await ApiProcess.create({
    args: SERVE_ARGS,
    databaseUrl: shop.dbUrl,
    providerUrl: shop.sandboxUrl,
    credentials: TEST_CREDENTIALS,
    sessionSecret: shop.env.sessionSecrets[0] ?? '',
  })
  await api.start()
})
afterAll(() => api?.kill())

/** As the provider sends it, of a payment that nobody knows. */
function sendWebhook(number: number): Promise<Response> {
  const body = JSON.stringify({ entity: 'event', event: 'order.paid', payload: {} })
  const signature = createHmac('sha256', TEST_CREDENTIALS.webhookSecret).update(body).digest('hex')
  return fetch(`${api.url}/api/webhooks/razorpay`, {
    method: 'POST',
    body,
    headers: {
      'content-type': 'application/json',
      'x-razorpay-signature': signature,
      'x-razorpay-event-id': `evt_overload_${number}`,
    },
  })
}

test('at five times what it can do, a process answers whom it takes within a second, and sends the others away', async () => {
  await insertPackage(shop.db)
  await insertCoupon(shop.db, { code: 'CROWD' })
  const buyer = await insertUser(shop.db)
  await insertPaidOrders(shop.db, { userId: buyer.id, count: 60 })
  const session = (await openSession(shop, buyer.id)).cookies.get('sid') ?? ''
  const headers = { cookie: `sid=${encodeURIComponent(session)}` }
  const requests = [
    { method: 'GET' as const, path: '/api/orders', headers },
    {
      method: 'POST' as const,
      path: '/api/coupons/validate',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ code: 'CROWD' }),
    },
  ]
  // As many at once as keep it busy without a queue.
  const measure = () => flood({ origin: api.url, requests, connections: 10, seconds: 3 })
  await measure()
  const able = await measure()
  expect([able.failures, able.refused]).toEqual([[], 0])
  const capacity = able.perSecond

  const webhooks = new Map<number, number>()
  let isOver = false
  const provider = (async () => {
    for (let number = 0; !isOver; number += 1) {
      const { status } = await sendWebhook(number)
      webhooks.set(status, (webhooks.get(status) ?? 0) + 1)
      await sleep(WEBHOOK_EVERY_MS)
    }
  })()
  const crowd = await flood({
    origin: api.url,
    requests,
    // Enough that what is offered does not wait for what is answered.
    connections: Math.ceil(Math.min(1_000, capacity / 2)),
    seconds: PACE.overloadSeconds,
    perSecond: Math.ceil(TIMES_CAPACITY * capacity),
  })
  const endedAtMs = performance.now()
  await expect
    .poll(async () => (await flood({ origin: api.url, requests, connections: 5, seconds: 1 })).refused, {
      timeout: RECOVERED_WITHIN_MS,
    })
    .toBe(0)
  expect(performance.now() - endedAtMs).toBeLessThan(RECOVERED_WITHIN_MS)
  isOver = true
  await provider

  const p99 = percentile(crowd.acceptedMs, 0.99)
  process.stdout.write(
    `· Capacity ${Math.round(capacity)}/s; at ${Math.round(crowd.perSecond)}/s ${crowd.acceptedMs.length} calls ` +
      `done, p50 ${percentile(crowd.acceptedMs, 0.5)} ms, p99 ${Math.round(p99)} ms, ${crowd.refused} refused; webhooks ${JSON.stringify([...webhooks])}\n`,
  )
  expect(crowd.failures).toEqual([])
  expect(p99).toBeLessThan(ACCEPTED_WITHIN_MS)
  expect(crowd.refused).toBeGreaterThan(0)
  expect(crowd.refusedWithoutTime).toBe(0)
  expect([...webhooks.keys()]).toEqual([200])
  // Refusing does not take up all its time.
  expect(crowd.acceptedMs.length / PACE.overloadSeconds).toBeGreaterThan(capacity / 4)
})
