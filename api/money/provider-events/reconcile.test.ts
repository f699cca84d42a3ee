/** UPI payments in rupees that the bank leaves open: failed after ten minutes, perhaps authorised up to three days later. */
import { beforeEach, expect, test } from 'vitest'
import { currencies } from '#api/content/content.ts'
import type { OrderRefunds } from '#api/contract/money/payments.ts'
import type { CreateOrderResponse } from '#api/contract/sales/checkout.ts'
import { signInAsAdmin } from '#api/testing/back-office.ts'
import { checkBooksAfterEach } from '#api/testing/books.ts'
import { buyerForm, getOrder, payOrder, payUnverified, placeOrder, verifyBody } from '#api/testing/buyer.ts'
import { sendProviderEvent } from '#api/testing/provider-events.ts'
import { expectResponse, succeed } from '#api/testing/responses.ts'
import { FOUR_CURRENCIES, sellIn } from '#api/testing/sell-in.ts'
import { openTestApp, Visitor, type WidgetResponse } from '#api/testing/test-app.ts'
import { Payment } from '#db/models/money/payment.ts'
import { Refund } from '#db/models/money/refund.ts'
import { Order, OrderEvent } from '#db/models/orders/order.ts'
import { OutboxMessage } from '#db/models/platform/outbox-message.ts'
import { insertCoupon, insertPackage } from '#db/testing/builders.ts'
import { countUnsettledOrders, reconcileUnpaidOrders } from './reconcile.ts'

sellIn(FOUR_CURRENCIES)
const shop = openTestApp()
checkBooksAfterEach(shop)
beforeEach(() => shop.setFaults({ dropWebhooks: true }))

const reconcile = () => reconcileUnpaidOrders(shop, expect.fail)
const NOTHING = { settled: 0, cancelled: 0, unknown: 0 }
const passTime = (interval: string) =>
  shop.db.raw('UPDATE orders SET created_at = created_at - ?::interval', [interval])
const findOrder = ({ id }: CreateOrderResponse) => getOrder(shop, id)

/** @param price its currency's, of a package that costs more in dollars */
async function placeIn(country: string, price: { currency: string; finalAmount: number }, form = {}) {
  const otherPrices = { INR: 10_990_000, JPY: 195_999 }
  const { id: packageId } = await insertPackage(shop.db, { priceCents: 129_900, otherPrices })
  const body = { packageId, ...price, userData: buyerForm({ country, ...form }) }
  return succeed<CreateOrderResponse>(new Visitor(shop).post('/api/create-order', body))
}
const placeInRupees = (couponCode: string | null = null, finalAmount = 109_900) =>
  placeIn('IN', { currency: 'INR', finalAmount }, { state: 'Maharashtra', couponCode })

/** Lets the payment time out: the buyer does not confirm in the app, or the bank is slow. */
async function timeOut({ razorpayOrderId }: CreateOrderResponse): Promise<WidgetResponse> {
  const attempt = { order_id: razorpayOrderId, outcome: 'timed_out', method: 'upi' }
  type TimedOut = { error: { metadata: { order_id: string; payment_id: string } } }
  const { order_id, payment_id } = (await shop.askSandbox<TimedOut>('/pay', attempt)).error.metadata
  return { razorpay_order_id: order_id, razorpay_payment_id: payment_id, razorpay_signature: '' }
}

const answer = ({ razorpay_payment_id }: WidgetResponse, outcome: 'failed' | 'authorized') =>
  shop.askSandbox('/bank-answer', { payment_id: razorpay_payment_id, outcome })

test('an open payment is neither paid nor failed; after half an hour its order is given up', async () => {
  const order = await placeInRupees()
  await timeOut(order)
  await passTime('31 minutes')
  expect(await reconcile()).toEqual({ ...NOTHING, cancelled: 1 })
  expect(await findOrder(order)).toMatchObject({ status: 'cancelled', paymentStatus: 'unpaid' })
  expect(await OrderEvent.query(shop.db).where({ kind: 'note' })).toEqual([])
})

test('failed after ten minutes, the buyer is told; authorised after days, the order is open again and paid', async () => {
  const order = await placeInRupees()
  const attempt = await timeOut(order)
  await answer(attempt, 'failed')
  await sendProviderEvent(shop, 'payment.failed', attempt)
  expect(await OutboxMessage.query(shop.db)).toMatchObject([{ kind: 'payment_failed' }])
  expect(await OrderEvent.query(shop.db).findOne({ kind: 'note' })).toMatchObject({
    note: expect.stringMatching(/was not completed on time.*payment_timed_out/),
  })
  await passTime('31 minutes')
  await reconcile()
  expect(await findOrder(order)).toMatchObject({ status: 'cancelled' })
  await answer(attempt, 'authorized')
  await sendProviderEvent(shop, 'payment.authorized', attempt)
  expect(await findOrder(order)).toMatchObject({ status: 'pending', paymentStatus: 'paid' })
  expect(await Payment.query(shop.db)).toMatchObject([
    { amountCents: 10_990_000, currency: 'INR', status: 'captured', fulfilsOrder: true, baseCents: null },
  ])
})

