/** Orders that are paid in instalments, from the checkout to the last capture. */
import { beforeEach, describe, expect, test } from 'vitest'
import type { CreateOrderResponse } from '#api/contract/sales/checkout.ts'
import { reconcileUnpaidOrders } from '#api/money/provider-events/reconcile.ts'
import { refundOrder } from '#api/money/refunds/refund.ts'
import { createResumeToken } from '#api/orders/order/resume-token.ts'
import { money } from '#api/rules/money/money.ts'
import { checkBooksAfterEach } from '#api/testing/books.ts'
import { buyerForm, getOrder, IN_HALVES, openLink, payByLink, payOrder } from '#api/testing/buyer.ts'
import { expectResponse } from '#api/testing/responses.ts'
import { openTestApp, Visitor } from '#api/testing/test-app.ts'
import { Coupon } from '#db/models/catalogue/coupon.ts'
import type { Package } from '#db/models/catalogue/package.ts'
import { OrderInstalment } from '#db/models/money/order-instalment.ts'
import { Order, OrderEvent } from '#db/models/orders/order.ts'
import { User } from '#db/models/people/user.ts'
import { insertCoupon, insertPackage, insertUser } from '#db/testing/builders.ts'

const shop = openTestApp()
checkBooksAfterEach(shop)
beforeEach(() => shop.setFaults({ dropWebhooks: true }))

async function create(
  fields: Record<string, unknown> = {},
  { form = {}, ...item }: Partial<Package> & { form?: object } = {},
) {
  const pkg = await insertPackage(shop.db, { paymentPlan: IN_HALVES, ...item })
  const buyer = new Visitor(shop)
  const userData = buyerForm({ ...form })
  const body = { packageId: pkg.id, finalAmount: 1299, inInstalments: true, userData, ...fields }
  return { buyer, pkg, response: await buyer.post('/api/create-order', body) }
}

/** An order whose first half is paid. */
async function payFirst(item: Parameters<typeof create>[1] = {}, fields = {}) {
  const { buyer, response } = await create(fields, item)
  const order = response.json<CreateOrderResponse>()
  expectResponse(await payOrder(shop, buyer, order), 200)
  return { buyer, order }
}

/** Opens a later instalment at the provider, as its page does. */
async function openInstalment(orderId: number, position = 2) {
  const instalment = await OrderInstalment.query(shop.db).findById([orderId, position]).throwIfNotFound()
  const amount = money(instalment.amountCents, instalment.currency)
  const receipt = `instalment_${orderId}_${position}`
  const { id } = await shop.gateway.createOrder({ amount, receipt, notes: {} })
  const opened = { provider: shop.gateway.name, providerOrderId: id, openedAt: new Date() }
  await instalment.$query(shop.db).patch({ ...opened, state: 'due', dueAt: new Date() })
  return { ...(await orderOf(orderId)), orderId, razorpayOrderId: id } as unknown as CreateOrderResponse
}

const orderOf = (id: number) => getOrder(shop, id)
const statesOf = async (orderId: number) =>
  (await OrderInstalment.query(shop.db).where({ orderId }).orderBy('position')).map(({ state }) => state)
const reconcile = () => reconcileUnpaidOrders(shop, expect.fail)

describe('the checkout', () => {
  test('opens the first instalment at the provider, and stores the rest', async () => {
    const { response } = await create()
    const order = response.json<CreateOrderResponse>()
    const later = [{ amount: 64_950, due: 'accepted' }]
    expect(order).toMatchObject({ amount: 64_950, currency: 'USD', later })
    expect(await orderOf(order.id)).toMatchObject({ amountCents: 129_900, isInInstalments: true })
    const instalments = await OrderInstalment.query(shop.db).where({ orderId: order.id }).orderBy('position')
    expect(instalments).toMatchObject([
      { label: 'To begin', amountCents: 64_950, state: 'due', providerOrderId: order.razorpayOrderId },
      { label: 'At completion', amountCents: 64_950, state: 'waiting', providerOrderId: null },
    ])
  })

  test.each([
    ['who pays everything now', { inInstalments: false }, {}],
    ['an older page, which has shown one charge', { inInstalments: undefined }, {}],
    ['a package without a plan', { inInstalments: undefined }, { paymentPlan: null }],
  ])('charges everything for %s', async (_who, fields, item) => {
    const { response } = await create(fields, item)
    const order = response.json<CreateOrderResponse>()
    expect(order.amount).toBe(129_900)
    expect(order).not.toHaveProperty('later')
    expect(await orderOf(order.id)).toMatchObject({ isInInstalments: false })
    expect(await OrderInstalment.query(shop.db).resultSize()).toBe(0)
  })

  test.each([
    ['a package has none', {}, { paymentPlan: null }],
    ['half of it is below the smallest charge for cards', { finalAmount: 1.5 }, { priceCents: 150 }],
    ['its plan has changed since the buyer saw it', { firstInstalment: 389.7 }, {}],
  ])('tells who asks for instalments before anything is charged where %s', async (_, fields, item) => {
    expectResponse((await create(fields, item)).response, 409, { code: 'price_changed' })
    expect(await Order.query(shop.db).resultSize()).toBe(0)
  })

  test('opened again by its link, asks for the first instalment and says the whole', async () => {
    const { buyer, response } = await create()
    const { id } = response.json<CreateOrderResponse>()
    const token = createResumeToken(shop.env, id)
    const first = { amount: '649.50', isFirstInstalment: true, kept: { total: '1299.00' } }
    expectResponse(await openLink(buyer, token), 200, first)
    const later = [{ amount: 64_950, due: 'accepted' }]
    expectResponse(await payByLink(buyer, token), 200, { amount: 64_950, later })
  })

  test('splits what a coupon leaves, and the first capture redeems it for the whole order', async () => {
    const { id } = await insertCoupon(shop.db, { code: 'SAVE20', usageLimit: 1 })
    const { order } = await payFirst({ form: { couponCode: 'SAVE20' } }, { finalAmount: 1039.2 })
    expect(order.amount).toBe(51_960)
    expect(await Coupon.query(shop.db).findById(id)).toMatchObject({ usedCount: 1 })
    expect(await shop.db('coupon_redemptions').pluck('status')).toEqual(['redeemed'])
    await payOrder(shop, new Visitor(shop), await openInstalment(order.id))
    expect(await orderOf(order.id)).toMatchObject({ paymentStatus: 'paid', discountCents: 25_980 })
  })
})

