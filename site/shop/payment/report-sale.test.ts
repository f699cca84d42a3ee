import { afterAll, beforeEach, expect, test, vi } from 'vitest'
import { reportSale } from './report-sale.ts'

const gtag = vi.fn()
const SALE = { orderId: 7, amount: 129_900, currency: 'USD' }

beforeEach(() => {
  const stored = new Map<string, string>()
  vi.stubGlobal('sessionStorage', {
    getItem: (key: string) => stored.get(key) ?? null,
    setItem: (key: string, value: string) => stored.set(key, value),
  })
  vi.stubGlobal('window', { gtag })
  vi.stubGlobal('document', { querySelector: () => ({ dataset: { tag: 'AW-123456789/AbC' } }) })
  gtag.mockReset()
})

afterAll(() => {
  vi.unstubAllGlobals()
})

test('an order is reported once, however often it turns out to be paid', () => {
  reportSale(SALE, 'grace@example.com')
  reportSale(SALE, 'grace@example.com')
  const facts = { send_to: 'AW-123456789/AbC', transaction_id: '7', value: 1299, currency: 'USD' }
  expect(gtag.mock.calls).toEqual([
    ['set', 'user_data', { email: 'grace@example.com' }],
    ['event', 'conversion', facts],
  ])
  reportSale({ orderId: 8, amount: 9_900, currency: 'USD' }, undefined)
  expect(gtag.mock.calls.slice(2)).toEqual([
    ['event', 'conversion', { ...facts, transaction_id: '8', value: 99 }],
  ])
})

test('a tracker that breaks does not disturb the buyer', () => {
  const broken = new Error('broken')
  const report = vi.fn()
  vi.stubGlobal('reportError', report)
  gtag.mockImplementation(() => {
    throw broken
  })
  expect(() => reportSale(SALE, 'grace@example.com')).not.toThrow()
  expect(report).toHaveBeenCalledExactlyOnceWith(broken)
})

test('nothing is reported where there is no tracker', () => {
  vi.stubGlobal('window', {})
  reportSale(SALE, 'grace@example.com')
  vi.stubGlobal('window', { gtag })
  reportSale(SALE, undefined)
  expect(gtag).toHaveBeenCalledTimes(1)
})
