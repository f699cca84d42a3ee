import { afterEach, describe, expect, test } from 'vitest'
import { findCurrencyState } from '#api/money/payments/currency-state.ts'
import { checkBooksAfterEach } from '#api/testing/books.ts'
import { buyerForm } from '#api/testing/buyer.ts'
import { FOUR_CURRENCIES, sellIn } from '#api/testing/sell-in.ts'
import { openTestApp, Visitor } from '#api/testing/test-app.ts'
import { Coupon } from '#db/models/catalogue/coupon.ts'
import { Order } from '#db/models/orders/order.ts'
import { insertCoupon, insertPackage } from '#db/testing/builders.ts'

sellIn(FOUR_CURRENCIES)
const shop = openTestApp()
checkBooksAfterEach(shop)

const insertPriced = () =>
  insertPackage(shop.db, { priceCents: 129_900, otherPrices: { INR: 10_990_000, JPY: 195_999 } })

const place = (body: object, form: Record<string, unknown> = {}) =>
  new Visitor(shop).post('/api/create-order', { userData: buyerForm(form), ...body })

test('a buyer in India orders in rupees at the price that an admin has set', async () => {
  const { id: packageId } = await insertPriced()
  const response = await place({ packageId, finalAmount: 109_900, currency: 'INR' }, { country: 'IN' })
  expect(response.json()).toMatchObject({ amount: 10_990_000, currency: 'INR' })
  expect(await Order.query(shop.db).findOne({})).toMatchObject({ amountCents: 10_990_000, currency: 'INR' })
})

test('yen have no decimals', async () => {
  const { id: packageId } = await insertPriced()
  const response = await place({ packageId, finalAmount: 195_999, currency: 'JPY' }, { country: 'JP' })
  expect(response.json()).toMatchObject({ amount: 195_999, currency: 'JPY' })
})

test('who orders in the currency of another country is told the price in the default one', async () => {
  const { id: packageId } = await insertPriced()
  const response = await place({ packageId, finalAmount: 195_999, currency: 'JPY' }, { country: 'DE' })
  expect(response.statusCode).toBe(409)
  expect(response.json()).toMatchObject({ code: 'price_changed', finalAmount: '1299.00', currency: 'USD' })
  expect(await Order.query(shop.db)).toEqual([])
})

test.each([
  ['the package has no price in', 'EUR', 'DE'],
  ['the shop does not sell in', 'GBP', 'GB'],
])('an order in a currency that %s is refused with the price in dollars', async (_, currency, country) => {
  const { id: packageId } = await insertPriced()
  const response = await place({ packageId, finalAmount: 1299, currency }, { country })
  expect(response.json()).toMatchObject({ code: 'price_changed', finalAmount: '1299.00', currency: 'USD' })
})

test('an amount of another currency is no price', async () => {
  const { id: packageId } = await insertPriced()
  const response = await place({ packageId, finalAmount: 1299, currency: 'INR' }, { country: 'IN' })
  expect(response.json()).toMatchObject({ code: 'price_changed', finalAmount: '109900.00', currency: 'INR' })
})

test('a buyer anywhere may pay in the default currency', async () => {
  const { id: packageId } = await insertPriced()
  const response = await place({ packageId, finalAmount: 1299 }, { country: 'IN' })
  expect(response.json()).toMatchObject({ amount: 129_900, currency: 'USD' })
})

test('a fixed coupon takes off its amount in the currency, and does not fit one that it has none in', async () => {
  const { id: packageId } = await insertPriced()
  const { code, id } = await insertCoupon(shop.db, { discountType: 'fixed', discountHundredths: 5_000 })
  await Coupon.query(shop.db)
    .findById(id)
    .patch({ otherAmounts: { INR: 400_000 } })
  const inRupees = { packageId, finalAmount: 105_900, currency: 'INR' }
  const fits = await place(inRupees, { country: 'IN', couponCode: code })
  expect(fits.json()).toMatchObject({ amount: 10_590_000, currency: 'INR' })
  const inYen = { packageId, finalAmount: 195_999, currency: 'JPY' }
  const refused = await place(inYen, { country: 'JP', couponCode: code, email: 'other@example.com' })
  expect(refused.json()).toMatchObject({
    code: 'coupon_invalid',
    message: 'This coupon is for purchases in USD or INR',
  })
})

