import { setTimeout as sleep } from 'node:timers/promises'
import { describe, expect, test } from 'vitest'
import { openTestApp, Visitor } from '#api/testing/test-app.ts'
import { insertPackage } from '#db/testing/builders.ts'
import { Admission } from './overload.ts'

const SAMPLE_MS = 100
const shop = openTestApp({
  overload: {
    maxEventLoopDelayMs: 150,
    noticeableDelayMs: 150,
    maxEventLoopUtilization: 0.5,
    sampleMs: SAMPLE_MS,
  },
})

/** Blocks the event loop for longer than a sample. */
function block(): void {
  const until = performance.now() + 4 * SAMPLE_MS
  while (performance.now() < until);
}

async function overload(): Promise<void> {
  for (let round = 0; round < 3; round += 1) {
    block()
    await sleep(0)
  }
}

const isRefused = async (url: string) => (await new Visitor(shop).get(url)).statusCode === 503

describe('an overloaded process', () => {
  test('refuses calls with the time to wait, and accepts them again once it keeps up', async () => {
    await insertPackage(shop.db)
    await expect.poll(() => isRefused('/api/packages')).toBe(false)
    await overload()
    const refused = await new Visitor(shop).get('/api/packages')
    expect(refused.statusCode).toBe(503)
    expect(refused.json()).toEqual({
      code: 'overloaded',
      message: 'The shop is busy. Please try again in a moment.',
      requestId: expect.any(String),
    })
    expect(refused.headers['retry-after']).toBe('2')
    expect(refused.headers['cache-control']).toBe('no-store')
    await expect.poll(() => isRefused('/api/packages')).toBe(false)
  })

  test('still accepts webhooks and the operator’s calls', async () => {
    await overload()
    const [login, webhook, health, metrics] = await Promise.all([
      new Visitor(shop).post('/api/auth/login', { email: 'a@example.com', password: 'a-fine-secret' }),
      shop.app.inject({ method: 'POST', url: '/api/webhooks/razorpay', payload: {} }),
      new Visitor(shop).get('/api/healthz'),
      new Visitor(shop).get('/api/metrics'),
    ])
    expect(login.statusCode).toBe(503)
    expect(webhook.json()).toMatchObject({ code: 'bad_signature' })
    expect(health.statusCode).toBe(200)
    expect(metrics.statusCode).toBe(200)
  })
})

/** Short pieces of work without a pause for twenty samples: the loop is never idle and never late. */
async function workWithoutPause(): Promise<number[]> {
  const until = performance.now() + 20 * SAMPLE_MS
  const statuses = new Set<number>()
  while (performance.now() < until) {
    const pieceUntil = performance.now() + 20
    while (performance.now() < pieceUntil);
    await new Promise(setImmediate)
    statuses.add((await new Visitor(shop).get('/api/packages')).statusCode)
  }
  statuses.add((await new Visitor(shop).get('/api/packages')).statusCode)
  return [...statuses]
}

test('a process that is busy but quick refuses nothing', async () => {
  // On a busy machine the loop may be late: then it is tried again.
  await expect.poll(workWithoutPause, { timeout: 240_000 }).toEqual([200])
})

/** Runs as many calls at once as are admitted, each for this long. @returns how many */
function crowd(admission: Admission, tookMs: number): number {
  let taken = 0
  while (admission.enter()) taken += 1
  for (let index = 0; index < taken; index += 1) admission.leave(tookMs)
  admission.adjust()
  return taken
}

test('calls above the limit are refused, and accepted again when others have left', () => {
  const admission = new Admission()
  for (let index = 0; index < admission.limit; index += 1) expect(admission.enter()).toBe(true)
  expect(admission.enter()).toBe(false)
  admission.leave(5)
  expect(admission.enter()).toBe(true)
  expect(admission.enter()).toBe(false)
})

test('the limit falls while calls are slow, down to a minimum, and rises when they are quick again', () => {
  const admission = new Admission()
  const first = crowd(admission, 2_000)
  expect(crowd(admission, 2_000)).toBeLessThan(first)
  for (let round = 0; round < 30; round += 1) crowd(admission, 2_000)
  const least = crowd(admission, 2_000)
  expect(least).toBe(16)
  for (let round = 0; round < 30; round += 1) crowd(admission, 10)
  expect(crowd(admission, 10)).toBeGreaterThan(first)
  for (let round = 0; round < 60; round += 1) crowd(admission, 10)
  expect(crowd(admission, 10)).toBe(512)
})

test('the limit stays without a reason to change it', () => {
  const admission = new Admission()
  const before = admission.limit
  // A slow call, which waits for the payment provider.
  expect(admission.enter()).toBe(true)
  admission.leave(6_000)
  admission.adjust()
  // Quick calls, always fewer than the limit.
  for (let index = 0; index < 1_000; index += 1) {
    admission.enter()
    admission.leave(1)
  }
  admission.adjust()
  expect(admission.limit).toBe(before)
})

test.each([
  [9, 0],
  [10, -1],
])('%s slow calls of a hundred change the limit by the sign of %s', (slow, sign) => {
  const admission = new Admission()
  const before = admission.limit
  for (let index = 0; index < 100; index += 1) {
    admission.enter()
    admission.leave(index < slow ? 2_000 : 1)
  }
  admission.adjust()
  expect(Math.sign(admission.limit - before)).toBe(sign)
})
