import { createHmac } from 'node:crypto'
import { beforeEach, describe, expect, test } from 'vitest'
import { releaseCoupon } from '#api/catalogue/coupons/coupon.ts'
import type { CreateOrderResponse } from '#api/contract/sales/checkout.ts'
import { checkBooksAfterEach } from '#api/testing/books.ts'
import {
  getOrder,
  openRupeeOrder,
  payOrder,
  payUnverified,
  placeModalOrder,
  placeOrder,
  verifyBody,
} from '#api/testing/buyer.ts'
import { sendProviderEvent, sendSigned, signEvent } from '#api/testing/provider-events.ts'
import { expectResponse } from '#api/testing/responses.ts'
import { openTestApp, TEST_CREDENTIALS, Visitor, type WidgetResponse } from '#api/testing/test-app.ts'
import { countAwaitedLocks, waitUntil } from '#api/testing/wait-until.ts'
import { Payment } from '#db/models/money/payment.ts'
import { ProviderEvent } from '#db/models/money/provider-event.ts'
import { CouponRedemption, Order, OrderEvent } from '#db/models/orders/order.ts'
import { User } from '#db/models/people/user.ts'
import { OutboxMessage } from '#db/models/platform/outbox-message.ts'
import { insertCoupon, insertPackage, insertPayment } from '#db/testing/builders.ts'

const shop = openTestApp()
checkBooksAfterEach(shop)
/** A new browser for each purchase. */
const visitor = () => new Visitor(shop)

beforeEach(() => shop.setFaults({ dropWebhooks: true }))

async function expectPaidOnce(orderId: number): Promise<void> {
  expect(await getOrder(shop, orderId)).toMatchObject({ paymentStatus: 'paid', status: 'pending' })
  expect(await Payment.query(shop.db).where({ orderId, fulfilsOrder: true }).resultSize()).toBe(1)
  expect(await OrderEvent.query(shop.db).where({ orderId, toValue: 'paid' }).resultSize()).toBe(1)
  expect(await OutboxMessage.query(shop.db).where({ kind: 'order_confirmation' }).resultSize()).toBe(1)
  expect(await User.query(shop.db).resultSize()).toBe(1)
}

const verify = (body: object, browser = visitor()) => browser.post('/api/verify-payment', body)

describe('whichever comes first', () => {
  test('verify, twice, and events at once make one payment', async () => {
    const order = await placeOrder(shop)
    const receipt = await payUnverified(shop, order)
    const statuses = await Promise.all([
      verify(verifyBody(order, receipt)),
      verify(verifyBody(order, receipt)),
      sendProviderEvent(shop, 'payment.captured', receipt),
      sendProviderEvent(shop, 'order.paid', receipt),
      sendProviderEvent(shop, 'payment.authorized', receipt),
    ])
    for (const response of statuses) expectResponse(response, 200)
    await expectPaidOnce(order.id)
  })

  test('a provider event before verify settles, and verify still signs the buyer in', async () => {
    const buyer = visitor()
    const order = await placeOrder(shop, { visitor: buyer })
    const receipt = await payUnverified(shop, order)
    await sendProviderEvent(shop, 'payment.captured', receipt)
    await expectPaidOnce(order.id)
    const verified = await verify(verifyBody(order, receipt), buyer)
    expect(verified.json()).toHaveProperty('sessionId')
    await expectPaidOnce(order.id)
  })

  test('a provider event sent twice, also under a new event id, changes the state once', async () => {
    const order = await placeOrder(shop)
    const { razorpay_payment_id: id, razorpay_order_id: order_id } = await payUnverified(shop, order)
    const event = { event: 'payment.captured', payload: { payment: { entity: { id, order_id } } } }
    for (const eventId of ['evt_1', 'evt_1', 'evt_new'])
      await sendSigned(shop, JSON.stringify(event), { eventId })
    await expectPaidOnce(order.id)
    expect(await ProviderEvent.query(shop.db).resultSize()).toBe(2)
  })

  test('the sandbox’s own events settle an order whose buyer closed the tab', async () => {
    await shop.setFaults({})
    const order = await placeOrder(shop)
    await payUnverified(shop, order)
    const readStatus = async () => {
      await shop.finishJobs()
      return (await getOrder(shop, order.id)).paymentStatus
    }
    await expect.poll(readStatus).toBe('paid')
    await expectPaidOnce(order.id)
  })
})