describe('a currency that the provider’s account has not enabled', () => {
  const refuse = (...refusedCurrencies: string[]) => shop.setFaults({ refusedCurrencies })
  const inRupees = (packageId: number) => ({ packageId, finalAmount: 109_900, currency: 'INR' })
  const findMark = () => findCurrencyState(shop.db, 'INR')
  afterEach(() => refuse())

  test('is refused with the price in dollars, and nothing is stored', async () => {
    const { id: packageId } = await insertPriced()
    await refuse('INR')
    const response = await place(inRupees(packageId), { country: 'IN' })
    expect(response.statusCode).toBe(409)
    expect(response.json()).toMatchObject({
      code: 'currency_unavailable',
      finalAmount: '1299.00',
      currency: 'USD',
    })
    expect(await Order.query(shop.db)).toEqual([])
    const inDollars = await place({ packageId, finalAmount: 1299 }, { country: 'IN' })
    expect(inDollars.json()).toMatchObject({ amount: 129_900, currency: 'USD' })
  })

  test('tells the price with the coupon, whose use moves from the order before', async () => {
    const { id: packageId } = await insertPriced()
    const { id, code } = await insertCoupon(shop.db, { discountHundredths: 1_000, usageLimit: 1 })
    const visitor = new Visitor(shop)
    const order = (body: object) =>
      visitor.post('/api/create-order', {
        packageId,
        userData: buyerForm({ country: 'IN', couponCode: code }),
        ...body,
      })
    const first = await order({ finalAmount: 98_910, currency: 'INR' })
    expect(first.statusCode, first.body).toBe(201)
    await refuse('INR')
    const refused = await order({ finalAmount: 98_910, currency: 'INR' })
    expect(refused.json()).toMatchObject({ code: 'currency_unavailable', finalAmount: '1169.10' })
    const second = await order({ finalAmount: 1169.1 })
    expect(second.json()).toMatchObject({ amount: 116_910, currency: 'USD' })
    expect(await Coupon.query(shop.db).findById(id)).toMatchObject({ usedCount: 1 })
    expect(await Order.query(shop.db).findById(first.json().orderId)).toMatchObject({ status: 'cancelled' })
  })

  test('is told to the owner once, and again only after it was enabled; known by no words', async () => {
    const { id: packageId } = await insertPriced()
    const refusals = () => shop.db('notifications').where({ kind: 'currency_refused' })
    expect(await findMark()).toBeUndefined()
    await place({ packageId, finalAmount: 1299 })
    expect(await findMark()).toBeUndefined()
    await refuse('INR')
    for (const email of ['a@example.com', 'b@example.com'])
      await place(inRupees(packageId), { country: 'IN', email })
    const { since } = (await findMark()) ?? {}
    expect(await findMark()).toEqual({ isRefused: true, since })
    expect(await refusals()).toMatchObject([
      { title: expect.stringContaining('INR'), path: '/admin?view=setup' },
    ])
    await refuse()
    await place(inRupees(packageId), { country: 'IN', email: 'c@example.com' })
    expect(await findMark()).toMatchObject({ isRefused: false })
    await refuse('INR')
    await place(inRupees(packageId), { country: 'IN', email: 'd@example.com' })
    expect(await refusals()).toHaveLength(2)
  })

  test('another refusal of the provider is no such thing', async () => {
    const { id: packageId } = await insertPriced()
    await refuse('USD')
    const response = await place({ packageId, finalAmount: 1299 })
    expect(response.statusCode).toBe(503)
    await refuse()
    await shop.setFaults({ failRate: 1 })
    expect((await place(inRupees(packageId), { country: 'IN' })).statusCode).toBe(503)
    await shop.setFaults({ failRate: 0 })
    expect(await findMark()).toBeUndefined()
  })
})

test('a charge below the shop’s minimum of its currency is refused', async () => {
  const rupees = FOUR_CURRENCIES.offered.find(({ code }) => code === 'INR') as { minimum?: number }
  rupees.minimum = 50
  const { id: packageId } = await insertPackage(shop.db, { otherPrices: { INR: 4_900 } })
  const refused = await place({ packageId, finalAmount: 49, currency: 'INR' }, { country: 'IN' })
  delete rupees.minimum
  expect(refused.json()).toMatchObject({
    code: 'below_minimum',
    message: 'The total is below ₹50.00, the minimum for card payments',
  })
})
