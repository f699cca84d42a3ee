import { createHmac } from 'node:crypto'
import { join } from 'node:path'
import Razorpay from 'razorpay'
import { describe, expect, test } from 'vitest'
import { waitUntil } from '#api/testing/wait-until.ts'
import { CREDENTIALS } from './testing/credentials.ts'
import { makeTempDir, readState, runSandbox } from './testing/running-sandbox.ts'
import { receiveWebhooks } from './testing/webhook-receiver.ts'

async function runWithReceiver(webhookRetries = {}) {
  const receiver = await receiveWebhooks()
  const sandbox = await runSandbox({
    webhookUrl: receiver.url,
    webhookRetries: { firstRetryMs: 20, ...webhookRetries },
  })
  return { ...sandbox, receiver }
}

describe('a webhook', () => {
  test('has Razorpay’s envelope, and each event its entities as they were then', async () => {
    const { makeOrder, pay, receiver } = await runWithReceiver()
    const order = await makeOrder({ receipt: 'rcpt_1' })
    const { razorpay_payment_id: paymentId } = await pay(order.id)
    await waitUntil(() => receiver.received.length === 3)
    const [authorized, captured, paid] = receiver.received.map(({ body }) => JSON.parse(body))
    expect(authorized).toMatchObject({
      entity: 'event',
      account_id: expect.stringMatching(/^acc_[0-9A-Za-z]{14}$/),
      event: 'payment.authorized',
      contains: ['payment'],
      payload: { payment: { entity: { id: paymentId, status: 'authorized', captured: false } } },
      created_at: expect.closeTo(Date.now() / 1000, -1),
    })
    expect(captured).toMatchObject({
      account_id: authorized.account_id,
      event: 'payment.captured',
      contains: ['payment'],
      payload: { payment: { entity: { id: paymentId, status: 'captured', captured: true } } },
    })
    expect(paid).toMatchObject({
      event: 'order.paid',
      contains: ['payment', 'order'],
      payload: {
        payment: { entity: { id: paymentId } },
        order: { entity: { id: order.id, status: 'paid', receipt: 'rcpt_1' } },
      },
    })
  })

  test('is signed over its raw body, as the SDK verifies it', async () => {
    const { makeOrder, pay, receiver } = await runWithReceiver()
    // These bytes would change if the JSON were parsed and serialised again.
    const order = await makeOrder({ notes: { '10': 'é\u2028', '9': '/' } })
    await pay(order.id)
    await waitUntil(() => receiver.received.length === 3)
    for (const { body, headers } of receiver.received) {
      const signature = String(headers['x-razorpay-signature'])
      expect(signature).toBe(createHmac('sha256', CREDENTIALS.webhookSecret).update(body).digest('hex'))
      expect(Razorpay.validateWebhookSignature(body, signature, CREDENTIALS.webhookSecret)).toBe(true)
      expect(headers['content-type']).toBe('application/json')
    }
  })

  test('has an id of its own', async () => {
    const { makeOrder, pay, receiver } = await runWithReceiver()
    await pay((await makeOrder()).id)
    await pay((await makeOrder()).id)
    await waitUntil(() => receiver.received.length === 6)
    const ids = receiver.received.map(({ headers }) => headers['x-razorpay-event-id'])
    expect(ids.every((id) => /^[0-9A-Za-z]{14}$/.test(String(id)))).toBe(true)
    expect(new Set(ids).size).toBe(6)
  })

  test('reports failures, captures by call and refunds', async () => {
    const { sdk, makeOrder, pay, post, receiver } = await runWithReceiver()
    const order = await makeOrder()
    await post('/pay', { order_id: order.id, outcome: 'declined' })
    const { razorpay_payment_id: paymentId } = await pay(order.id, 'authorized')
    await sdk.payments.capture(paymentId, 9_900, 'USD')
    const refund = await sdk.payments.refund(paymentId, { amount: 900 })
    await waitUntil(() => receiver.received.length === 6)
    expect(receiver.events()).toEqual([
      'payment.failed',
      'payment.authorized',
      'payment.captured',
      'order.paid',
      'refund.created',
      'refund.processed',
    ])
    expect(JSON.parse(receiver.received[5]?.body ?? '')).toMatchObject({
      contains: ['refund', 'payment'],
      payload: {
        refund: { entity: { id: refund.id, amount: 900 } },
        payment: { entity: { id: paymentId, amount_refunded: 900 } },
      },
    })
  })

  test('of a refund asked for twice under one key comes once', async () => {
    const { refund, makeOrder, pay, receiver, untilSent } = await runWithReceiver()
    const { razorpay_payment_id: paymentId } = await pay((await makeOrder()).id)
    await refund(paymentId, 900, 'key-number-1')
    await refund(paymentId, 900, 'key-number-1')
    await untilSent()
    expect(receiver.events().filter((event) => event === 'refund.processed')).toHaveLength(1)
  })

  test('is sent once what it reports is on disk, and removed from there once it is acknowledged', async () => {
    const stateFile = join(await makeTempDir(), 'state.json')
    const sentTooEarly: string[] = []
    const receiver = await receiveWebhooks({
      onReceive: (body) => {
        const { payment, refund } = JSON.parse(body).payload
        const { payments, refunds } = readState(stateFile)
        const isPaymentThere = payments.some(({ id }) => id === payment.entity.id)
        const isRefundThere = !refund || refunds.some(({ id }) => id === refund.entity.id)
        if (!isPaymentThere || !isRefundThere) sentTooEarly.push(body)
      },
    })
    const { sdk, makeOrder, pay, untilSent } = await runSandbox({ stateFile, webhookUrl: receiver.url })
    for (let count = 0; count < 10; count += 1) {
      const { razorpay_payment_id: paymentId } = await pay((await makeOrder()).id)
      for (let refunds = 0; refunds < 3; refunds += 1) await sdk.payments.refund(paymentId, { amount: 100 })
    }
    await untilSent()
    expect(receiver.received).toHaveLength(90)
    expect(sentTooEarly).toEqual([])
  })

  test('is not even stored when no URL is set up', async () => {
    const stateFile = join(await makeTempDir(), 'state.json')
    const { makeOrder, pay } = await runSandbox({ stateFile })
    await pay((await makeOrder()).id)
    expect(readState(stateFile)).toMatchObject({ payments: [{ status: 'captured' }], pendingEvents: [] })
  })

  test('goes to a URL that becomes known later', async () => {
    const receiver = await receiveWebhooks()
    let url = ''
    const { makeOrder, pay } = await runSandbox({ webhookUrl: () => url })
    await pay((await makeOrder()).id, 'authorized')
    url = receiver.url
    await waitUntil(() => receiver.received.length === 1)
  })
})