test.each([1, 2])(
  'two forms with the same new e-mail that are paid at the same instant make one account, in %i browsers',
  async (count) => {
    const own = visitor()
    const browsers = [own, count === 1 ? own : visitor()]
    const orders: CreateOrderResponse[] = []
    for (const one of browsers) orders.push(await placeOrder(shop, { visitor: one }))
    const paid = await Promise.all(orders.map((order) => payUnverified(shop, order)))
    const lock = await shop.db.transaction()
    // Both find no account, and insert one as soon as the table is unlocked.
    await lock.raw('LOCK TABLE users IN SHARE MODE')
    const verified = Promise.all(
      orders.map((order, nth) => verify(verifyBody(order, paid[nth] as WidgetResponse), browsers[nth])),
    )
    await waitUntil(async () => (await countAwaitedLocks(shop.db)) === 2)
    await lock.commit()
    for (const response of await verified) expectResponse(response, 200)
    const { id } = await User.query(shop.db).first().throwIfNotFound()
    const owners = (await Order.query(shop.db)).map(({ userId }) => userId)
    // To the buyer in the other browser, the account may be a stranger's.
    expect(owners.sort()).toEqual(count === 1 ? [id, id] : [id, null])
    expect(await User.query(shop.db).resultSize()).toBe(1)
  },
)

describe('a payment that is not this order’s is refused', () => {
  const sign = (orderId: string | null, paymentId: string | undefined) =>
    createHmac('sha256', TEST_CREDENTIALS.keySecret).update(`${orderId}|${paymentId}`).digest('hex')
  const placeOther = () => placeOrder(shop, { form: { email: 'other@example.com' } })
  const reprice = async ({ id }: CreateOrderResponse, cents: number) => {
    await Order.query(shop.db).findById(id).patch({ originalCents: cents, amountCents: cents })
  }

  /** By case: the body of verify-payment, once all is prepared for the order. */
  const CASES: Record<string, (order: CreateOrderResponse) => Promise<object>> = {
    'where it is another order’s, with that order’s signature': async (order) =>
      verifyBody(order, await payUnverified(shop, await placeOther())),
    'where it is another order’s, told as this one’s': async (order) => ({
      ...verifyBody(order, await payUnverified(shop, await placeOther())),
      razorpayOrderId: order.razorpayOrderId,
    }),
    'where it is this order’s, signed together with another one': async (order) => {
      const body = verifyBody(order, await payUnverified(shop, order))
      const { razorpayOrderId } = await placeOther()
      return { ...body, razorpayOrderId, razorpaySignature: sign(razorpayOrderId, body.razorpayPaymentId) }
    },
    'where it is of far less': async (order) => {
      await reprice(order, 200_000)
      return verifyBody(order, await payUnverified(shop, order))
    },
    'where it is a cent too little': async (order) => {
      await reprice(order, 129_901)
      return verifyBody(order, await payUnverified(shop, order))
    },
    'where it is of another currency': async (order) => {
      const providerOrderId = await openRupeeOrder(shop, order.amount)
      await Order.query(shop.db).findById(order.id).patch({ providerOrderId })
      return verifyBody(order, await shop.pay(providerOrderId))
    },
    'where it has failed': async ({ id: orderId, razorpayOrderId, ...order }) => {
      await payUnverified(shop, { id: orderId, razorpayOrderId, ...order }, 'declined')
      const [failed] = await shop.gateway.listPayments(razorpayOrderId ?? '')
      const razorpaySignature = sign(razorpayOrderId, failed?.id)
      return { orderId, razorpayOrderId, razorpayPaymentId: failed?.id, razorpaySignature }
    },
    'where it was recorded as nobody’s': async (order) => {
      const paid = await payUnverified(shop, order)
      const stray = { amountCents: 129_900, flag: 'unknown_order' } as const
      await insertPayment(shop.db, { providerPaymentId: paid.razorpay_payment_id, ...stray })
      return verifyBody(order, paid)
    },
    ...Object.fromEntries(
      ['', 'nonsense', 'a'.repeat(64)].map((razorpaySignature) => [
        `with the signature “${razorpaySignature}”`,
        async (order: CreateOrderResponse) => ({
          ...verifyBody(order, await payUnverified(shop, order)),
          razorpaySignature,
        }),
      ]),
    ),
  }

  test.each(Object.entries(CASES))('%s', async (_what, prepare) => {
    const order = await placeOrder(shop)
    const body = await prepare(order)
    const payments = await Payment.query(shop.db)
    expectResponse(await verify(body), 400, { message: 'Payment verification failed' })
    expect(await getOrder(shop, order.id)).toMatchObject({ paymentStatus: 'unpaid', userId: null })
    expect(await Payment.query(shop.db)).toEqual(payments)
  })
})

