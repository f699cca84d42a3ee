/** Makes every provider call fail in every way. Tests what the buyer sees, and that the books agree afterwards. */

import { createHmac } from 'node:crypto'
import type { FastifyInstance } from 'fastify'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { buildApp } from '#api/app.ts'
import type { CreateOrderResponse } from '#api/contract/sales/checkout.ts'
import type { Gateway } from '#api/money/payments/gateway.ts'
import { createGateway } from '#api/money/payments/provider.ts'
import { sendRefund } from '#api/money/refunds/jobs.ts'
import { checkBooksAfterEach } from '#api/testing/books.ts'
import { buyerForm, placeModalOrder, verifyBody } from '#api/testing/buyer.ts'
import { FAULTS, type FaultyProvider, openFaultyProvider } from '#api/testing/faulty-provider.ts'
import { openTestApp, TEST_CREDENTIALS, Visitor, type WidgetResponse } from '#api/testing/test-app.ts'
import { Payment } from '#db/models/money/payment.ts'
import { ProviderEvent } from '#db/models/money/provider-event.ts'
import { Refund } from '#db/models/money/refund.ts'
import { Order } from '#db/models/orders/order.ts'
import { insertPackage } from '#db/testing/builders.ts'
import { reconcileUnpaidOrders } from './reconcile.ts'

const TIMEOUT_MS = 800
const shop = openTestApp()
checkBooksAfterEach(shop)
let provider: FaultyProvider
let gateway: Gateway
let app: FastifyInstance

beforeAll(async () => {
  provider = await openFaultyProvider(shop.sandboxUrl)
  gateway = createGateway({
    ...TEST_CREDENTIALS,
    apiUrl: provider.url,
    checkoutScript: '',
    timeoutMs: TIMEOUT_MS,
  })
  app = await buildApp({ env: shop.env, db: shop.db, gateway, jobs: shop.jobs, overload: false })
  await app.ready()
})
afterAll(async () => {
  await app.close()
  await provider.close()
})
beforeEach(async () => {
  provider.heal()
  await shop.setFaults({ dropWebhooks: true })
})

const post = (url: string, payload: object) =>
  app.inject({ method: 'POST', url, headers: { origin: shop.env.publicOrigin }, payload })
const services = () => ({ ...shop, gateway })
const reconcile = async () => {
  await shop.db.raw(`UPDATE orders SET created_at = created_at - interval '31 minutes'`)
  return reconcileUnpaidOrders(services(), (error) => {
    throw error
  })
}
const findOrder = (id: number) => Order.query(shop.db).findById(id).throwIfNotFound()

async function placeOrder(): Promise<CreateOrderResponse> {
  const pkg = await insertPackage(shop.db, { priceCents: 10_000 })
  const response = await post('/api/create-order', {
    packageId: pkg.id,
    finalAmount: 100,
    userData: buyerForm(),
  })
  expect(response.statusCode).toBe(201)
  return response.json<CreateOrderResponse>()
}
const verify = (order: CreateOrderResponse, receipt: WidgetResponse) =>
  post('/api/verify-payment', verifyBody(order, receipt))

