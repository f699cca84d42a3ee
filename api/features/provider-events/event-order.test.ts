/** The provider's events in any order, and repeated. */
import { beforeEach, describe, expect, test } from 'vitest'
import { CouponRedemption, Order, OrderEvent } from '../../../db/models/order.ts'
import { OutboxMessage } from '../../../db/models/outbox-message.ts'
import { Payment, Refund } from '../../../db/models/payment.ts'
import { insertCoupon, insertPackage } from '../../../db/testing/builders.ts'
import type { CreateOrderResponse } from '../../contract/checkout.ts'
import { checkBooksAfterEach } from '../../testing/books.ts'
import { placeModalOrder, verifyBody } from '../../testing/buyer.ts'
import { deliverEvent } from '../../testing/provider-events.ts'
import { openTestApp, Visitor, type WidgetResponse } from '../../testing/test-app.ts'
import { EVENT_NAMES } from '../payments/razorpay/webhooks.ts'
import { settleOrder } from '../payments/settle.ts'
import { reconcileUnpaidOrders } from './reconcile.ts'

const shop = openTestApp()
checkBooksAfterEach(shop)
beforeEach(() => shop.setFaults({ dropWebhooks: true }))

async function placeOrder(form: Record<string, unknown> = {}): Promise<CreateOrderResponse> {
  const pkg = await insertPackage(shop.db, { priceCents: 10_000 })
  return placeModalOrder(new Visitor(shop), { packageId: pkg.id, finalAmount: 100, form })
}

/** @returns the ids of an attempt that the bank declined */
async function decline({ razorpayOrderId }: CreateOrderResponse): Promise<WidgetResponse> {
  await shop.pay(razorpayOrderId ?? '', 'declined')
  const payments = await shop.gateway.listPayments(razorpayOrderId ?? '')
  const failed = payments.find(({ status }) => status === 'failed')
  return {
    razorpay_order_id: razorpayOrderId ?? '',
    razorpay_payment_id: failed?.id ?? '',
    razorpay_signature: '',
  }
}

const findOrder = ({ id }: CreateOrderResponse) => Order.query(shop.db).findById(id).throwIfNotFound()

/** Waits until the order is paid. */
async function expectPaid(order: CreateOrderResponse): Promise<void> {
  await expect.poll(async () => (await findOrder(order)).paymentStatus, { timeout: 30_000 }).toBe('paid')
}

function permute<Item>(items: Item[]): Item[][] {
  if (items.length < 2) return [items]
  return items.flatMap((first, index) => permute(items.toSpliced(index, 1)).map((rest) => [first, ...rest]))
}

describe('events out of order', () => {
  test('every permutation of authorized, captured, failed and order.paid ends the same', async () => {
    const endings = new Set<string>()
    for (const [index, events] of permute([...EVENT_NAMES.payment]).entries()) {
      const order = await placeOrder({ email: `buyer-${index}@example.com` })
      const failed = await decline(order)
      const paid = await shop.pay(order.razorpayOrderId ?? '')
      for (const event of events) {
        await deliverEvent(shop, event, event === 'payment.failed' ? failed : paid)
      }
      await expectPaid(order)
      const { id: orderId } = order
      const { status, paymentStatus } = await findOrder(order)
      const payments = await Payment.query(shop.db).where({ orderId })
      const changes = await OrderEvent.query(shop.db).where({ orderId }).orderBy('id')
      endings.add(
        JSON.stringify({
          status,
          paymentStatus,
          payments: payments.map((payment) => [payment.status, payment.amountCents, payment.fulfilsOrder]),
          isItsOwn: payments[0]?.providerPaymentId === paid.razorpay_payment_id,
          changes: changes.map(({ kind, toValue }) => [kind, toValue]),
        }),
      )
    }
    expect([...endings].map((ending) => JSON.parse(ending) as unknown)).toEqual([
      {
        status: 'pending',
        paymentStatus: 'paid',
        payments: [['captured', 10_000, true]],
        isItsOwn: true,
        changes: [
          ['status', 'pending'],
          ['payment_status', 'paid'],
        ],
      },
    ])
    expect(await OutboxMessage.query(shop.db).where({ kind: 'order_confirmation' }).resultSize()).toBe(24)
  }, 60_000)

  test('one that comes before the order is stored leaves nothing half-made; the order is settled later', async () => {
    const order = await placeOrder()
    const paid = await shop.pay(order.razorpayOrderId ?? '')
    // The order is not committed yet.
    await Order.query(shop.db).findById(order.id).patch({ providerOrderId: null })
    expect((await deliverEvent(shop, 'payment.captured', paid)).statusCode).toBeLessThan(500)
    expect(await Payment.query(shop.db).resultSize()).toBe(0)
    await Order.query(shop.db)
      .findById(order.id)
      .patch({ providerOrderId: order.razorpayOrderId, createdAt: new Date(Date.now() - 31 * 60_000) })
    await reconcileUnpaidOrders(shop, () => {})
    await expectPaid(order)
  })
})

