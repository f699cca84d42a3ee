import { beforeEach, describe, expect, test } from 'vitest'
import type { CreateOrderResponse } from '#api/contract/sales/checkout.ts'
import { checkBooksAfterEach } from '#api/testing/books.ts'
import { verifyBody } from '#api/testing/buyer.ts'
import { openSession } from '#api/testing/sessions.ts'
import { openTestApp, Visitor } from '#api/testing/test-app.ts'
import { countAwaitedLocks, waitUntil } from '#api/testing/wait-until.ts'
import { Coupon } from '#db/models/catalogue/coupon.ts'
import { Refund } from '#db/models/money/refund.ts'
import { CouponRedemption, Order } from '#db/models/orders/order.ts'
import { User } from '#db/models/people/user.ts'
import { insertCoupon, insertPackage } from '#db/testing/builders.ts'
import { releaseCoupon } from './coupon.ts'

const shop = openTestApp()
checkBooksAfterEach(shop)
beforeEach(() => shop.setFaults({ dropWebhooks: true }))

/** Signed-in buyers, because every guest's form would hash a password. */
async function openBuyers(count: number) {
  await shop.db.raw(
    `INSERT INTO users (first_name, last_name, email, password_hash)
     SELECT 'Buyer', 'Number' || n, 'buyer-' || n || '@example.com', 'unusable' FROM generate_series(1, ?) n`,
    [count],
  )
  const users = await User.query(shop.db).orderBy('id')
  return Promise.all(users.map(async ({ id }) => ({ id, browser: await openSession(shop, id) })))
}
async function openBuyer() {
  const [buyer] = await openBuyers(1)
  if (!buyer) throw new Error('There is one')
  return buyer
}
type Buyer = Awaited<ReturnType<typeof openBuyers>>[number]

const orderWith = (couponCode: string, packageId: number) => (buyer: Buyer) =>
  buyer.browser.post('/api/create-order', { packageId, userId: buyer.id, couponCode, finalAmount: 50 })

const countLive = () => Order.query(shop.db).where({ status: 'pending' }).resultSize()