describe.each([
  ['and nothing is done', false],
  ['and only the response is lost', true],
] as const)('%s', (_what, isDone) => {
  test.each(FAULTS)('create-order meets %s: nothing is half-made, and the next try works', async (fault) => {
    const pkg = await insertPackage(shop.db, { priceCents: 10_000 })
    const body = { packageId: pkg.id, finalAmount: 100, userData: buyerForm() }
    provider.fail(fault, /^POST \/v1\/orders$/, isDone)
    const response = await post('/api/create-order', body)
    expect(response.statusCode).toBe(503)
    expect(response.json()).toMatchObject({ message: 'Failed to create order' })
    expect(await Order.query(shop.db).resultSize()).toBe(0)
    provider.heal()
    expect((await post('/api/create-order', body)).statusCode).toBe(201)
  })

  test.each(FAULTS)(
    'asking for the payment meets %s: unknown, and verified by the next try',
    async (fault) => {
      const order = await placeOrder()
      const receipt = await shop.pay(order.razorpayOrderId ?? '')
      provider.fail(fault, /^GET \/v1\/payments\//, isDone)
      const response = await verify(order, receipt)
      expect(response.statusCode).toBe(503)
      expect(response.json<{ message: string }>().message).toContain('Your payment is safe')
      expect(await findOrder(order.id)).toMatchObject({ paymentStatus: 'unpaid', status: 'pending' })
      provider.heal()
      expect((await verify(order, receipt)).statusCode).toBe(200)
    },
  )

  test.each(FAULTS)('the capture meets %s: unknown, and captured once', async (fault) => {
    const order = await placeOrder()
    const receipt = await shop.pay(order.razorpayOrderId ?? '', 'authorized')
    provider.fail(fault, /\/capture$/, isDone)
    expect((await verify(order, receipt)).statusCode).toBe(503)
    expect(await findOrder(order.id)).toMatchObject({ paymentStatus: 'unpaid' })
    provider.heal()
    expect((await verify(order, receipt)).statusCode).toBe(200)
    expect(await Payment.query(shop.db)).toMatchObject([{ status: 'captured', fulfilsOrder: true }])
  })

  test.each(FAULTS)(
    'reconciliation meets %s: the order is not given up, and settled by the next run',
    async (fault) => {
      const order = await placeOrder()
      await shop.pay(order.razorpayOrderId ?? '')
      provider.fail(fault, /^GET \/v1\/orders\/.*\/payments/, isDone)
      expect(await reconcile()).toEqual({ settled: 0, cancelled: 0, unknown: 1 })
      expect(await findOrder(order.id)).toMatchObject({ paymentStatus: 'unpaid', status: 'pending' })
      provider.heal()
      expect(await reconcile()).toEqual({ settled: 1, cancelled: 0, unknown: 0 })
    },
  )

  test.each(FAULTS)(
    'a refund meets %s: it is not taken for failed, and the money goes back once',
    async (fault) => {
      const order = await placeOrder()
      const receipt = await shop.pay(order.razorpayOrderId ?? '')
      await verify(order, receipt)
      const payment = await Payment.query(shop.db).findOne({ orderId: order.id }).throwIfNotFound()
      const { id } = await Refund.query(shop.db)
        .insert({ paymentId: payment.id, amountCents: 4_000, reason: 'requested' })
        .returning('id')
      provider.fail(fault, /\/refund$/, isDone)
      await expect(sendRefund(services(), id)).rejects.toThrow()
      expect(await Refund.query(shop.db).findById(id)).toMatchObject({ status: 'requested' })
      provider.heal()
      await sendRefund(services(), id)
      expect(await Refund.query(shop.db).findById(id)).toMatchObject({ status: 'processed' })
      expect(await gateway.getPayment(receipt.razorpay_payment_id)).toMatchObject({
        refunded: { minor: 4_000 },
      })
    },
  )
})

test('a provider that is slow in both of its responses keeps a buyer waiting for those two alone', async () => {
  const order = await placeOrder()
  const receipt = await shop.pay(order.razorpayOrderId ?? '', 'authorized')
  provider.heal()
  // One call is slow, and the next never responds. Each has its own timeout (razorpay/client.test.ts).
  await shop.setFaults({ dropWebhooks: true, latencyMs: TIMEOUT_MS / 2 })
  provider.fail('hang', /\/capture$/)
  expect((await verify(order, receipt)).statusCode).toBe(503)
  const path = `/v1/payments/${receipt.razorpay_payment_id}`
  expect(provider.calls).toEqual([`GET ${path}`, `POST ${path}/capture`])
})

test('a payment verified eighty times over is looked up here: the provider is not asked again', async () => {
  const order = await placeOrder()
  const receipt = await shop.pay(order.razorpayOrderId ?? '')
  expect((await verify(order, receipt)).statusCode).toBe(200)
  provider.fail('500', /./)
  const replays = await Promise.all(Array.from({ length: 80 }, () => verify(order, receipt)))
  expect(new Set(replays.map(({ statusCode }) => statusCode))).toEqual(new Set([200]))
})

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
    const [event, ...more] = await ProviderEvent.query(shop.db)
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
    expect(await ProviderEvent.query(shop.db).findOne({})).toMatchObject({
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
    expect(await ProviderEvent.query(shop.db).resultSize()).toBe(0)
  })

  test('because the provider does not know the payment, is stored for another try and changes nothing', async () => {
    const pkg = await insertPackage(shop.db)
    const order = await placeModalOrder(new Visitor(shop), { packageId: pkg.id, finalAmount: 1299 })
    const response = await deliver(of({ id: 'pay_Unknown', order_id: order.razorpayOrderId }))
    expect(response.statusCode).toBe(200)
    expect(await ProviderEvent.query(shop.db).findOne({})).toMatchObject({ processedAt: null, attempts: 1 })
    expect(await shop.db('orders').first()).toMatchObject({ paymentStatus: 'unpaid' })
  })
})
