import { expect, test } from 'vitest'
import { money } from './money.ts'
import {
  currencyOf,
  maySellIn,
  type OfferedCurrency,
  priceIn,
  type SoldIn,
  smallestChargeOf,
} from './sold-in.ts'

const rupees: OfferedCurrency = { code: 'INR', countries: ['IN'], endings: '9' }
const soldIn: SoldIn = { default: 'USD', minimum: 5, offered: [rupees] }

test('a country pays in its currency or in the default one', () => {
  expect([currencyOf(soldIn, 'IN'), currencyOf(soldIn, 'DE')]).toEqual(['INR', 'USD'])
  const sold = (['IN', 'DE'] as const).map((country) => [
    maySellIn(soldIn, country, 'USD'),
    maySellIn(soldIn, country, 'INR'),
  ])
  expect(sold).toEqual([
    [true, true],
    [true, false],
  ])
})

test('a package without a price in a currency is sold in the default one', () => {
  const item = { price: 19.5, currency: 'USD', prices: { JPY: 2_999 } }
  expect(priceIn(item, 'JPY')).toEqual(money(2_999, 'JPY'))
  expect(priceIn(item, 'INR')).toEqual(money(1_950, 'USD'))
})

test('the smallest charge is the shop’s own, else the provider’s', () => {
  expect(smallestChargeOf(soldIn, 'USD')).toEqual(money(500, 'USD'))
  expect(smallestChargeOf(soldIn, 'INR')).toEqual(money(100, 'INR'))
})