describe('a coupon', () => {
  test('of one use is on exactly one of 200 orders made at once', async () => {
    const pkg = await insertPackage(shop.db, { priceCents: 10_000 })
    const coupon = await insertCoupon(shop.db, { discountHundredths: 5_000, usageLimit: 1 })
    const buyers = await openBuyers(200)
    const responses = await Promise.all(buyers.map(orderWith(coupon.code, pkg.id)))
    expect(responses.map(({ statusCode }) => statusCode).sort()).toEqual([201, ...Array(199).fill(409)])
    const refusals = responses.filter(({ statusCode }) => statusCode === 409)
    expect(new Set(refusals.map((response) => response.json<{ code: string }>().code))).toEqual(
      new Set(['coupon_invalid']),
    )
    expect(await countLive()).toBe(1)
    expect((await coupon.$query(shop.db)).usedCount).toBe(1)
  })

  test('in many tabs of one buyer at once is on one live order, and no tab meets a fault', async () => {
    const pkg = await insertPackage(shop.db, { priceCents: 10_000 })
    const coupon = await insertCoupon(shop.db, { discountHundredths: 5_000, usageLimit: 3 })
    const buyer = await openBuyer()
    const order = orderWith(coupon.code, pkg.id)
    for (let round = 0; round < 4; round += 1) {
      const responses = await Promise.all(Array.from({ length: 10 }, () => order(buyer)))
      expect(responses.filter(({ statusCode }) => ![201, 409].includes(statusCode))).toEqual([])
    }
    expect(await countLive()).toBeGreaterThan(0)
    expect(await countLive()).toBeLessThanOrEqual(3)
  })

  test.each(['older', 'newer'] as const)(
    'on two orders of a buyer who tries again while an admin gives up the %s one stops nobody',
    async (which) => {
      const pkg = await insertPackage(shop.db, { priceCents: 10_000 })
      const coupon = await insertCoupon(shop.db, { discountHundredths: 5_000 })
      const buyer = await openBuyer()
      const order = orderWith(coupon.code, pkg.id)
      const [older, newer] = [await order(buyer), await order(buyer)].map((response) =>
        response.json<{ id: number }>(),
      )
      if (!older || !newer) throw new Error('There are two')
      // Two tabs at once: both orders hold a use.
      await shop.db.transaction(async (trx) => {
        await Order.query(trx).findById(older.id).patch({ status: 'pending' })
        await CouponRedemption.query(trx).where({ orderId: older.id }).patch({ status: 'reserved' })
        await Coupon.query(trx).findById(coupon.id).increment('usedCount', 1)
      })
      const { id: orderId } = { older, newer }[which]
      // The admin's transaction has locked the order, but not yet the coupon.
      const admin = await shop.db.transaction()
      await Order.query(admin).findById(orderId).forUpdate()
      const third = order(buyer)
      await waitUntil(async () => (await countAwaitedLocks(shop.db)) === 1)
      await Order.query(admin).findById(orderId).patch({ status: 'cancelled' })
      await releaseCoupon(admin, orderId)
      await admin.commit()
      expect((await third).statusCode).toBe(201)
      expect(await countLive()).toBe(1)
    },
  )

  test('for new customers is on one live order of a buyer, however many codes there are and orders at once', async () => {
    const pkg = await insertPackage(shop.db, { priceCents: 10_000 })
    const buyer = await openBuyer()
    const generate = async () =>
      (await buyer.browser.post('/api/coupons/generate')).json<{ code: string }>().code
    const order = async (couponCode: string) =>
      buyer.browser.post('/api/create-order', {
        packageId: pkg.id,
        userId: buyer.id,
        couponCode,
        finalAmount: 80,
      })
    const codes = await Promise.all(Array.from({ length: 8 }, generate))
    const responses = await Promise.all(codes.map(order))
    expect(responses.map(({ statusCode }) => statusCode)).toEqual(Array(8).fill(201))
    expect(await countLive()).toBe(1)
    expect(await CouponRedemption.query(shop.db).where({ status: 'reserved' }).resultSize()).toBe(1)

    const placed = responses.map((response) => response.json<CreateOrderResponse>())
    const live = await Order.query(shop.db).findOne({ status: 'pending' }).throwIfNotFound()
    const pay = async (wanted: CreateOrderResponse | undefined) => {
      if (!wanted) throw new Error('It was placed')
      const paid = await shop.pay(wanted.razorpayOrderId ?? '')
      return (await buyer.browser.post('/api/verify-payment', verifyBody(wanted, paid))).statusCode
    }
    expect(await pay(placed.find(({ id }) => id === live.id))).toBe(200)
    // The provider accepts a payment even for a cancelled order.
    expect(await pay(placed.find(({ id }) => id !== live.id))).toBe(400)
    expect((await order(await generate())).json()).toMatchObject({ code: 'coupon_invalid' })
  })

  test('for new customers is exchanged for another by two buyers at once, one in each direction', async () => {
    const pkg = await insertPackage(shop.db, { priceCents: 10_000 })
    const fields = { discountHundredths: 5_000, newCustomersOnly: true }
    const [first, second] = [await insertCoupon(shop.db, fields), await insertCoupon(shop.db, fields)]
    const [one, other] = await openBuyers(2)
    if (!one || !other) throw new Error('There are two')
    let codes: [string, string] = [first.code, second.code]
    for (let round = 0; round < 6; round += 1) {
      const [mine, theirs] = codes
      const responses = await Promise.all([orderWith(mine, pkg.id)(one), orderWith(theirs, pkg.id)(other)])
      expect(responses.map(({ statusCode }) => statusCode)).toEqual([201, 201])
      codes = [theirs, mine]
    }
    expect(await countLive()).toBe(2)
  })

  test('of one use pays one order, however many were given up with it and are paid all the same', async () => {
    const pkg = await insertPackage(shop.db, { priceCents: 10_000 })
    const coupon = await insertCoupon(shop.db, { discountHundredths: 5_000, usageLimit: 1 })
    const buyer = await openBuyer()
    const placed: CreateOrderResponse[] = []
    for (let nth = 0; nth < 4; nth += 1) placed.push((await orderWith(coupon.code, pkg.id)(buyer)).json())
    const statuses: number[] = []
    for (const order of placed) {
      const paid = await shop.pay(order.razorpayOrderId ?? '')
      const verified = await buyer.browser.post('/api/verify-payment', verifyBody(order, paid))
      statuses.push(verified.statusCode)
    }
    // The last order holds the use; the others have released theirs.
    expect(statuses).toEqual([400, 400, 400, 200])
    await shop.finishJobs()
    expect(await Order.query(shop.db).where({ paymentStatus: 'paid' }).resultSize()).toBe(1)
    expect((await coupon.$query(shop.db)).usedCount).toBe(1)
    const refunds = await Refund.query(shop.db).withGraphFetched('payment')
    expect(refunds).toHaveLength(3)
    for (const refund of refunds) {
      expect(refund).toMatchObject({ reason: 'coupon_over_limit', amountCents: 5_000, status: 'processed' })
      expect(refund.payment).toMatchObject({ fulfilsOrder: false, flag: 'coupon_over_limit' })
    }
  })

  test('that was generated has sixty random bits, none of them the same twice', async () => {
    const visitor = new Visitor(shop)
    const codes = new Set<string>()
    for (let index = 0; index < 50; index += 1) {
      codes.add((await visitor.post('/api/coupons/generate')).json<{ code: string }>().code)
    }
    expect(codes.size).toBe(50)
    const characters = [...codes].map((code) => /^SAVE20-([2-9A-HJ-NP-Z]{12})$/.exec(code)?.[1] ?? '')
    // 600 random characters contain all 32, and every position varies.
    expect(new Set(characters.join('')).size).toBe(32)
    for (let place = 0; place < 12; place += 1) {
      expect(new Set(characters.map((code) => code[place])).size).toBeGreaterThan(10)
    }
    expect(await Coupon.query(shop.db).where({ usageLimit: 1, newCustomersOnly: true }).resultSize()).toBe(50)
  })
})
