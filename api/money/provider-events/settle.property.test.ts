/** Random histories of orders: money and orders must always agree. */
import { createHmac } from 'node:crypto'
import fc from 'fast-check'
import { beforeEach, expect, test } from 'vitest'
import type { CreateOrderResponse } from '#api/contract/sales/checkout.ts'
import { changeOrderStatus } from '#api/orders/order/order-status.ts'
import { ORDER_STATUSES } from '#api/rules/orders.ts'
import { buyerForm } from '#api/testing/buyer.ts'
import { sendSigned, signEvent } from '#api/testing/provider-events.ts'
import { expectResponse } from '#api/testing/responses.ts'
import { openTestApp, TEST_CREDENTIALS, Visitor, type WidgetResponse } from '#api/testing/test-app.ts'
import { Coupon } from '#db/models/catalogue/coupon.ts'
import { Payment } from '#db/models/money/payment.ts'
import { Refund } from '#db/models/money/refund.ts'
import { CouponRedemption, Order, OrderEvent } from '#db/models/orders/order.ts'
import { insertCoupon, insertPackage, insertUser } from '#db/testing/builders.ts'
import { reconcileUnpaidOrders } from './reconcile.ts'

/** A hundredth of the fuzz test's runs, because each is more expensive. */
const HISTORIES = Math.ceil(Number(process.env.FUZZ_RUNS ?? 1200) / 100)
const SEED = Number(process.env.FUZZ_SEED ?? 20_260_101)
const LIMIT = 2

const shop = openTestApp()
beforeEach(() => shop.setFaults({ dropWebhooks: true }))

const index = fc.nat({ max: 7 })
const { constant, constantFrom, record } = fc
const coupon = constantFrom(null, 'HALF', 'FREE')
const outcome = constantFrom('success', 'authorized', 'declined', 'network')
const forgery = constantFrom(null, null, null, 'signature', 'order')
const event = constantFrom('payment.authorized', 'payment.captured', 'payment.failed', 'order.paid')
const webhook = { payment: index, event, eventId: fc.nat({ max: 3 }), isForged: fc.boolean() }
const status = constantFrom(...ORDER_STATUSES)
const step = fc.oneof(
  { weight: 3, arbitrary: record({ kind: constant('order' as const), coupon }) },
  { weight: 4, arbitrary: record({ kind: constant('pay' as const), order: index, outcome }) },
  {
    weight: 5,
    arbitrary: record({ kind: constant('verify' as const), order: index, payment: index, forgery }),
  },
  { weight: 4, arbitrary: record({ kind: constant('webhook' as const), ...webhook }) },
  { weight: 2, arbitrary: record({ kind: constant('reconcile' as const) }) },
  { weight: 2, arbitrary: record({ kind: constant('status' as const), order: index, status }) },
)
type Step = typeof step extends fc.Arbitrary<infer One> ? One : never

interface History {
  packageId: number
  adminId: number
  orders: CreateOrderResponse[]
  payments: WidgetResponse[]
}

const at = <Item>(items: Item[], position: number): Item | undefined =>
  items[position % Math.max(items.length, 1)]

async function take(history: History, one: Step, nth: number): Promise<void> {
  const { orders, payments } = history
  if (one.kind === 'order') {
    const finalAmount = one.coupon ? { HALF: 50, FREE: 0 }[one.coupon] : 100
    const userData = buyerForm({ email: `buyer-${nth % 5}@example.com`, couponCode: one.coupon })
    const body = { packageId: history.packageId, finalAmount, userData }
    const response = await new Visitor(shop).post('/api/create-order', body)
    expect([201, 409]).toContain(response.statusCode)
    if (response.statusCode === 201) orders.push(response.json<CreateOrderResponse>())
  } else if (one.kind === 'pay') {
    const order = at(orders, one.order)
    if (!order?.razorpayOrderId) return
    payments.push(signedAttempt(order.razorpayOrderId, await shop.pay(order.razorpayOrderId, one.outcome)))
  } else if (one.kind === 'verify') {
    const order = at(orders, one.order)
    const payment = at(payments, one.payment)
    if (!order || !payment) return
    const response = await new Visitor(shop).post('/api/verify-payment', {
      orderId: order.orderId,
      razorpayOrderId: one.forgery === 'order' ? order.razorpayOrderId : payment.razorpay_order_id,
      razorpayPaymentId: payment.razorpay_payment_id,
      razorpaySignature: one.forgery === 'signature' ? 'ab'.repeat(32) : payment.razorpay_signature,
    })
    const isItsOwn = order.razorpayOrderId === payment.razorpay_order_id && one.forgery !== 'signature'
    // The order's own payment may be a second one.
    expect(isItsOwn ? [200, 400] : [400]).toContain(response.statusCode)
  } else if (one.kind === 'webhook') {
    const payment = at(payments, one.payment)
    if (payment) await deliver(payment, one)
  } else if (one.kind === 'reconcile') {
    await shop.db('orders').update({ createdAt: shop.db.raw(`now() - interval '31 minutes'`) })
    await reconcileUnpaidOrders(shop, () => {})
  } else {
    const order = at(orders, one.order)
    if (!order) return
    const change = { orderId: order.orderId, status: one.status, adminId: history.adminId } as const
    await changeOrderStatus(shop, change).catch((error: { code?: string }) => {
      if (error.code !== 'coupon_used_up') throw error
    })
  }
}

