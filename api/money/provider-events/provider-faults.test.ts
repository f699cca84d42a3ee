/** Makes every provider call fail in every way. Tests what the buyer sees, and that the books agree afterwards. */
import type { FastifyInstance } from 'fastify'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { buildApp } from '#api/app.ts'
import type { CreateOrderResponse } from '#api/contract/sales/checkout.ts'
import type { Gateway } from '#api/money/payments/gateway.ts'
import { createGateway } from '#api/money/payments/provider.ts'
import { sendRefund } from '#api/money/refunds/jobs.ts'
import { checkBooksAfterEach } from '#api/testing/books.ts'
import { buyerForm, getOrder, payUnverified, placeOrder, verifyBody } from '#api/testing/buyer.ts'
import { FAULTS, type FaultyProvider, openFaultyProvider } from '#api/testing/faulty-provider.ts'
import { sendSigned } from '#api/testing/provider-events.ts'
import { expectResponse, succeed } from '#api/testing/responses.ts'
import { openTestApp, TEST_CREDENTIALS, type WidgetResponse } from '#api/testing/test-app.ts'
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
  const at = { apiUrl: provider.url, checkoutScript: '', timeoutMs: TIMEOUT_MS }
  gateway = createGateway({ ...TEST_CREDENTIALS, ...at })
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
  return reconcileUnpaidOrders(services(), expect.fail)
}
const findOrder = (id: number) => getOrder(shop, id)

async function place(): Promise<CreateOrderResponse> {
  const { id: packageId } = await insertPackage(shop.db)
  const body = { packageId, finalAmount: 1299, userData: buyerForm() }
  return succeed<CreateOrderResponse>(post('/api/create-order', body))
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
    expectResponse(await post('/api/create-order', body), 503, { message: 'Failed to create order' })
    expect(await Order.query(shop.db).resultSize()).toBe(0)
    provider.heal()
    expectResponse(await post('/api/create-order', body), 201)
  })

  test.each(FAULTS)(
    'asking for the payment meets %s: unknown, and verified by the next try',
    async (fault) => {
      const order = await place()
      const receipt = await payUnverified(shop, order)
      provider.fail(fault, /^GET \/v1\/payments\//, isDone)
      const message = expect.stringContaining('Your payment is safe')
      expectResponse(await verify(order, receipt), 503, { message })
      expect(await findOrder(order.id)).toMatchObject({ paymentStatus: 'unpaid', status: 'pending' })
      provider.heal()
      expectResponse(await verify(order, receipt), 200)
    },
  )

  test.each(FAULTS)('the capture meets %s: unknown, and captured once', async (fault) => {
    const order = await place()
    const receipt = await payUnverified(shop, order, 'authorized')
    provider.fail(fault, /\/capture$/, isDone)
    expectResponse(await verify(order, receipt), 503)
    expect(await findOrder(order.id)).toMatchObject({ paymentStatus: 'unpaid' })
    provider.heal()
    expectResponse(await verify(order, receipt), 200)
    expect(await Payment.query(shop.db)).toMatchObject([{ status: 'captured', fulfilsOrder: true }])
  })

  test.each(FAULTS)('reconciliation meets %s: the order is settled by the next run', async (fault) => {
    const order = await place()
    await payUnverified(shop, order)
    provider.fail(fault, /^GET \/v1\/orders\/.*\/payments/, isDone)
    expect(await reconcile()).toEqual({ settled: 0, cancelled: 0, unknown: 1 })
    expect(await findOrder(order.id)).toMatchObject({ paymentStatus: 'unpaid', status: 'pending' })
    provider.heal()
    expect(await reconcile()).toEqual({ settled: 1, cancelled: 0, unknown: 0 })
  })

  test.each(FAULTS)('a refund meets %s: not taken for failed, it goes back once', async (fault) => {
    const order = await place()
    const receipt = await payUnverified(shop, order)
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
    const { refunded } = await gateway.getPayment(receipt.razorpay_payment_id)
    expect(refunded.minor).toBe(4_000)
  })
})

test('a provider that is slow in both of its responses keeps a buyer waiting for those two alone', async () => {
  const order = await place()
  const receipt = await payUnverified(shop, order, 'authorized')
  provider.heal()
  // One call is slow, and the next never responds. Each has its own timeout (razorpay/client.test.ts).
  await shop.setFaults({ dropWebhooks: true, latencyMs: TIMEOUT_MS / 2 })
  provider.fail('hang', /\/capture$/)
  expectResponse(await verify(order, receipt), 503)
  const path = `/v1/payments/${receipt.razorpay_payment_id}`
  expect(provider.calls).toEqual([`GET ${path}`, `POST ${path}/capture`])
})

test('a payment verified eighty times over is looked up here: the provider is not asked again', async () => {
  const order = await place()
  const receipt = await payUnverified(shop, order)
  expectResponse(await verify(order, receipt), 200)
  provider.fail('500', /./)
  const replays = await Promise.all(Array.from({ length: 80 }, () => verify(order, receipt)))
  expect(new Set(replays.map(({ statusCode }) => statusCode))).toEqual(new Set([200]))
})

const deliver = (body: string) => sendSigned(shop, body)

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
    for (const _again of [1, 2]) expectResponse(await deliver(body), 200)
    const [event, ...more] = await ProviderEvent.query(shop.db)
    expect(more).toEqual([])
    expect(event).toMatchObject({ eventType: 'payment.failed', attempts: 1, lastError: null })
    expect(event?.processedAt).toBeInstanceOf(Date)
    expect(({} as { isAdmin?: boolean }).isAdmin).toBeUndefined()
  })

  test('stores everything that can be stored', async () => {
    const entity = { id: 'pay_1', order_id: null, notes: ['naïve ☃ 👍', { deep: [1, null] }] }
    const payload = { event: 'payment.failed', payload: { payment: { entity } } }
    await deliver(JSON.stringify(payload))
    expect(await ProviderEvent.query(shop.db)).toMatchObject([{ payload }])
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
    expectResponse(await deliver(body), 400, { code: 'malformed' })
    expect(await ProviderEvent.query(shop.db).resultSize()).toBe(0)
  })

  test('because the provider does not know the payment, is stored for another try and changes nothing', async () => {
    const order = await placeOrder(shop)
    expectResponse(await deliver(of({ id: 'pay_Unknown', order_id: order.razorpayOrderId })), 200)
    expect(await ProviderEvent.query(shop.db).findOne({})).toMatchObject({ processedAt: null, attempts: 1 })
    expect(await shop.db('orders').first()).toMatchObject({ paymentStatus: 'unpaid' })
  })
})