describe('a capture', () => {
  test('of the first instalment makes the order partly paid and begins it; that of the last makes it paid', async () => {
    const { order } = await payFirst()
    const first = await orderOf(order.id)
    const begun = { userId: expect.any(Number), promisedAt: expect.any(Date) }
    expect(first).toMatchObject({ ...begun, paymentStatus: 'instalment_paid', status: 'pending' })
    expect(await statesOf(order.id)).toEqual(['paid', 'waiting'])
    expectResponse(await payOrder(shop, new Visitor(shop), await openInstalment(order.id)), 200)
    const last = await orderOf(order.id)
    expect(last).toMatchObject({ paymentStatus: 'paid', paidAt: first.paidAt, promisedAt: first.promisedAt })
    expect(await statesOf(order.id)).toEqual(['paid', 'paid'])
    const events = await OrderEvent.query(shop.db).where({ kind: 'payment_status' }).orderBy('id')
    expect(events).toMatchObject([
      { toValue: 'instalment_paid', note: 'To begin: $649.50' },
      { toValue: 'paid', note: 'At completion: $649.50' },
    ])
    expect(await User.query(shop.db).resultSize()).toBe(1)
  })
})

describe('the reconciliation', () => {
  test('settles a later instalment whose page was closed, and never cancels an order for one', async () => {
    const { order } = await payFirst()
    await reconcile()
    const later = await openInstalment(order.id)
    await shop.db.raw(`UPDATE orders SET created_at = now() - interval '9 days', paid_at = now() - interval '9 days',
      provider_asked_at = now() - interval '1 hour'`)
    await shop.db.raw(
      `UPDATE order_instalments SET opened_at = now() - interval '2 hours' WHERE opened_at IS NOT NULL`,
    )
    expect(await reconcile()).toEqual({ settled: 0, cancelled: 0, unknown: 0 })
    expect(await orderOf(order.id)).toMatchObject({ paymentStatus: 'instalment_paid', status: 'pending' })
    await shop.pay(later.razorpayOrderId ?? '')
    // It is too early to ask the provider again.
    expect(await reconcile()).toMatchObject({ settled: 0 })
    await shop.db.raw(`UPDATE orders SET provider_asked_at = now() - interval '1 hour'`)
    expect(await reconcile()).toMatchObject({ settled: 1 })
    expect(await statesOf(order.id)).toEqual(['paid', 'paid'])
  })

  test('cancels an order whose first instalment nobody pays, and a late payment opens it again', async () => {
    const { buyer, response } = await create()
    const order = response.json<CreateOrderResponse>()
    await shop.db.raw(`UPDATE orders SET created_at = now() - interval '31 minutes'`)
    expect(await reconcile()).toMatchObject({ cancelled: 1 })
    expectResponse(await payOrder(shop, buyer, order), 200)
    expect(await orderOf(order.id)).toMatchObject({ paymentStatus: 'instalment_paid', status: 'pending' })
  })
})

describe('a refund', () => {
  async function giveBack(orderId: number, cents?: number) {
    const { id: actorId } = await insertUser(shop.db, { isAdmin: true })
    const by = { actorKind: 'admin', actorId } as const
    const amount = cents === undefined ? undefined : money(cents, 'USD')
    const wanted = { amount, reason: 'Asked for', by }
    const refunds = await shop.db.transaction((trx) => refundOrder(shop.jobs, trx, orderId, wanted))
    await shop.finishJobs()
    return refunds.map(({ amountCents }) => amountCents)
  }
  async function payBoth() {
    const { order } = await payFirst()
    await payOrder(shop, new Visitor(shop), await openInstalment(order.id))
    return order.id
  }

  test('of one instalment paid gives it back, and what is left to pay lapses', async () => {
    const { order } = await payFirst()
    await expect(giveBack(order.id, 64_951)).rejects.toThrow('At most 649.50')
    expect(await giveBack(order.id)).toEqual([64_950])
    expect(await orderOf(order.id)).toMatchObject({ paymentStatus: 'refunded', status: 'cancelled' })
    expect(await statesOf(order.id)).toEqual(['paid', 'lapsed'])
  })

  test('takes the newest instalment first, and the order is refunded once both are', async () => {
    const orderId = await payBoth()
    expect(await giveBack(orderId, 10_000)).toEqual([10_000])
    expect(await giveBack(orderId, 60_000)).toEqual([54_950, 5_050])
    expect(await orderOf(orderId)).toMatchObject({ paymentStatus: 'paid' })
    await expect(giveBack(orderId, 59_901)).rejects.toThrow('At most 599.00')
    expect(await giveBack(orderId)).toEqual([59_900])
    expect(await orderOf(orderId)).toMatchObject({ paymentStatus: 'refunded', status: 'cancelled' })
    await expect(giveBack(orderId)).rejects.toThrow('This payment is refunded in full')
  })
})