/** A failed payment has a valid signature too, so only its status keeps it from paying for an order. */
function signedAttempt(
  orderId: string,
  response: WidgetResponse | { error: { metadata?: { payment_id?: string } } },
) {
  if (!('error' in response)) return response
  // A paid order accepts no further payment, so there may be no id.
  const paymentId = response.error.metadata?.payment_id ?? 'pay_None0000000000'
  const signature = createHmac('sha256', TEST_CREDENTIALS.keySecret).update(`${orderId}|${paymentId}`)
  return {
    razorpay_order_id: orderId,
    razorpay_payment_id: paymentId,
    razorpay_signature: signature.digest('hex'),
  }
}

async function deliver(payment: WidgetResponse, one: Extract<Step, { kind: 'webhook' }>): Promise<void> {
  const entity = { id: payment.razorpay_payment_id, order_id: payment.razorpay_order_id }
  const payload = JSON.stringify({ event: one.event, payload: { payment: { entity } } })
  const response = await sendSigned(shop, payload, {
    eventId: `evt-${payment.razorpay_payment_id}-${one.event}-${one.eventId}`,
    signature: signEvent(payload, one.isForged ? 'another-secret-0123456789' : undefined),
  })
  expectResponse(response, one.isForged ? 400 : 200)
}

/** Checks the books (docs/product/back-office.md, Books). */
async function expectBooksToAgree(): Promise<void> {
  const [orders, payments] = [await Order.query(shop.db), await Payment.query(shop.db)]
  for (const order of orders) {
    const fulfilling = payments.filter(({ orderId, fulfilsOrder }) => orderId === order.id && fulfilsOrder)
    expect(fulfilling, `order ${order.id} is ${order.paymentStatus}`).toHaveLength(
      order.paymentStatus === 'paid' ? 1 : 0,
    )
    for (const payment of fulfilling) {
      const { amountCents, currency } = order
      expect(payment).toMatchObject({ amountCents, currency, status: 'captured' })
      if (payment.provider === 'none') expect(order.amountCents).toBe(0)
      else {
        expect(await shop.gateway.getPayment(payment.providerPaymentId ?? '')).toMatchObject({
          orderId: order.providerOrderId,
          status: 'captured',
          amount: { minor: amountCents, currency },
        })
      }
    }
    const changes = await OrderEvent.query(shop.db).where({ orderId: order.id, kind: 'payment_status' })
    expect(changes.map(({ fromValue, toValue }) => [fromValue, toValue])).toEqual(
      order.paymentStatus === 'paid' ? [['unpaid', 'paid']] : [],
    )
  }
  const extra = payments.filter(({ fulfilsOrder }) => !fulfilsOrder)
  const refunds = await Refund.query(shop.db)
  expect(refunds).toHaveLength(extra.length)
  expect(new Set(orders.map(({ invoiceNumber }) => invoiceNumber)).size).toBe(orders.length)

  for (const coupon of await Coupon.query(shop.db)) {
    const live = await CouponRedemption.query(shop.db)
      .where({ couponId: coupon.id })
      .whereNot({ status: 'released' })
      .resultSize()
    expect(coupon.usedCount, coupon.code).toBe(live)
    expect(live).toBeLessThanOrEqual(coupon.usageLimit ?? Number.POSITIVE_INFINITY)
  }
  // Each customer owns an order.
  const customers = await shop.db('users').where({ isAdmin: false }).pluck('id')
  const owners = new Set(orders.flatMap(({ userId }) => userId ?? []))
  expect([...owners].sort()).toEqual(customers.sort())
}

test('no history makes an order paid without a captured payment of its own, or leaves the books at odds', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 5, maxLength: 14, size: 'max' }), async (steps) => {
      await shop.db.raw(`ALTER TABLE audit_log DISABLE TRIGGER audit_log_is_never_emptied;
        ALTER TABLE invoices DISABLE TRIGGER invoices_are_never_emptied;
        TRUNCATE users, orders, coupons, packages, outbox, provider_events CASCADE;
        ALTER TABLE invoices ENABLE TRIGGER invoices_are_never_emptied;
        ALTER TABLE audit_log ENABLE TRIGGER audit_log_is_never_emptied`)
      await insertCoupon(shop.db, { code: 'HALF', discountHundredths: 5_000, usageLimit: LIMIT })
      await insertCoupon(shop.db, { code: 'FREE', discountHundredths: 10_000, usageLimit: LIMIT })
      const { id: packageId } = await insertPackage(shop.db, { priceCents: 10_000 })
      const { id: adminId } = await insertUser(shop.db, { isAdmin: true })
      const history: History = { packageId, adminId, orders: [], payments: [] }
      for (const [nth, one] of [{ kind: 'order', coupon: null } as const, ...steps].entries()) {
        await take(history, one, nth)
        await expectBooksToAgree()
      }
    }),
    { numRuns: HISTORIES, seed: SEED, endOnFailure: false },
  )
}, 600_000)
