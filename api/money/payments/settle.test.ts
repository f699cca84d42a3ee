import { createHmac } from 'node:crypto'
import { beforeEach, describe, expect, test } from 'vitest'
import { releaseCoupon } from '#api/catalogue/coupons/coupon.ts'
import type { CreateOrderResponse } from '#api/contract/sales/checkout.ts'
import { checkBooksAfterEach } from '#api/testing/books.ts'
import { openRupeeOrder, payOrder, placeModalOrder, verifyBody } from '#api/testing/buyer.ts'
import { openTestApp, TEST_CREDENTIALS, Visitor, type WidgetResponse } from '#api/testing/test-app.ts'
import { countAwaitedLocks, waitUntil } from '#api/testing/wait-until.ts'
import { Coupon } from '#db/models/catalogue/coupon.ts'
import { Payment } from '#db/models/money/payment.ts'
import { ProviderEvent } from '#db/models/money/provider-event.ts'
import { CouponRedemption, Order, OrderEvent } from '#db/models/orders/order.ts'
import { User } from '#db/models/people/user.ts'
import { OutboxMessage } from '#db/models/platform/outbox-message.ts'
import { insertCoupon, insertPackage } from '#db/testing/builders.ts'

const shop = openTestApp()
checkBooksAfterEach(shop)
/** A new browser for each purchase. */
const visitor = () => new Visitor(shop)

beforeEach(() => shop.setFaults({ dropWebhooks: true }))

async function placeOrder(
  form: Record<string, unknown> = {},
  priceCents = 129_900,
  browser = visitor(),
): Promise<CreateOrderResponse> {
  const pkg = await insertPackage(shop.db, { priceCents })
  return placeModalOrder(browser, { packageId: pkg.id, finalAmount: priceCents / 100, form })
}

/** An event as the provider signs and sends it. */
function deliver(
  event: string,
  paymentId: string,
  orderId: string,
  { eventId = `evt_${paymentId}_${event}` } = {},
) {
  const body = JSON.stringify({
    entity: 'event',
    event,
    payload: { payment: { entity: { id: paymentId, order_id: orderId } } },
  })
  const signature = createHmac('sha256', TEST_CREDENTIALS.webhookSecret).update(body).digest('hex')
  return sendWebhook(body, signature, eventId)
}

async function sendWebhook(body: string, signature: string | undefined, eventId = 'evt_1') {
  const response = await shop.app.inject({
    method: 'POST',
    url: '/api/webhooks/razorpay',
    headers: {
      'content-type': 'application/json',
      ...(signature !== undefined && { 'x-razorpay-signature': signature }),
      'x-razorpay-event-id': eventId,
    },
    payload: body,
  })
  await shop.finishJobs()
  return response
}

async function expectPaidOnce(orderId: number): Promise<void> {
  expect(await Order.query(shop.db).findById(orderId)).toMatchObject({
    paymentStatus: 'paid',
    status: 'pending',
  })
  expect(await Payment.query(shop.db).where({ orderId, fulfilsOrder: true }).resultSize()).toBe(1)
  expect(await OrderEvent.query(shop.db).where({ orderId, toValue: 'paid' }).resultSize()).toBe(1)
  expect(await OutboxMessage.query(shop.db).where({ kind: 'order_confirmation' }).resultSize()).toBe(1)
  expect(await User.query(shop.db).resultSize()).toBe(1)
}

async function expectUnpaid(orderId: number): Promise<void> {
  expect(await Order.query(shop.db).findById(orderId)).toMatchObject({ paymentStatus: 'unpaid' })
  expect(await Payment.query(shop.db).resultSize()).toBe(0)
  expect(await User.query(shop.db).resultSize()).toBe(0)
}