test('authorised on the third day without any event, it is found by asking', async () => {
  const order = await placeInRupees()
  const attempt = await timeOut(order)
  await passTime('31 minutes')
  await reconcile()
  await answer(attempt, 'failed')
  await passTime('3 days')
  await shop.db.raw(`UPDATE orders SET provider_asked_at = now() - interval '1 day'`)
  await answer(attempt, 'authorized')
  expect(await reconcile()).toEqual({ ...NOTHING, settled: 1 })
  expect(await findOrder(order)).toMatchObject({ status: 'pending', paymentStatus: 'paid' })
})

test('after the coupon’s last use went to another order, the money goes back in rupees', async () => {
  await insertCoupon(shop.db, { code: 'ONCE', discountHundredths: 1_000, usageLimit: 1 })
  const order = await placeInRupees('ONCE', 98_910)
  const attempt = await timeOut(order)
  await passTime('31 minutes')
  await reconcile()
  await placeInRupees('ONCE', 98_910)
  await answer(attempt, 'authorized')
  await sendProviderEvent(shop, 'payment.authorized', attempt)
  expect(await findOrder(order)).toMatchObject({ status: 'cancelled', paymentStatus: 'unpaid' })
  expect(await Refund.query(shop.db)).toMatchObject([
    { amountCents: 9_891_000, currency: 'INR', reason: 'coupon_over_limit', status: 'processed' },
  ])
})

test('after the same order was paid by card, it is left to its bank, which gives it back', async () => {
  const order = await placeInRupees()
  const attempt = await timeOut(order)
  const paid = await shop.pay(order.razorpayOrderId ?? '')
  await new Visitor(shop).post('/api/verify-payment', verifyBody(order, paid))
  await answer(attempt, 'authorized')
  await sendProviderEvent(shop, 'payment.authorized', attempt)
  expect(await Payment.query(shop.db)).toMatchObject([{ providerPaymentId: paid.razorpay_payment_id }])
  expect(await shop.gateway.getPayment(attempt.razorpay_payment_id)).toMatchObject({ status: 'authorized' })
})

test('what a payment in another currency than the account’s converts to is stored with it', async () => {
  const order = await placeIn('JP', { currency: 'JPY', finalAmount: 195_999 })
  await payOrder(shop, new Visitor(shop), order)
  expect(await Payment.query(shop.db)).toMatchObject([
    { amountCents: 195_999, currency: 'JPY', baseCents: 10_975_944, baseCurrency: 'INR' },
  ])
  const admin = await signInAsAdmin(shop)
  const read = async () =>
    (await admin.browser.get(`/api/admin/orders/${order.orderId}/refunds`)).json<OrderRefunds>()
  const shown = { paid: '195999', currency: 'JPY' }
  expect(await read()).toMatchObject({ ...shown, base: { amount: '109759.44', currency: 'INR' } })
  // A shop without currencies.yaml shows rupees at its own rate, and no second conversion.
  currencies.showsRupees = true
  expect(await read()).toMatchObject({ ...shown, base: null })
  currencies.showsRupees = false
})

/** An order of half an hour ago, with a use of a coupon. */
async function placeOld(usageLimit = 1) {
  const coupon = await insertCoupon(shop.db, { code: 'SAVE20', usageLimit })
  const form = { couponCode: 'SAVE20' }
  const order = await placeOrder(shop, { priceCents: 10_000, finalAmount: 80, form })
  await passTime('31 minutes')
  return { order, countUses: async () => (await coupon.$query(shop.db)).usedCount }
}

test.each(['success', 'authorized'])(
  'an order paid at the provider (%s) whose events were all lost is settled',
  async (outcome) => {
    const { order } = await placeOld()
    await payUnverified(shop, order, outcome)
    expect(await reconcile()).toEqual({ ...NOTHING, settled: 1 })
    expect(await findOrder(order)).toMatchObject({ paymentStatus: 'paid', status: 'pending' })
    expect(await reconcile()).toEqual(NOTHING)
  },
)

