import { expect, test } from 'vitest'
import type { CustomerOrder } from '../../../../api/contract/orders.ts'
import { listOrders, readListState } from './order-list.ts'

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
  expect(list('?q=nothing')).toEqual({ rows: [], found: 0, page: 1, pages: 1 })
})

test('a status narrows the list down, one that does not exist does not', () => {
  expect(list('?status=pending').found).toBe(3)
  expect(list('?status=lost').found).toBe(23)
})