describe('a webhook whose response is not 2xx', () => {
  test.each([500, 404, 302])('but %i comes again, the same to the byte', async (status) => {
    const { makeOrder, pay, receiver, untilSent } = await runWithReceiver()
    receiver.respondNext(status, status)
    await pay((await makeOrder()).id, 'authorized')
    await untilSent()
    expect(receiver.received).toHaveLength(3)
    const [first, second, third] = receiver.received.map(({ body, headers }) => [
      body,
      headers['x-razorpay-event-id'],
      headers['x-razorpay-signature'],
    ])
    expect(second).toEqual(first)
    expect(third).toEqual(first)
  })

  test('waits longer each time', async () => {
    const { makeOrder, pay, receiver } = await runWithReceiver({ firstRetryMs: 50 })
    receiver.respondNext(500, 500, 500)
    await pay((await makeOrder()).id, 'authorized')
    await waitUntil(() => receiver.received.length === 4)
    const times = receiver.received.map(({ atMs }) => atMs)
    const pauses = times.slice(1).map((atMs, index) => atMs - (times[index] ?? 0))
    expect(pauses[0]).toBeGreaterThanOrEqual(49)
    expect(pauses[1]).toBeGreaterThanOrEqual(99)
    expect(pauses[2]).toBeGreaterThanOrEqual(199)
  })

  test('comes again when there is no response in time', async () => {
    const { makeOrder, pay, receiver } = await runWithReceiver({ responseTimeoutMs: 100 })
    receiver.respondNext(0)
    await pay((await makeOrder()).id, 'authorized')
    await waitUntil(() => receiver.received.length === 2)
  })

  test('is given up after so many attempts', async () => {
    const { makeOrder, pay, receiver, untilSent } = await runWithReceiver({
      firstRetryMs: 5,
      maxAttempts: 3,
    })
    receiver.respondNext(500, 500, 500, 500, 500)
    await pay((await makeOrder()).id, 'authorized')
    await untilSent()
    expect(receiver.received).toHaveLength(3)
  })

  test('does not hold up the others', async () => {
    const { makeOrder, pay, receiver } = await runWithReceiver({ firstRetryMs: 60_000 })
    receiver.respondNext(500)
    await pay((await makeOrder()).id)
    await pay((await makeOrder()).id)
    await waitUntil(() => receiver.received.length === 6)
  })

  test('comes again after a restart', async () => {
    const receiver = await receiveWebhooks()
    const stateFile = join(await makeTempDir(), 'state.json')
    const options = { stateFile, webhookUrl: receiver.url, webhookRetries: { firstRetryMs: 300 } }
    receiver.respondNext(500)
    const before = await runSandbox(options)
    await before.pay((await before.makeOrder()).id, 'authorized')
    await waitUntil(() => receiver.received.length === 1)
    await before.close()
    await runSandbox(options)
    await waitUntil(() => receiver.received.length === 2)
    expect(receiver.received[1]?.body).toBe(receiver.received[0]?.body)
    expect(receiver.received[1]?.atMs).toBeGreaterThanOrEqual((receiver.received[0]?.atMs ?? 0) + 290)
  })

  test('and is under way when the sandbox stops, comes again too', async () => {
    const receiver = await receiveWebhooks()
    const stateFile = join(await makeTempDir(), 'state.json')
    // An aborted attempt does not count as a failed attempt.
    const options = { stateFile, webhookUrl: receiver.url, webhookRetries: { maxAttempts: 1 } }
    receiver.respondNext(0)
    const before = await runSandbox(options)
    await before.pay((await before.makeOrder()).id, 'authorized')
    await waitUntil(() => receiver.received.length === 1)
    await before.close()
    await waitUntil(() => receiver.received[0]?.isBrokenOff)
    await runSandbox(options)
    await waitUntil(() => receiver.received.length === 2)
  })
})