describe('a payment that comes late', () => {
  test('days after a failed one and after the order was given up, only authorised, is captured and settles', async () => {
    const order = await placeOrder()
    await deliverEvent(shop, 'payment.failed', await decline(order))
    await Order.query(shop.db).findById(order.id).patch({ status: 'cancelled' })
    const late = await shop.pay(order.razorpayOrderId ?? '', 'authorized')
    await deliverEvent(shop, 'payment.authorized', late)
    await expectPaid(order)
    expect(await findOrder(order)).toMatchObject({ status: 'pending' })
    expect(await shop.gateway.getPayment(late.razorpay_payment_id)).toMatchObject({ status: 'captured' })
  })

  test('with a coupon that has expired since the order is accepted at the agreed price', async () => {
    const coupon = await insertCoupon(shop.db, { code: 'TODAY', usageLimit: 1, discountHundredths: 1_000 })
    const pkg = await insertPackage(shop.db, { priceCents: 10_000 })
    const order = await placeModalOrder(new Visitor(shop), {
      packageId: pkg.id,
      finalAmount: 90,
      form: { couponCode: 'TODAY' },
    })
    await coupon.$query(shop.db).patch({ expiresAt: new Date(Date.now() - 1_000), status: 'inactive' })
    const paid = await shop.pay(order.razorpayOrderId ?? '')
    await new Visitor(shop).post('/api/verify-payment', verifyBody(order, paid))
    await expectPaid(order)
    expect(await CouponRedemption.query(shop.db).findOne({})).toMatchObject({ status: 'redeemed' })
    expect(await Payment.query(shop.db).findOne({})).toMatchObject({ amountCents: 9_000, flag: null })
  })
})

describe('a second capture', () => {
  test('of a paid order is stored, flagged and to be refunded once; it fulfils nothing', async () => {
    const order = await placeOrder()
    const paid = await shop.pay(order.razorpayOrderId ?? '')
    await new Visitor(shop).post('/api/verify-payment', verifyBody(order, paid))
    const first = await shop.gateway.getPayment(paid.razorpay_payment_id)
    // The sandbox accepts no second payment, so this sends the provider's event for it.
    const second = { ...first, id: 'pay_Second00000001' }
    const settleSecond = () =>
      shop.db.transaction((trx) =>
        settleOrder(shop, trx, order.id, {
          actorKind: 'provider',
          payment: second,
        }),
      )
    const outcomes = await Promise.all([settleSecond(), settleSecond()])
    expect(outcomes.map(({ fulfils }) => fulfils)).toEqual([false, false])
    expect(await Payment.query(shop.db).findOne({ providerPaymentId: second.id })).toMatchObject({
      fulfilsOrder: false,
      flag: 'second_capture',
    })
    const messages = await OutboxMessage.query(shop.db).orderBy('id')
    expect(messages.map(({ kind }) => kind)).toEqual(['order_confirmation', 'welcome'])
    expect(await Refund.query(shop.db)).toMatchObject([{ amountCents: 10_000, reason: 'second_capture' }])
  })
})

test('an authorised payment of another amount is not captured: the buyer keeps the money', async () => {
  const order = await placeOrder()
  await Order.query(shop.db).findById(order.id).patch({ originalCents: 20_000, amountCents: 20_000 })
  const paid = await shop.pay(order.razorpayOrderId ?? '', 'authorized')
  const verified = await new Visitor(shop).post('/api/verify-payment', verifyBody(order, paid))
  expect(verified.statusCode).toBe(400)
  await deliverEvent(shop, 'payment.authorized', paid)
  expect(await shop.gateway.getPayment(paid.razorpay_payment_id)).toMatchObject({ status: 'authorized' })
  expect(await findOrder(order)).toMatchObject({ paymentStatus: 'unpaid' })
})
