import { expect, test } from 'vitest'
import type { CustomerOrder } from '#api/contract/orders/orders.ts'
import { summarizeOrders } from './order-figures.tsx'
import { listOrders, readListState } from './order-list.ts'
import { describePromise, expectDelivery, isDateOfAnswers } from './order-work.ts'

const orders = Array.from({ length: 23 }, (_, index) => ({
  id: 23 - index,
  invoiceNumber: `INV-${23 - index}`,
  packageName: index % 2 === 0 ? 'Business Website' : 'SEO Audit',
  paymentId: `pay_${index}`,
  couponCode: index === 4 ? 'WELCOME10' : null,
  status: index < 3 ? 'pending' : 'completed',
  package: { category: 'Web Development' },
})) as CustomerOrder[]

const list = (query: string) => listOrders(orders, readListState(query))

test('ten orders are a page, and the last page holds the rest', () => {
  expect(list('')).toMatchObject({ found: 23, page: 1, pages: 3 })
  expect(list('').rows).toHaveLength(10)
  expect(list('?page=3').rows.map(({ id }) => id)).toEqual([3, 2, 1])
})

test('a page that is not there is the nearest one that is', () => {
  expect(list('?page=99').page).toBe(3)
  for (const page of ['0', '-1', '1.5', 'x']) expect(list(`?page=${page}`).page).toBe(1)
})

test('a search finds words in all texts of an order, in any order and case', () => {
  expect(list('?q=welcome10').rows.map(({ id }) => id)).toEqual([19])
  expect(list('?q=INV-23+business').found).toBe(1)
  expect(list('?q=%237').rows.map(({ id }) => id)).toEqual([7])
  expect(list('?q=pay_11').found).toBe(1)
  expect(list('?q=WÉLCOME10').found).toBe(1)
  expect(list('?q=nothing')).toEqual({ rows: [], found: 0, page: 1, pages: 1 })
})

test('a status narrows the list down, one that does not exist does not', () => {
  expect(list('?status=pending').found).toBe(3)
  expect(list('?status=lost').found).toBe(23)
})

const ORDER = {
  status: 'pending' as const,
  amount: '100.00',
  amountInr: '8425.00',
  refundedAmount: '0.00',
  currency: 'USD',
  usdInrRate: '84.25',
}

const refunded = { ...ORDER, refundedAmount: '100.00' }
const partly = { ...ORDER, refundedAmount: '40.00' }
const half = { ...ORDER, paidAmount: '50.00' }
const cancelled = { ...ORDER, status: 'cancelled' as const }
const inRupees = { ...ORDER, currency: 'INR', amount: '9900.00', refundedAmount: '100.00' }

test.each<[what: string, orders: Parameters<typeof summarizeOrders>[0], figures: object]>([
  ['zeros without orders', [], { total: 0, completed: 0, spentInr: '₹0.00', spent: '$0.00', notes: [] }],
  [
    'the sum of all orders, to the paisa and to the cent',
    [
      { ...ORDER, amount: '1287.13', amountInr: '108440.75' },
      { ...ORDER, amount: '0.01', amountInr: '0.05' },
    ],
    { spentInr: '₹1,08,440.80', spent: '$1,287.14', notes: [] },
  ],
  [
    'less what was refunded, and say so',
    [refunded, partly],
    { spentInr: '₹5,055.00', spent: '$60.00', notes: ['Excludes $140.00 refunded'] },
  ],
  ['what is paid of an order in instalments', [half], { spent: '$50.00' }],
  ['less what was refunded of that', [{ ...half, refundedAmount: '40.00' }], { spent: '$10.00' }],
  [
    'what of it was for cancelled orders',
    [ORDER, cancelled],
    { spent: '$200.00', notes: ['Includes $100.00 for 1 cancelled order'] },
  ],
  [
    'nothing of one whose money went back',
    [{ ...cancelled, refundedAmount: '100.00' }],
    { notes: ['Excludes $100.00 refunded'] },
  ],
  [
    'one sum a currency, without rupees of a rate',
    [ORDER, inRupees, ORDER],
    { spentInr: undefined, spent: '$200.00 · ₹9,800.00', notes: ['Excludes ₹100.00 refunded'] },
  ],
])('the figures are %s', (_what, orders, figures) => {
  expect(summarizeOrders(orders)).toMatchObject(figures)
})

test('only completed orders count as completed, all of them count as orders', () => {
  const statuses = ['pending', 'processing', 'completed', 'cancelled'] as const
  const orders = statuses.map((status) => ({ ...ORDER, status }))
  expect(summarizeOrders(orders)).toMatchObject({ total: 4, completed: 1 })
})

const PAID_AT = '2026-11-20T09:00:00.000Z'
const describe = (promisedBy: string, awaitsAnswers = false) =>
  describePromise({ paidAt: PAID_AT, deliveryDays: 2, promisedBy, awaitsAnswers })

test('a date follows from the payment, or from answers that came later', () => {
  expect(describe('2026-11-24T12:30:00Z')).toBe('2 business days (4 calendar days)')
  expect(describe('2026-11-27T12:30:00Z')).toBe(
    '2 business days plus the days on hold (7 calendar days in all)',
  )
})

test('while required answers are missing, it says that the time waits', () => {
  expect(describe('2026-11-24T12:30:00Z', true)).toBe(
    'The delivery time starts with your required answers. Each business day without them moves the date by one.',
  )
})

test('while a refund is undecided, no answers move the date', () => {
  expect(isDateOfAnswers({ awaitsAnswers: true, waitsFor: 'answers' })).toBe(true)
  expect(isDateOfAnswers({ awaitsAnswers: true, waitsFor: 'refund_request' })).toBe(false)
})

test('a date that waits for answers is the one that answers of today lead to', () => {
  const order = { paidAt: PAID_AT, deliveryDays: 2, promisedBy: '2026-11-24T12:30:00Z' }
  const deliver = (awaitsAnswers: boolean, waitsFor: 'answers' | 'refund_request' = 'answers') =>
    expectDelivery({ ...order, awaitsAnswers, waitsFor }, new Date('2026-11-25T09:00:00Z'))
  expect(deliver(true)).toEqual(new Date('2026-11-27T12:30:00Z'))
  expect(deliver(false)).toEqual(new Date(order.promisedBy))
  expect(deliver(true, 'refund_request')).toEqual(new Date(order.promisedBy))
})
