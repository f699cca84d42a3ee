import { expect, test } from 'vitest'
import { money } from './money.ts'
import {
  currencyOf,
  maySellIn,
  type OfferedCurrency,
  priceIn,
  proposePrice,
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

test.each([
  ['whole', 'INR', 84_250_00],
  ['9', 'INR', 84_259_00],
  ['99', 'INR', 84_299_00],
  ['999', 'INR', 84_999_00],
  ['999', 'JPY', 84_999],
] as const)('a proposal that ends in %s in %s is the next such amount', (endings, code, minor) => {
  expect(proposePrice(money(100_000, 'USD'), '84.25', { code, countries: [], endings })).toEqual(
    money(minor, code),
  )
})

test('what ends so already stays, and nothing is proposed for what is free', () => {
  expect(proposePrice(money(999_00, 'USD'), '1', rupees)).toEqual(money(999_00, 'INR'))
  expect(proposePrice(money(0, 'USD'), '84.25', rupees)).toEqual(money(0, 'INR'))
})

test('the smallest charge is the shop’s own, else the provider’s', () => {
  expect(smallestChargeOf(soldIn, 'USD')).toEqual(money(500, 'USD'))
  expect(smallestChargeOf(soldIn, 'INR')).toEqual(money(100, 'INR'))
})