describe('a forged event', () => {
  const body = JSON.stringify({ event: 'payment.captured', payload: {} })
  test.each([
    ['without a signature', undefined],
    ['signed with an empty secret', signEvent(body, '')],
    ['signed with the key secret', signEvent(body, TEST_CREDENTIALS.keySecret)],
    ['whose signature is upper-case', signEvent(body).toUpperCase()],
    ['signed over the parsed body', signEvent(JSON.stringify(JSON.parse(body), null, 1))],
  ])('%s is refused and stored nowhere', async (_how, signature) => {
    expectResponse(await sendSigned(shop, body, { signature }), 400)
    expect(await ProviderEvent.query(shop.db).resultSize()).toBe(0)
  })
})

describe('late money', () => {
  /** Orders of a package of $100 with a coupon of so many uses, which takes $10 off. */
  async function open(usageLimit: number) {
    const coupon = await insertCoupon(shop.db, { code: 'LATE', discountHundredths: 1_000, usageLimit })
    const { id: packageId } = await insertPackage(shop.db, { priceCents: 10_000 })
    const buy = (email: string) =>
      placeModalOrder(visitor(), { packageId, finalAmount: 90, form: { email, couponCode: 'LATE' } })
    const release = ({ id }: CreateOrderResponse) => shop.db.transaction((trx) => releaseCoupon(trx, id))
    return { buy, release, countUses: async () => (await coupon.$query(shop.db)).usedCount }
  }

  test('a payment after the order was given up is honoured, and takes its coupon use again', async () => {
    const { buy, release, countUses } = await open(1)
    const order = await buy('grace@example.com')
    await release(order)
    await Order.query(shop.db).findById(order.id).patch({ status: 'cancelled' })
    expect(await countUses()).toBe(0)
    await payOrder(shop, visitor(), order)
    await expectPaidOnce(order.id)
    expect(await countUses()).toBe(1)
    expect(await Payment.query(shop.db)).toMatchObject([{ flag: null }])
    const resumed = OrderEvent.query(shop.db).where({ fromValue: 'cancelled', toValue: 'pending' })
    expect(await resumed.resultSize()).toBe(1)
  })

  test('where the use went to another order meanwhile, the payment is flagged and given back', async () => {
    const { buy, release, countUses } = await open(1)
    const first = await buy('first@example.com')
    await release(first)
    await buy('second@example.com')
    expectResponse(await payOrder(shop, visitor(), first), 400)
    expect(await getOrder(shop, first.id)).toMatchObject({ paymentStatus: 'unpaid' })
    const flagged = { orderId: first.id, fulfilsOrder: false, flag: 'coupon_over_limit' }
    expect(await Payment.query(shop.db)).toMatchObject([flagged])
    expect(await countUses()).toBe(1)
    expect(await CouponRedemption.query(shop.db).where({ status: 'released' }).resultSize()).toBe(1)
  })

  test('releasing three times gives one use back', async () => {
    const { buy, release, countUses } = await open(3)
    const first = await buy('first@example.com')
    await buy('second@example.com')
    await Promise.all([1, 2, 3].map(() => release(first)))
    expect(await countUses()).toBe(1)
  })
})