describe('whichever comes first', () => {
  test('verify and event at once make one payment', async () => {
    const order = await placeOrder()
    const receipt = await shop.pay(order.razorpayOrderId ?? '')
    const paymentId = receipt.razorpay_payment_id
    const [verified, ...hooks] = await Promise.all([
      visitor().post('/api/verify-payment', verifyBody(order, receipt)),
      deliver('payment.captured', paymentId, receipt.razorpay_order_id),
      deliver('order.paid', paymentId, receipt.razorpay_order_id),
      deliver('payment.authorized', paymentId, receipt.razorpay_order_id),
    ])
    expect(verified.statusCode).toBe(200)
    expect(hooks.map((hook) => hook.statusCode)).toEqual([200, 200, 200])
    await expectPaidOnce(order.id)
  })

  test('a provider event before verify settles, and verify still signs the buyer in', async () => {
    const buyer = visitor()
    const order = await placeOrder({}, 129_900, buyer)
    const receipt = await shop.pay(order.razorpayOrderId ?? '')
    await deliver('payment.captured', receipt.razorpay_payment_id, receipt.razorpay_order_id)
    await expectPaidOnce(order.id)
    const verified = await buyer.post('/api/verify-payment', verifyBody(order, receipt))
    expect(verified.json()).toHaveProperty('sessionId')
    await expectPaidOnce(order.id)
  })

  test('a provider event sent twice, also under a new event id, changes the state once', async () => {
    const order = await placeOrder()
    const { razorpay_payment_id: paymentId, razorpay_order_id: orderId } = await shop.pay(
      order.razorpayOrderId ?? '',
    )
    await deliver('payment.captured', paymentId, orderId)
    await deliver('payment.captured', paymentId, orderId)
    await deliver('payment.captured', paymentId, orderId, { eventId: 'evt_new' })
    await expectPaidOnce(order.id)
    expect(await ProviderEvent.query(shop.db).resultSize()).toBe(2)
  })

  test('the sandbox’s own events settle an order whose buyer closed the tab', async () => {
    await shop.setFaults({})
    const order = await placeOrder()
    await shop.pay(order.razorpayOrderId ?? '')
    await expect
      .poll(async () => {
        await shop.finishJobs()
        return (await Order.query(shop.db).findById(order.id))?.paymentStatus
      })
      .toBe('paid')
    await expectPaidOnce(order.id)
  })

  test('an authorised payment is captured and then settles', async () => {
    const order = await placeOrder()
    const receipt = await shop.pay(order.razorpayOrderId ?? '', 'authorized')
    const verified = await visitor().post('/api/verify-payment', verifyBody(order, receipt))
    expect(verified.statusCode).toBe(200)
    expect(await shop.gateway.getPayment(receipt.razorpay_payment_id)).toMatchObject({ status: 'captured' })
    await expectPaidOnce(order.id)
  })
})

test.each([1, 2])(
  'two forms with the same new e-mail that are paid at the same instant make one account, in %i browsers',
  async (count) => {
    const own = visitor()
    const browsers = [own, count === 1 ? own : visitor()]
    const orders: CreateOrderResponse[] = []
    for (const browser of browsers) orders.push(await placeOrder({}, 129_900, browser))
    const paid = await Promise.all(orders.map(({ razorpayOrderId }) => shop.pay(razorpayOrderId ?? '')))
    const lock = await shop.db.transaction()
    // Both find no account, and insert one as soon as the table is unlocked.
    await lock.raw('LOCK TABLE users IN SHARE MODE')
    const verified = Promise.all(
      orders.map((order, nth) =>
        browsers[nth]?.post('/api/verify-payment', verifyBody(order, paid[nth] as WidgetResponse)),
      ),
    )
    await waitUntil(async () => (await countAwaitedLocks(shop.db)) === 2)
    await lock.commit()
    expect((await verified).map((response) => response?.statusCode)).toEqual([200, 200])
    const { id } = await User.query(shop.db).first().throwIfNotFound()
    const owners = (await Order.query(shop.db)).map(({ userId }) => userId)
    // To the buyer in the other browser, the account may be a stranger's.
    expect(owners.sort()).toEqual(count === 1 ? [id, id] : [id, null])
    expect(await User.query(shop.db).resultSize()).toBe(1)
  },
)

