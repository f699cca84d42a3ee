import { afterEach, describe, expect, test } from 'vitest'
import { findCurrencyState } from '#api/money/payments/currency-state.ts'
import { checkBooksAfterEach } from '#api/testing/books.ts'
import { buyerForm, getOrder } from '#api/testing/buyer.ts'
import { expectResponse } from '#api/testing/responses.ts'
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

test.each([
  ['a buyer in India orders in rupees at the price that an admin has set', 'INR', 109_900, 'IN', 10_990_000],
  ['yen have no decimals', 'JPY', 195_999, 'JP', 195_999],
  ['a buyer anywhere may pay in the default currency', 'USD', 1299, 'IN', 129_900],
])('%s', async (_, currency, finalAmount, country, amount) => {
  const { id: packageId } = await insertPriced()
  const ordered = await place({ packageId, finalAmount, currency }, { country })
  expectResponse(ordered, 201, { amount, currency })
  expect(await Order.query(shop.db).findOne({})).toMatchObject({ amountCents: amount, currency })
})

const DOLLARS = { finalAmount: '1299.00', currency: 'USD' }
const RUPEES = { finalAmount: '109900.00', currency: 'INR' }

test.each([
  ['is another country’s', 'JPY', 195_999, 'DE', DOLLARS],
  ['the package has no price in', 'EUR', 1299, 'DE', DOLLARS],
  ['the shop does not sell in', 'GBP', 1299, 'GB', DOLLARS],
  ['is told with the amount of another one', 'INR', 1299, 'IN', RUPEES],
])(
  'an order in a currency that %s is told the right price',
  async (_, currency, finalAmount, country, right) => {
    const { id: packageId } = await insertPriced()
    const refused = await place({ packageId, finalAmount, currency }, { country })
    expectResponse(refused, 409, { code: 'price_changed', ...right })
    expect(await Order.query(shop.db)).toEqual([])
  },
)

test('a fixed coupon takes off its amount in the currency, and does not fit one that it has none in', async () => {
  const { id: packageId } = await insertPriced()
  const { code, id } = await insertCoupon(shop.db, { discountType: 'fixed', discountHundredths: 5_000 })
  const otherAmounts = { INR: 400_000 }
  await Coupon.query(shop.db).findById(id).patch({ otherAmounts })
  const inRupees = { packageId, finalAmount: 105_900, currency: 'INR' }
  const fits = await place(inRupees, { country: 'IN', couponCode: code })
  expectResponse(fits, 201, { amount: 10_590_000, currency: 'INR' })
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
    const refused = await place(inRupees(packageId), { country: 'IN' })
    expectResponse(refused, 409, { code: 'currency_unavailable', ...DOLLARS })
    expect(await Order.query(shop.db)).toEqual([])
    const inDollars = await place({ packageId, finalAmount: 1299 }, { country: 'IN' })
    expectResponse(inDollars, 201, { amount: 129_900, currency: 'USD' })
  })

  test('tells the price with the coupon, whose use moves from the order before', async () => {
    const { id: packageId } = await insertPriced()
    const { id, code } = await insertCoupon(shop.db, { discountHundredths: 1_000, usageLimit: 1 })
    const visitor = new Visitor(shop)
    const userData = buyerForm({ country: 'IN', couponCode: code })
    const order = (body: object) => visitor.post('/api/create-order', { packageId, userData, ...body })
    const inRupees = { finalAmount: 98_910, currency: 'INR' }
    const first = await order(inRupees)
    expectResponse(first, 201)
    await refuse('INR')
    expectResponse(await order(inRupees), 409, { code: 'currency_unavailable', finalAmount: '1169.10' })
    expectResponse(await order({ finalAmount: 1169.1 }), 201, { amount: 116_910, currency: 'USD' })
    expect(await Coupon.query(shop.db).findById(id)).toMatchObject({ usedCount: 1 })
    expect(await getOrder(shop, first.json().orderId)).toMatchObject({ status: 'cancelled' })
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
    const told = { title: expect.stringContaining('INR'), path: '/admin?view=setup' }
    expect(await refusals()).toMatchObject([told])
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
    expectResponse(await place({ packageId, finalAmount: 1299 }), 503)
    await refuse()
    await shop.setFaults({ failRate: 1 })
    expectResponse(await place(inRupees(packageId), { country: 'IN' }), 503)
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
  const message = 'The total is below ₹50.00, the minimum for card payments'
  expectResponse(refused, 409, { code: 'below_minimum', message })
})
