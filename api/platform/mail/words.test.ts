import { expect, test } from 'vitest'
import { FOUR_CURRENCIES, sellIn } from '#api/testing/sell-in.ts'
import { nameCurrency, priceFacts } from './words.ts'

sellIn(FOUR_CURRENCIES)

test('a shop with currencies of its own writes a price in its own money alone', () => {
  const price = { originalCents: 29_500, discountCents: 2_950, amountCents: 26_550 }
  const facts = (currency: string) =>
    priceFacts({ ...price, currency, usdInrRate: '84.25', couponCode: null }, 'Total')
  expect(facts('JPY').map(({ value }) => value)).toEqual(['¥29,500', '−¥2,950', '¥26,550'])
  for (const currency of ['JPY', 'USD']) expect(facts(currency).some(({ note }) => note)).toBe(false)
  expect(['USD', 'EUR'].map(nameCurrency)).toEqual(['US dollars', 'EUR'])
})