describe('a payment that is not this order’s', () => {
  test('a signature of another order is refused', async () => {
    const [mine, other] = [await placeOrder(), await placeOrder({ email: 'other@example.com' })]
    const receipt = await shop.pay(other.razorpayOrderId ?? '')
    const crossed = [
      { ...verifyBody(mine, receipt) },
      { ...verifyBody(mine, receipt), razorpayOrderId: mine.razorpayOrderId },
    ]
    for (const body of crossed) {
      const response = await visitor().post('/api/verify-payment', body)
      expect(response.statusCode).toBe(400)
      expect(response.json()).toMatchObject({ message: 'Payment verification failed' })
    }
    await expectUnpaid(mine.id)
  })

  test.each([
    ['amountCents', { originalCents: 200_000, amountCents: 200_000 }],
    ['a cheaper payment', { originalCents: 129_901, amountCents: 129_901 }],
  ])('of another amount (%s) is refused although its signature is genuine', async (_what, fields) => {
    const order = await placeOrder()
    await Order.query(shop.db).findById(order.id).patch(fields)
    const receipt = await shop.pay(order.razorpayOrderId ?? '')
    const response = await visitor().post('/api/verify-payment', verifyBody(order, receipt))
    expect(response.statusCode).toBe(400)
    await expectUnpaid(order.id)
  })

  test('of another currency is refused although its signature is genuine', async () => {
    const order = await placeOrder()
    const id = await openRupeeOrder(shop, order.amount)
    await Order.query(shop.db).findById(order.id).patch({ providerOrderId: id })
    const receipt = await shop.pay(id)
    const response = await visitor().post('/api/verify-payment', verifyBody(order, receipt))
    expect(response.statusCode).toBe(400)
    await expectUnpaid(order.id)
  })

  test('a failed payment pays nothing', async () => {
    const order = await placeOrder()
    await shop.pay(order.razorpayOrderId ?? '', 'declined')
    const [failed] = await shop.gateway.listPayments(order.razorpayOrderId ?? '')
    const signature = createHmac('sha256', TEST_CREDENTIALS.keySecret)
      .update(`${order.razorpayOrderId}|${failed?.id}`)
      .digest('hex')
    const response = await visitor().post('/api/verify-payment', {
      orderId: order.id,
      razorpayOrderId: order.razorpayOrderId,
      razorpayPaymentId: failed?.id,
      razorpaySignature: signature,
    })
    expect(response.statusCode).toBe(400)
    await expectUnpaid(order.id)
  })

  test('a payment of the order, signed together with another order, is refused', async () => {
    const [mine, other] = [await placeOrder(), await placeOrder({ email: 'other@example.com' })]
    const receipt = await shop.pay(mine.razorpayOrderId ?? '')
    const body = verifyBody(mine, receipt)
    const signature = createHmac('sha256', TEST_CREDENTIALS.keySecret)
      .update(`${other.razorpayOrderId}|${body.razorpayPaymentId}`)
      .digest('hex')
    const response = await visitor().post('/api/verify-payment', {
      ...body,
      razorpayOrderId: other.razorpayOrderId,
      razorpaySignature: signature,
    })
    expect(response.statusCode).toBe(400)
    await expectUnpaid(mine.id)
  })

  test.each(['', 'nonsense', 'a'.repeat(64)])('a signature of %j is refused', async (signature) => {
    const order = await placeOrder()
    const receipt = await shop.pay(order.razorpayOrderId ?? '')
    const response = await visitor().post('/api/verify-payment', {
      ...verifyBody(order, receipt),
      razorpaySignature: signature,
    })
    expect(response.statusCode).toBe(400)
    await expectUnpaid(order.id)
  })
})

