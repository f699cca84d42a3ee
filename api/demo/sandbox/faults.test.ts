import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { waitUntil } from '#api/testing/wait-until.ts'
import { makeTempDir, readState, runSandbox } from './testing/running-sandbox.ts'
import { receiveWebhooks } from './testing/webhook-receiver.ts'

const NONE = {
  latencyMs: 0,
  failRate: 0,
  duplicateWebhooks: false,
  reorderWebhooks: false,
  dropWebhooks: false,
  pendingRefunds: false,
  refusedCurrencies: [],
}

async function runWithReceiver() {
  const receiver = await receiveWebhooks()
  return { ...(await runSandbox({ webhookUrl: receiver.url })), receiver }
}

describe('faults', () => {
  test('are shown, changed one by one and cleared', async () => {
    const { url, post } = await runSandbox()
    const show = async () => (await fetch(`${url}/faults`)).json()
    expect(await show()).toEqual(NONE)
    await post('/faults', { latencyMs: 5 })
    expect(await (await post('/faults', { dropWebhooks: true })).json()).toEqual({
      ...NONE,
      latencyMs: 5,
      dropWebhooks: true,
    })
    expect(await (await fetch(`${url}/faults`, { method: 'DELETE' })).json()).toEqual(NONE)
    expect(await show()).toEqual(NONE)
  })

  test.each([
    { latencyMs: -1 },
    { latencyMs: 'long' },
    { failRate: 1.1 },
    { dropWebhooks: 1 },
    { unknown: true },
  ])('of the form %j are refused', async (faults) => {
    const { url, post } = await runSandbox()
    expect((await post('/faults', faults)).status).toBe(400)
    expect(await (await fetch(`${url}/faults`)).json()).toEqual(NONE)
  })

  test('outlive a restart', async () => {
    const stateFile = join(await makeTempDir(), 'state.json')
    const before = await runSandbox({ stateFile })
    await before.post('/faults', { latencyMs: 5, failRate: 0.5 })
    await before.close()
    const after = await runSandbox({ stateFile })
    expect(await (await fetch(`${after.url}/faults`)).json()).toEqual({
      ...NONE,
      latencyMs: 5,
      failRate: 0.5,
    })
  })
})

describe('under the fault of', () => {
  test('failures, REST calls return 500 and have no effect', async () => {
    const { url, sdk, makeOrder, post } = await runSandbox()
    await post('/faults', { failRate: 1 })
    await expect(makeOrder()).rejects.toMatchObject({ statusCode: 500, error: { code: 'SERVER_ERROR' } })
    expect((await fetch(`${url}/v1/checkout.js`)).status).toBe(200)
    await fetch(`${url}/faults`, { method: 'DELETE' })
    expect((await sdk.orders.all()).count).toBe(0)
  })

  test('some failures, some REST calls fail', async () => {
    const { makeOrder, post } = await runSandbox()
    await post('/faults', { failRate: 0.5 })
    const outcomes = await Promise.allSettled(Array.from({ length: 60 }, () => makeOrder()))
    const failures = outcomes.filter(({ status }) => status === 'rejected').length
    expect(failures).toBeGreaterThan(5)
    expect(failures).toBeLessThan(55)
  })

  test('latency, REST calls respond late but have had their effect', async () => {
    const stateFile = join(await makeTempDir(), 'state.json')
    const { makeOrder, post } = await runSandbox({ stateFile })
    await post('/faults', { latencyMs: 1_500 })
    let isAcknowledged = false
    const slow = makeOrder().then(() => {
      isAcknowledged = true
    })
    await waitUntil(() => readState(stateFile).orders.length === 1)
    expect(isAcknowledged).toBe(false)
    await slow
  })

  test('latency, webhooks come late', async () => {
    const { makeOrder, pay, post, receiver } = await runWithReceiver()
    const order = await makeOrder()
    await post('/faults', { latencyMs: 300 })
    const startMs = Date.now()
    await pay(order.id, 'authorized')
    await waitUntil(() => receiver.received.length === 1)
    expect(Date.now() - startMs).toBeGreaterThanOrEqual(299)
  })

  test('duplicates, each event comes twice under one id', async () => {
    const { makeOrder, pay, post, receiver, untilSent } = await runWithReceiver()
    await post('/faults', { duplicateWebhooks: true })
    await pay((await makeOrder()).id)
    await untilSent()
    expect(receiver.received).toHaveLength(6)
    const ids = receiver.received.map(({ headers }) => headers['x-razorpay-event-id'])
    expect(new Set(ids).size).toBe(3)
    expect(receiver.events().filter((event) => event === 'order.paid')).toHaveLength(2)
  })

  test('the wrong order, events come last first', async () => {
    const { makeOrder, pay, post, receiver } = await runWithReceiver()
    await post('/faults', { reorderWebhooks: true })
    await pay((await makeOrder()).id)
    await waitUntil(() => receiver.received.length === 3)
    expect(receiver.events()).toEqual(['order.paid', 'payment.captured', 'payment.authorized'])
  })

  test('loss, events never come, not even later', async () => {
    const { url, sdk, makeOrder, pay, post, receiver, untilSent } = await runWithReceiver()
    await post('/faults', { dropWebhooks: true })
    const order = await makeOrder()
    await pay(order.id)
    await fetch(`${url}/faults`, { method: 'DELETE' })
    await untilSent()
    expect(receiver.received).toEqual([])
    expect((await sdk.orders.fetch(order.id)).status).toBe('paid')
  })
})
