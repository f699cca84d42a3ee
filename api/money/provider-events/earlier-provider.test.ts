/** The shop has switched providers, while orders, payments and refunds of the former one are still open. */
import type { AddressInfo } from 'node:net'
import Fastify, { type FastifyInstance } from 'fastify'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { buildApp } from '#api/app.ts'
import type { CreateOrderResponse } from '#api/contract/sales/checkout.ts'
import { registerSandbox } from '#api/demo/sandbox/sandbox.ts'
import type { Gateway, PaymentServices } from '#api/money/payments/gateway.ts'
import { createGateway, getGateway } from '#api/money/payments/provider.ts'
import { reconcileRefunds, sendRefund } from '#api/money/refunds/jobs.ts'
import { signInAsAdmin } from '#api/testing/back-office.ts'
import { checkBooksAfterEach } from '#api/testing/books.ts'
import { buyerForm, getOrder, payOrder, payUnverified, placeOrder, verifyBody } from '#api/testing/buyer.ts'
import { expectResponse } from '#api/testing/responses.ts'
import { openTestApp, Visitor, type WidgetResponse } from '#api/testing/test-app.ts'
import { Payment } from '#db/models/money/payment.ts'
import { Refund } from '#db/models/money/refund.ts'
import { insertPackage } from '#db/testing/builders.ts'
import { settleUnreported } from './reconcile.ts'

const CREDENTIALS = {
  keyId: 'rzp_test_another',
  keySecret: 'another-secret-of-the-key',
  webhookSecret: 'another-secret-of-the-webhook',
}

const shop = openTestApp()
checkBooksAfterEach(shop)
let sandbox: FastifyInstance
let sandboxUrl: string
let app: FastifyInstance
let another: Gateway
let services: PaymentServices

beforeAll(async () => {
  sandbox = Fastify()
  await registerSandbox(sandbox, CREDENTIALS)
  await sandbox.listen({ port: 0, host: '127.0.0.1' })
  sandboxUrl = `http://127.0.0.1:${(sandbox.server.address() as AddressInfo).port}`
  another = {
    ...createGateway({ ...CREDENTIALS, apiUrl: sandboxUrl, checkoutScript: '' }),
    name: 'another',
    eventPath: '/webhooks/another',
  }
  const { env, db, jobs } = shop
  services = { env, db, jobs, gateway: another, earlierGateways: [shop.gateway] }
  app = await buildApp({ ...services, overload: false })
  await app.ready()
})
afterAll(async () => {
  await app.close()
  await sandbox.close()
})
beforeEach(() => shop.setFaults({ dropWebhooks: true }))

/** Calls the app that has switched. */
const post = (url: string, payload: object) =>
  app.inject({ method: 'POST', url, headers: { origin: shop.env.publicOrigin }, payload })

/** Buys at the former provider, and asks for the money back. */
async function buyAndAsk(): Promise<Refund> {
  const order = await placeOrder(shop)
  expectResponse(await payOrder(shop, new Visitor(shop), order), 200)
  const { browser } = await signInAsAdmin(shop)
  expectResponse(
    await browser.post(`/api/admin/orders/${order.orderId}/refunds`, { reason: 'Asked in time' }),
    201,
  )
  return Refund.query(shop.db).findOne({}).throwIfNotFound()
}

test('a payment is refunded by the provider that took it', async () => {
  const refund = await buyAndAsk()
  await sendRefund(services, refund.id)
  const { providerPaymentId } = await Payment.query(shop.db).first().throwIfNotFound()
  expect((await shop.gateway.getPayment(providerPaymentId ?? '')).refunded.minor).toBe(129_900)
})

test('an unfinished refund is checked where it was made', async () => {
  await shop.setFaults({ dropWebhooks: true, pendingRefunds: true })
  const refund = await buyAndAsk()
  await sendRefund(services, refund.id)
  await shop.db.raw(`UPDATE refunds SET status = 'pending', created_at = now() - interval '1 hour'`)
  await reconcileRefunds(services, expect.fail)
  expect((await refund.$query(shop.db)).providerAskedAt).toBeInstanceOf(Date)
})

test('an order that was placed before is paid, and asked for, where it was placed', async () => {
  const order = await placeOrder(shop)
  await payUnverified(shop, order)
  expect((await settleUnreported(services, await getOrder(shop, order.id))).paymentStatus).toBe('paid')
  expect(await Payment.query(shop.db)).toMatchObject([{ provider: shop.gateway.name }])
})

test('a widget that was open during the change still confirms its payment', async () => {
  const order = await placeOrder(shop)
  const body = verifyBody(order, await payUnverified(shop, order))
  expectResponse(await post('/api/verify-payment', body), 200)
})

test('a new order is placed at, and paid to, the provider of today', async () => {
  const { id: packageId } = await insertPackage(shop.db)
  const placed = await post('/api/create-order', { packageId, finalAmount: 1299, userData: buyerForm() })
  expectResponse(placed, 201)
  const order = placed.json<CreateOrderResponse>()
  expect(order.keyId).toBe(CREDENTIALS.keyId)
  const paid = await fetch(`${sandboxUrl}/pay`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ order_id: order.razorpayOrderId, outcome: 'success' }),
  })
  const receipt = (await paid.json()) as WidgetResponse
  expectResponse(await post('/api/verify-payment', verifyBody(order, receipt)), 200)
  expect(await Payment.query(shop.db)).toMatchObject([{ provider: 'another' }])
})

test('both providers have an address for their events', () => {
  for (const { eventPath: webhookPath } of [another, shop.gateway])
    expect(app.hasRoute({ method: 'POST', url: `/api${webhookPath}` })).toBe(true)
})

test('a provider that is no longer configured is named, and nobody else is asked', () => {
  expect(() => getGateway({ ...services, earlierGateways: [] }, shop.gateway.name)).toThrow(
    'The payment provider razorpay is not configured',
  )
})
