import { describe, expect, test } from 'vitest'
import { money } from './money.ts'
import { isBelowMinimum, quotePrice } from './pricing.ts'

const usd = (cents: number) => money(cents, 'USD')
const jpy = (yen: number) => money(yen, 'JPY')

describe('quotePrice', () => {
  test('a package without a coupon costs its price', () => {
    expect(quotePrice(usd(129_900))).toEqual({
      original: usd(129_900),
      discount: usd(0),
      amount: usd(129_900),
    })
  })

  test('a percentage takes its share, rounded half up to the minor unit', () => {
    expect(quotePrice(usd(9_999), { discountType: 'percentage', discount: 12.5 })).toEqual({
      original: usd(9_999),
      discount: usd(1_250),
      amount: usd(8_749),
    })
    expect(quotePrice(usd(1_050), { discountType: 'percentage', discount: 15 }).discount).toEqual(usd(158))
    expect(quotePrice(jpy(1_050), { discountType: 'percentage', discount: 15 }).discount).toEqual(jpy(158))
  })

  test('a fixed amount is capped at the price', () => {
    expect(quotePrice(usd(4_000), { discountType: 'fixed', discount: 50, currency: 'USD' })).toEqual({
      original: usd(4_000),
      discount: usd(4_000),
      amount: usd(0),
    })
  })

  test('parts add up for every percentage of every price that floating point gets wrong', () => {
    for (const price of [1, 99, 1_005, 28_990, 129_999, 2_147_483_647]) {
      for (let percent = 0.01; percent <= 100; percent += 3.33) {
        const quote = quotePrice(usd(price), {
          discountType: 'percentage',
          discount: Number(percent.toFixed(2)),
        })
        expect(quote.discount.minor + quote.amount.minor).toBe(price)
        expect(quote.amount.minor).toBeGreaterThanOrEqual(0)
      }
    }
  })

  test('a fixed discount of 19.99 dollars takes 1999 cents, not 1998, and one of 500 yen takes 500', () => {
    const fixed = (discount: number, currency: string) => ({
      discountType: 'fixed' as const,
      discount,
      currency,
    })
    expect(quotePrice(usd(10_000), fixed(19.99, 'USD')).discount).toEqual(usd(1_999))
    expect(quotePrice(jpy(10_000), fixed(500, 'JPY')).discount).toEqual(jpy(500))
    expect(() => quotePrice(jpy(10_000), fixed(5, 'USD'))).toThrow('The coupon has no amount in JPY')
  })
})

test('a card can be charged nothing, or at least 1 unit, which of a currency without decimals is 100', () => {
  expect([usd(0), usd(99), usd(100), jpy(99), jpy(100)].map((amount) => isBelowMinimum(amount))).toEqual([
    ...[false, true, false],
    ...[true, false],
  ])
})
