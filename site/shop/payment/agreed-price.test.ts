import { currencies } from 'virtual:content'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { CouponResponse } from '#api/contract/catalogue/coupons.ts'
import { money } from '#api/rules/money/money.ts'
import { $coupon, NO_COUPON } from '#site/kit/stores/coupon.ts'
import { $currency, chooseCurrency } from '#site/kit/stores/currency.ts'
import { store } from '#site/kit/stores/stored.ts'
import { $agreed, billedIn, billingCountryOf, noteTotal } from './agreed-price.ts'

const item = { id: 7 }

beforeEach(() => {
  Object.assign(currencies, {
    offered: [
      { code: 'EUR', countries: ['DE', 'FR'] },
      { code: 'INR', countries: ['IN'] },
    ],
  })
  vi.stubGlobal('location', { search: '' })
  vi.stubGlobal('document', { documentElement: { dataset: {} } })
})

afterEach(() => {
  Object.assign(currencies, { offered: [] })
  store('currency', undefined, 'browser')
  $currency.set('USD')
  vi.unstubAllGlobals()
})

test('until a country is chosen, the price is the one that was shown', () => {
  $currency.set('EUR')
  expect(billedIn(item, '')).toBe('EUR')
})

test.each([
  ['a guess gives way to the currency of the billing country', 'EUR', 'IN', 'INR'],
  ['a country that is named nowhere pays in the default currency', 'EUR', 'DK', 'USD'],
  ['the guessed default as well', 'USD', 'DE', 'EUR'],
])('%s', (_, guessed, country, billed) => {
  $currency.set(guessed)
  expect(billedIn(item, country)).toBe(billed)
})

test('a choice stays where the country’s buyers may pay in it', () => {
  chooseCurrency('USD')
  expect(billedIn(item, 'DE')).toBe('USD')
  chooseCurrency('EUR')
  expect(billedIn(item, 'DE')).toBe('EUR')
  expect(billedIn(item, 'IN')).toBe('INR')
})

test('what the server has said holds for the package and the country, until another currency is chosen', () => {
  chooseCurrency('EUR')
  $agreed.set({ packageId: 7, country: 'DE', currency: 'USD' })
  expect([billedIn(item, 'DE'), billedIn({ id: 8 }, 'DE'), billedIn(item, 'FR')]).toEqual([
    ...['USD', 'EUR', 'EUR'],
  ])
  chooseCurrency('INR')
  chooseCurrency('EUR')
  expect(billedIn(item, 'DE')).toBe('EUR')
})

test('a guest, whose country nobody knows, pays in the currency of the placeholders or in the default one', () => {
  chooseCurrency('INR')
  expect(billedIn(item, billingCountryOf())).toBe('INR')
  chooseCurrency('EUR')
  expect(billedIn(item, billingCountryOf())).toBe('USD')
  expect(billingCountryOf({ country: 'IN', address: '12 MG Road' })).toBe('IN')
})

const PRICE = money(100_000, 'USD')

function apply(discount: number): void {
  const coupon: CouponResponse = { valid: true, code: 'SAVE', discountType: 'percentage', discount }
  $coupon.setKey('applied', coupon)
}

beforeEach(() => $coupon.set(NO_COUPON))

test('without a coupon the price is agreed', () => {
  expect(noteTotal(PRICE)()).toBe(1000)
})

test.each([
  ['was typed but not applied gives its discount when it is checked', undefined, 20, 800],
  ['has become worth less leaves the total that was shown, for the server to refuse', 20, 10, 800],
  ['has become worth more is accepted', 20, 50, 500],
])('a coupon that %s', (_what, shown, checked, total) => {
  if (shown) apply(shown)
  const read = noteTotal(PRICE)
  apply(checked)
  expect(read()).toBe(total)
})