test('an order that nobody pays is given up and its coupon use given back', async () => {
  const { order, countUses } = await placeOld()
  await payUnverified(shop, order, 'declined')
  expect(await reconcile()).toEqual({ ...NOTHING, cancelled: 1 })
  expect(await findOrder(order)).toMatchObject({ status: 'cancelled' })
  expect(await countUses()).toBe(0)
  const cancelled = await OrderEvent.query(shop.db).findOne({ toValue: 'cancelled' })
  expect(cancelled).toMatchObject({ actorKind: 'system' })

  // The bank approves the payment late, which reopens the order.
  expectResponse(await payOrder(shop, new Visitor(shop), order), 200)
  expect(await findOrder(order)).toMatchObject({ paymentStatus: 'paid', status: 'pending' })
  expect(await countUses()).toBe(1)
})

test('an unpaid order that an admin takes up again has a week to be paid', async () => {
  const { id } = (await placeOld()).order
  expect(await reconcile()).toMatchObject({ cancelled: 1 })
  const { browser } = await signInAsAdmin(shop)
  await succeed(browser.patch(`/api/admin/orders/${id}/status`, { status: 'pending' }))
  await shop.db.raw('UPDATE orders SET provider_asked_at = NULL')
  expect(await countUnsettledOrders(shop.db)).toBe(0)
  expect(await reconcile()).toMatchObject({ cancelled: 0 })
  await shop.db.raw(`UPDATE orders SET provider_asked_at = NULL`)
  await shop.db.raw(`UPDATE order_events SET created_at = created_at - interval '8 days'`)
  expect(await countUnsettledOrders(shop.db)).toBe(1)
  expect(await reconcile()).toMatchObject({ cancelled: 1 })
})

test('an order younger than half an hour is left alone', async () => {
  await placeOld()
  await shop.db.raw(`UPDATE orders SET created_at = now() - interval '29 minutes'`)
  expect(await reconcile()).toEqual(NOTHING)
})

test('a provider that does not respond decides nothing', async () => {
  const { order, countUses } = await placeOld()
  await shop.setFaults({ failRate: 1 })
  expect(await reconcile()).toEqual({ ...NOTHING, unknown: 1 })
  expect(await findOrder(order)).toMatchObject({ status: 'pending' })
  expect(await countUses()).toBe(1)
  await shop.setFaults({})
})

test('money that does not match its order is recorded for an admin, and the other orders go on', async () => {
  const { order: odd } = await placeOld(5)
  await payUnverified(shop, odd)
  const wrong = { originalCents: 20_000, discountCents: 0, amountCents: 20_000 }
  await Order.query(shop.db).findById(odd.id).patch(wrong)
  await placeOrder(shop, { form: { email: 'other@example.com' } })
  await passTime('31 minutes')
  expect(await reconcile()).toEqual({ ...NOTHING, cancelled: 2 })
  expect(await Payment.query(shop.db)).toMatchObject([
    { orderId: odd.id, amountCents: 8_000, fulfilsOrder: false, flag: 'amount_mismatch', lookedAt: null },
  ])
})

test('an order that was given up is asked about again, ever more rarely, and settles when the bank lets it through', async () => {
  const { order } = await placeOld()
  await reconcile()
  await payUnverified(shop, order, 'authorized')
  // The provider was asked a moment ago.
  expect(await reconcile()).toMatchObject({ settled: 0 })
  await shop.db.raw(
    `UPDATE orders SET created_at = now() - interval '3 days', provider_asked_at = now() - interval '1 day'`,
  )
  expect(await reconcile()).toMatchObject({ settled: 1 })
  expect(await findOrder(order)).toMatchObject({ paymentStatus: 'paid', status: 'pending' })
})

test('a paid order is asked about once more, half an hour later', async () => {
  const { order } = await placeOld()
  await payOrder(shop, new Visitor(shop), order)
  await shop.db.raw(`UPDATE orders SET paid_at = now() - interval '31 minutes'`)
  await reconcile()
  const asked = await findOrder(order)
  expect(asked.providerAskedAt).toBeInstanceOf(Date)
  await reconcile()
  expect((await asked.$query(shop.db)).providerAskedAt).toEqual(asked.providerAskedAt)
})

test('a provider that does not respond is not asked about every order', async () => {
  for (const nth of [1, 2, 3, 4, 5]) await placeOrder(shop, { form: { email: `buyer-${nth}@example.com` } })
  await passTime('31 minutes')
  await shop.setFaults({ dropWebhooks: true, failRate: 1 })
  expect(await reconcile()).toEqual({ ...NOTHING, unknown: 3 })
  await shop.setFaults({ dropWebhooks: true })
  expect(await reconcile()).toEqual({ ...NOTHING, cancelled: 5 })
})
