import { beforeEach, expect, test } from 'vitest'
import { Order, OrderEvent } from '../../../db/models/order.ts'
import { Payment } from '../../../db/models/payment.ts'
import { insertCoupon, insertPackage } from '../../../db/testing/builders.ts'
import type { CreateOrderResponse } from '../../contract/checkout.ts'
import { payOrder, placeModalOrder } from '../../testing/buyer.ts'
import { openTestApp, Visitor } from '../../testing/test-app.ts'
import { reconcileUnpaidOrders } from './reconcile.ts'

const shop = openTestApp()
const reconcile = () =>
  reconcileUnpaidOrders(shop, (error) => {
    throw error
  })

beforeEach(() => shop.setFaults({ dropWebhooks: true }))

async function placeOldOrder(): Promise<CreateOrderResponse> {
  const pkg = await insertPackage(shop.db, { priceCents: 10_000 })
  const order = await placeModalOrder(new Visitor(shop), {
    packageId: pkg.id,
    finalAmount: 80,
    form: { couponCode: 'SAVE20' },
  })
  await shop.db.raw(`UPDATE orders SET created_at = now() - interval '31 minutes'`)
  return order
}

test('an order paid at the provider whose webhooks were all lost is settled', async () => {
  await insertCoupon(shop.db, { code: 'SAVE20', usageLimit: 1 })
  const order = await placeOldOrder()
  await shop.pay(order.razorpayOrderId ?? '')
  expect(await reconcile()).toEqual({ settled: 1, cancelled: 0, unknown: 0 })
  expect(await Order.query(shop.db).findById(order.id)).toMatchObject({
    paymentStatus: 'paid',
    status: 'pending',
  })
  expect(await reconcile()).toEqual({ settled: 0, cancelled: 0, unknown: 0 })
})

test('an authorised payment that nobody captured is captured and settled', async () => {
  await insertCoupon(shop.db, { code: 'SAVE20', usageLimit: 1 })
  const order = await placeOldOrder()
  await shop.pay(order.razorpayOrderId ?? '', 'authorized')
  expect(await reconcile()).toMatchObject({ settled: 1 })
})

test('an order that nobody pays is given up and its coupon use given back', async () => {
  const coupon = await insertCoupon(shop.db, { code: 'SAVE20', usageLimit: 1 })
  const order = await placeOldOrder()
  await shop.pay(order.razorpayOrderId ?? '', 'declined')
  expect(await reconcile()).toEqual({ settled: 0, cancelled: 1, unknown: 0 })
  expect(await Order.query(shop.db).findById(order.id)).toMatchObject({ status: 'cancelled' })
  expect((await coupon.$query(shop.db)).usedCount).toBe(0)
  expect(await OrderEvent.query(shop.db).findOne({ toValue: 'cancelled' })).toMatchObject({
    actorKind: 'system',
  })

  // The bank approves the payment late: the order is open again.
  const verified = await payOrder(shop, new Visitor(shop), order)
  expect(verified.statusCode).toBe(200)
  expect(await Order.query(shop.db).findById(order.id)).toMatchObject({
    paymentStatus: 'paid',
    status: 'pending',
  })
  expect((await coupon.$query(shop.db)).usedCount).toBe(1)
})

test('an order younger than half an hour is left alone', async () => {
  await insertCoupon(shop.db, { code: 'SAVE20', usageLimit: 1 })
  await placeOldOrder()
  await shop.db.raw(`UPDATE orders SET created_at = now() - interval '29 minutes'`)
  expect(await reconcile()).toEqual({ settled: 0, cancelled: 0, unknown: 0 })
})

test('a provider that does not respond decides nothing', async () => {
  const coupon = await insertCoupon(shop.db, { code: 'SAVE20', usageLimit: 1 })
  const order = await placeOldOrder()
  await shop.setFaults({ failRate: 1 })
  expect(await reconcile()).toEqual({ settled: 0, cancelled: 0, unknown: 1 })
  expect(await Order.query(shop.db).findById(order.id)).toMatchObject({ status: 'pending' })
  expect((await coupon.$query(shop.db)).usedCount).toBe(1)
  await shop.setFaults({})
})

test('money that does not match its order is recorded for an admin, and the other orders go on', async () => {
  await insertCoupon(shop.db, { code: 'SAVE20', usageLimit: 5 })
  const odd = await placeOldOrder()
  await shop.pay(odd.razorpayOrderId ?? '')
  await Order.query(shop.db)
    .findById(odd.id)
    .patch({ originalCents: 20_000, discountCents: 0, amountCents: 20_000 })
  const pkg = await insertPackage(shop.db, { priceCents: 10_000 })
  await placeModalOrder(new Visitor(shop), {
    packageId: pkg.id,
    finalAmount: 100,
    form: { email: 'other@example.com' },
  })
  await shop.db.raw(`UPDATE orders SET created_at = now() - interval '31 minutes'`)

  expect(await reconcile()).toEqual({ settled: 0, cancelled: 2, unknown: 0 })
  expect(await Payment.query(shop.db)).toMatchObject([
    { orderId: odd.id, amountCents: 8_000, fulfilsOrder: false, flag: 'amount_mismatch', lookedAt: null },
  ])
})

test('an order that was given up is asked about again, ever more rarely, and settles when the bank lets it through', async () => {
  await insertCoupon(shop.db, { code: 'SAVE20', usageLimit: 1 })
  const order = await placeOldOrder()
  await reconcile()
  await shop.pay(order.razorpayOrderId ?? '', 'authorized')
  // The provider was asked a moment ago.
  expect(await reconcile()).toMatchObject({ settled: 0 })
  await shop.db.raw(
    `UPDATE orders SET created_at = now() - interval '3 days', provider_asked_at = now() - interval '1 day'`,
  )
  expect(await reconcile()).toMatchObject({ settled: 1 })
  expect(await Order.query(shop.db).findById(order.id)).toMatchObject({
    paymentStatus: 'paid',
    status: 'pending',
  })
})

test('a paid order is asked about once more, half an hour later', async () => {
  await insertCoupon(shop.db, { code: 'SAVE20', usageLimit: 1 })
  const order = await placeOldOrder()
  await payOrder(shop, new Visitor(shop), order)
  await shop.db.raw(`UPDATE orders SET paid_at = now() - interval '31 minutes'`)
  await reconcile()
  const asked = await Order.query(shop.db).findById(order.id).throwIfNotFound()
  expect(asked.providerAskedAt).toBeInstanceOf(Date)
  await reconcile()
  expect((await asked.$query(shop.db)).providerAskedAt).toEqual(asked.providerAskedAt)
})

test('a provider that does not respond is not asked about every order', async () => {
  const pkg = await insertPackage(shop.db, { priceCents: 10_000 })
  for (const nth of [1, 2, 3, 4, 5]) {
    const form = { email: `buyer-${nth}@example.com` }
    await placeModalOrder(new Visitor(shop), { packageId: pkg.id, finalAmount: 100, form })
  }
  await shop.db.raw(`UPDATE orders SET created_at = now() - interval '31 minutes'`)
  await shop.setFaults({ dropWebhooks: true, failRate: 1 })
  expect(await reconcile()).toEqual({ settled: 0, cancelled: 0, unknown: 3 })
  await shop.setFaults({ dropWebhooks: true })
  expect(await reconcile()).toEqual({ settled: 0, cancelled: 5, unknown: 0 })
})
