import { createHmac } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { WebhookEvent } from '../../../db/models/webhook-event.ts'
import { insertPackage } from '../../../db/testing/builders.ts'
import { placeModalOrder } from '../../testing/buyer.ts'
import { openTestApp, TEST_CREDENTIALS, Visitor } from '../../testing/test-app.ts'

const shop = openTestApp()

/** Signs and sends an event as the provider does. */
async function deliver(body: string, eventId = 'evt_1') {
  const response = await shop.app.inject({
    method: 'POST',
    url: '/api/webhooks/razorpay',
    headers: {
      'content-type': 'application/json',
      'x-razorpay-signature': createHmac('sha256', TEST_CREDENTIALS.webhookSecret).update(body).digest('hex'),
      'x-razorpay-event-id': eventId,
    },
    payload: body,
  })
  await shop.finishJobs()
  return response
}

const nested = (depth: number) => `${'{"a":'.repeat(depth)}1${'}'.repeat(depth)}`

describe('an event that is genuine and holds what a buyer typed', () => {
  test.each([
    ['a NUL', '"\\u0000"'],
    ['half of a surrogate pair', '"\\ud800 and \\udc00"'],
    ['a NUL in a key', '{"a\\u0000b": 1}'],
    ['a prototype’s key', '{"__proto__": {"isAdmin": true}}'],
    ['ten thousand levels', nested(10_000)],
  ])('such as %s is accepted and stored once, so that it is not sent for ever', async (_what, held) => {
    const body = `{"event": "payment.failed", "payload": {}, "notes": ${held}}`
    expect((await deliver(body)).statusCode).toBe(200)
    expect((await deliver(body)).statusCode).toBe(200)
    const [event, ...more] = await WebhookEvent.query(shop.db)
    expect(more).toEqual([])
    expect(event).toMatchObject({ eventType: 'payment.failed', attempts: 1, lastError: null })
    expect(event?.processedAt).toBeInstanceOf(Date)
    expect(({} as { isAdmin?: boolean }).isAdmin).toBeUndefined()
  })

  test('stores everything that can be stored', async () => {
    const payload = {
      payment: { entity: { id: 'pay_1', order_id: null, notes: ['naïve ☃ 👍', { deep: [1, null] }] } },
    }
    await deliver(JSON.stringify({ event: 'payment.failed', payload }))
    expect(await WebhookEvent.query(shop.db).findOne({})).toMatchObject({
      payload: { event: 'payment.failed', payload },
    })
  })
})

describe('an event that is signed and makes no sense', () => {
  const of = (payment: object, event = 'payment.captured') =>
    JSON.stringify({ event, payload: { payment: { entity: payment } } })

  test.each([
    ['an id that is a path', of({ id: '../refunds', order_id: 'order_1' })],
    ['an id that holds the separator', of({ id: 'pay_1|order_2', order_id: 'order_1' })],
    ['an order id that is a path', of({ id: 'pay_1', order_id: 'order_1/../x' })],
    ['a NUL in an id', of({ id: 'pay_1\u0000', order_id: 'order_1' })],
    ['a name that cannot be one', of({ id: 'pay_1', order_id: 'order_1' }, 'a\u0000b')],
    ['no payload', '{"event": "payment.captured"}'],
    ['null', 'null'],
    ['no JSON', '{"event":'],
  ])('(%s) is 400 and stored nowhere', async (_what, body) => {
    const response = await deliver(body)
    expect(response.statusCode).toBe(400)
    expect(response.json()).toMatchObject({ code: 'malformed' })
    expect(await WebhookEvent.query(shop.db).resultSize()).toBe(0)
  })

  test('because the provider does not know the payment, is stored for another try and changes nothing', async () => {
    const pkg = await insertPackage(shop.db)
    const order = await placeModalOrder(new Visitor(shop), { packageId: pkg.id, finalAmount: 1299 })
    const response = await deliver(of({ id: 'pay_Unknown', order_id: order.razorpayOrderId }))
    expect(response.statusCode).toBe(200)
    expect(await WebhookEvent.query(shop.db).findOne({})).toMatchObject({ processedAt: null, attempts: 1 })
    expect(await shop.db('orders').first()).toMatchObject({ paymentStatus: 'unpaid' })
  })
})
