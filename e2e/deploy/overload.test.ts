import { createHmac } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { ApiProcess } from '#api/testing/api-process.ts'
import { openSession } from '#api/testing/sessions.ts'
import { openTestApp, TEST_CREDENTIALS } from '#api/testing/test-app.ts'
import { insertCoupon, insertPackage, insertPaidOrders, insertUser } from '#db/testing/builders.ts'
import { SERVE_ARGS } from '#e2e/support/npm-scripts.ts'
import { ensureLoadGenerator, flood, percentile } from '#e2e/support/wrk.ts'
import { startCalling } from './callers.ts'
import { PACE } from './pace.ts'

const ACCEPTED_WITHIN_MS = 1_000
/** The limit for an accepted call, as a multiple of its time without load: about a second on an idle machine. */
const ACCEPTED_WITHIN_CALLS = 100
const RECOVERED_WITHIN_MS = 30_000
const WEBHOOK_EVERY_MS = 100
/** Callers in the crowd whose calls are timed. */
const WATCHERS = 40

/** Provides database and sandbox. */
const shop = openTestApp()
let api: ApiProcess
beforeAll(async () => {
  ensureLoadGenerator()
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

/** Sends a signed webhook as the provider does, for an unknown payment. */
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

test('under overload a process serves accepted calls within a second, and refuses the others', async () => {
  await insertPackage(shop.db)
  await insertCoupon(shop.db, { code: 'CROWD' })
  const buyer = await insertUser(shop.db)
  await insertPaidOrders(shop.db, buyer.id, 60)
  const session = (await openSession(shop, buyer.id)).cookies.get('sid') ?? ''
  const headers = { cookie: `sid=${encodeURIComponent(session)}`, 'content-type': 'application/json' }
  const orders = { method: 'GET', path: '/api/orders' } as const
  const coupon = { method: 'POST', path: '/api/coupons/validate', body: { code: 'CROWD' } } as const
  const floodFor = (seconds: number, connections: number, pauseMs = 0) =>
    flood(api.url, { requests: [orders, coupon], headers, connections, seconds, pauseMs })
  const watch = (callers: number) =>
    startCalling(
      api.url,
      Array.from({ length: callers }, (_, nth) => ({
        everyMs: 100,
        next: () => ({ ...(nth % 2 ? orders : coupon), headers, status: 200 }),
      })),
    )

  // Ten connections keep the process busy without a queue.
  await floodFor(3, 10)
  const able = await floodFor(3, 10)
  expect([able.failed, able.refused]).toEqual([0, 0])
  const callMs = 10_000 / able.perSecond

  const webhooks = new Map<number, number>()
  let isOver = false
  const provider = (async () => {
    for (let number = 0; !isOver; number += 1) {
      const { status } = await sendWebhook(number)
      webhooks.set(status, (webhooks.get(status) ?? 0) + 1)
      await sleep(WEBHOOK_EVERY_MS)
    }
  })()
  const watchers = watch(WATCHERS)
  // Five times the capacity, as each caller sends its next call after a tenth of a second.
  const callers = Math.ceil(Math.min(1_000, able.perSecond / 2))
  const crowd = await floodFor(PACE.overloadSeconds, callers, 100)
  await watchers.stop()
  await expect.poll(async () => (await floodFor(1, 5)).refused, { timeout: RECOVERED_WITHIN_MS }).toBe(0)
  isOver = true
  await provider

  const { tookMs, shed, failures } = watchers.outcome
  const p99 = percentile(tookMs, 0.99)
  process.stdout.write(
    `· Capacity ${Math.round(able.perSecond)}/s; of ${Math.round(crowd.perSecond)}/s ${crowd.refused} refused; ` +
      `watchers: ${tookMs.length} done, p50 ${Math.round(percentile(tookMs, 0.5))} ms, p99 ${Math.round(p99)} ms, ` +
      `${shed} refused; webhooks ${JSON.stringify([...webhooks])}\n`,
  )
  expect([crowd.failed, failures]).toEqual([0, []])
  expect(tookMs.length).toBeGreaterThan(20)
  expect(p99).toBeLessThan(Math.max(ACCEPTED_WITHIN_MS, ACCEPTED_WITHIN_CALLS * callMs))
  expect(crowd.refused).toBeGreaterThan(0)
  expect(crowd.refusedWithoutTime).toBe(0)
  expect([...webhooks.keys()]).toEqual([200])
  // The process must not spend all its time on refusals. Its capacity is measured again, because the machine may be slower now.
  const ableNow = await floodFor(3, 10)
  const capacity = Math.min(able.perSecond, ableNow.perSecond)
  expect(crowd.accepted / PACE.overloadSeconds).toBeGreaterThan(capacity / 4)
})
