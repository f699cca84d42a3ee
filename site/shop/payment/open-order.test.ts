import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { money } from '#api/rules/money/money.ts'
import {
  findOpenOrder,
  forgetOpenOrder,
  type OrderTerms,
  storeOpenOrder,
  storeReceipt,
} from './open-order.ts'
import { ORDER, RECEIPT } from './testing/orders.ts'

const order = { ...ORDER, id: 7, amount: 103_920 }
const buyer = { email: 'ada@example.com', company: 'Engines', password: 'a-fine-secret' }
const terms: OrderTerms = { packageId: 1, couponCode: 'SAVE', amount: money(103_920, 'USD'), buyer }
const item = { name: 'Website and SEO Audit', page: '/packages/site-audit' }
let stored: Map<string, string>

beforeEach(() => {
  stored = new Map()
  vi.useFakeTimers({ toFake: ['Date'] })
  vi.stubGlobal('sessionStorage', {
    getItem: (key: string) => stored.get(key) ?? null,
    setItem: (key: string, text: string) => stored.set(key, text),
    removeItem: (key: string) => stored.delete(key),
  })
})

afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

test('an order is found again on the same terms', async () => {
  await storeOpenOrder(order, terms, item)
  expect(await findOpenOrder({ ...terms, buyer: { ...buyer } })).toEqual(order)
})

test.each<[string, Partial<OrderTerms>]>([
  ['package', { packageId: 2 }],
  ['coupon', { couponCode: null }],
  ['amount', { amount: money(129_900, 'USD') }],
  ['choice of instalments', { inInstalments: true }],
  ['e-mail', { buyer: { ...buyer, email: 'grace@example.com' } }],
  ['company', { buyer: { ...buyer, company: 'Engines & Co' } }],
  ['password', { buyer: { ...buyer, password: 'another-secret' } }],
])('another %s makes another order', async (_, change) => {
  await storeOpenOrder(order, terms, item)
  expect(await findOpenOrder({ ...terms, ...change })).toBeUndefined()
})

test('an order that the server is about to give up is not paid any more', async () => {
  await storeOpenOrder(order, terms, item)
  vi.advanceTimersByTime(25 * 60_000)
  expect(await findOpenOrder(terms)).toEqual(order)
  vi.advanceTimersByTime(1)
  expect(await findOpenOrder(terms)).toBeUndefined()
})

test('an order whose payment is not verified is found with its receipt, however late', async () => {
  await storeOpenOrder(order, terms, item)
  storeReceipt({ ...RECEIPT, razorpayOrderId: 'order_2' })
  expect(await findOpenOrder(terms)).toEqual(order)
  storeReceipt(RECEIPT)
  vi.advanceTimersByTime(60 * 60_000)
  expect(await findOpenOrder(terms)).toEqual({ ...order, receipt: RECEIPT })
})

test('a paid order is forgotten', async () => {
  await storeOpenOrder(order, terms, item)
  forgetOpenOrder()
  expect(await findOpenOrder(terms)).toBeUndefined()
})

test('the stored form does not have the password', async () => {
  await storeOpenOrder(order, terms, item)
  expect([...stored.values()].join()).not.toContain(buyer.password)
})

test('without storage, as in a frame on another website, the page itself remembers the order', async () => {
  vi.unstubAllGlobals()
  await storeOpenOrder(order, terms, item)
  expect(await findOpenOrder(terms)).toEqual(order)
  storeReceipt(RECEIPT)
  expect(await findOpenOrder(terms)).toEqual({ ...order, receipt: RECEIPT })
  forgetOpenOrder()
  expect(await findOpenOrder(terms)).toBeUndefined()
})