describe('a forged event', () => {
  const body = JSON.stringify({ event: 'payment.captured', payload: {} })
  const sign = (secret: string, text = body) => createHmac('sha256', secret).update(text).digest('hex')

  test.each([
    ['without a signature', undefined],
    ['signed with an empty secret', sign('')],
    ['signed with the key secret', sign(TEST_CREDENTIALS.keySecret)],
    ['whose signature is upper-case', sign(TEST_CREDENTIALS.webhookSecret).toUpperCase()],
    [
      'signed over the parsed body',
      sign(TEST_CREDENTIALS.webhookSecret, JSON.stringify(JSON.parse(body), null, 1)),
    ],
  ])('%s is refused and stored nowhere', async (_how, signature) => {
    expect((await sendWebhook(body, signature)).statusCode).toBe(400)
    expect(await ProviderEvent.query(shop.db).resultSize()).toBe(0)
  })
})

describe('late money', () => {
  test('a payment after the order was given up is honoured, and takes its coupon use again', async () => {
    const coupon = await insertCoupon(shop.db, { code: 'LATE', discountHundredths: 1_000, usageLimit: 1 })
    const pkg = await insertPackage(shop.db, { priceCents: 10_000 })
    const order = await placeModalOrder(visitor(), {
      packageId: pkg.id,
      finalAmount: 90,
      form: { couponCode: 'LATE' },
    })
    await shop.db.transaction((trx) => releaseCoupon(trx, order.id))
    await Order.query(shop.db).findById(order.id).patch({ status: 'cancelled' })
    expect((await coupon.$query(shop.db)).usedCount).toBe(0)

    await payOrder(shop, visitor(), order)
    await expectPaidOnce(order.id)
    expect((await coupon.$query(shop.db)).usedCount).toBe(1)
    expect(await Payment.query(shop.db).findOne({ orderId: order.id })).toMatchObject({ flag: null })
  })

  test('where the use went to another order meanwhile, the payment is flagged and given back', async () => {
    await insertCoupon(shop.db, { code: 'LATE', discountHundredths: 1_000, usageLimit: 1 })
    const pkg = await insertPackage(shop.db, { priceCents: 10_000 })
    const buy = (email: string) =>
      placeModalOrder(visitor(), {
        packageId: pkg.id,
        finalAmount: 90,
        form: { email, couponCode: 'LATE' },
      })
    const first = await buy('first@example.com')
    await shop.db.transaction((trx) => releaseCoupon(trx, first.id))
    await buy('second@example.com')

    expect((await payOrder(shop, visitor(), first)).statusCode).toBe(400)
    expect(await Order.query(shop.db).findById(first.id)).toMatchObject({ paymentStatus: 'unpaid' })
    expect(await Payment.query(shop.db).findOne({ orderId: first.id })).toMatchObject({
      fulfilsOrder: false,
      flag: 'coupon_over_limit',
    })
    expect((await Coupon.query(shop.db).findOne({ code: 'LATE' }))?.usedCount).toBe(1)
    expect(await CouponRedemption.query(shop.db).where({ status: 'released' }).resultSize()).toBe(1)
  })

  test('releasing twice gives one use back', async () => {
    const coupon = await insertCoupon(shop.db, { code: 'TWICE', discountHundredths: 1_000, usageLimit: 3 })
    const pkg = await insertPackage(shop.db, { priceCents: 10_000 })
    const buy = (email: string) =>
      placeModalOrder(visitor(), {
        packageId: pkg.id,
        finalAmount: 90,
        form: { email, couponCode: 'TWICE' },
      })
    const first = await buy('first@example.com')
    await buy('second@example.com')
    await Promise.all([1, 2, 3].map(() => shop.db.transaction((trx) => releaseCoupon(trx, first.id))))
    expect((await coupon.$query(shop.db)).usedCount).toBe(1)
  })
})
