import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { decimalsOf } from './currencies.ts'
import { type Money, money } from './money.ts'
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

const LARGEST_MINOR = 2_147_483_647

const minor = fc.oneof(fc.integer({ min: 0, max: LARGEST_MINOR }), fc.integer({ min: 0, max: 1_000 }))

const price = fc
  .record({ minor, currency: fc.constantFrom('USD', 'JPY') })
  .map((one) => money(one.minor, one.currency))

/** In the units of a coupon's columns: hundredths of a percent, or minor units. */
const percentage = fc.integer({ min: 1, max: 10_000 })

const fixed = fc.integer({ min: 1, max: LARGEST_MINOR })

/** Rounds half away from zero, calculated differently from the tested code. */
const roundedShare = (price: number, hundredths: number): number => {
  const product = BigInt(price) * BigInt(hundredths)
  const whole = product / 10_000n
  return Number(product % 10_000n >= 5_000n ? whole + 1n : whole)
}

describe('a quote', () => {
  const coupon = fc.oneof(
    percentage.map((hundredths) => ({ discountType: 'percentage' as const, discount: hundredths / 100 })),
    fixed.map((amount) => ({ discountType: 'fixed' as const, discount: amount / 100 })),
  )

  test('is made of whole minor units that add up, none of them below zero or above the price', () => {
    fc.assert(
      fc.property(price, fc.option(coupon), (one, discount) => {
        const quote = quotePrice(one, discount)
        expect(quote.original).toEqual(one)
        expect(quote.amount.minor + quote.discount.minor).toBe(one.minor)
        for (const part of [quote.discount, quote.amount]) {
          expect(part.currency).toBe(one.currency)
          expect(part.minor).toBeGreaterThanOrEqual(0)
        }
      }),
    )
  })

  test('of a percentage takes exactly its share, rounded once', () => {
    fc.assert(
      fc.property(price, percentage, (one, hundredths) => {
        const { discount } = quotePrice(one, { discountType: 'percentage', discount: hundredths / 100 })
        expect(discount.minor).toBe(roundedShare(one.minor, hundredths))
      }),
    )
  })

  test('of a fixed amount takes that amount, capped at the price', () => {
    fc.assert(
      fc.property(price, fixed, (one, amount) => {
        const discount = amount / 10 ** decimalsOf(one.currency)
        const quote = quotePrice(one, { discountType: 'fixed', discount, currency: one.currency })
        expect(quote.discount.minor).toBe(Math.min(amount, one.minor))
      }),
    )
  })

  test('never grows with a larger discount, nor shrinks with a higher price', () => {
    fc.assert(
      fc.property(minor, price, percentage, percentage, (otherPrice, onePrice, one, other) => {
        const amount = (of: Money, hundredths: number) =>
          quotePrice(of, { discountType: 'percentage', discount: hundredths / 100 }).amount.minor
        const [less, more] = [Math.min(one, other), Math.max(one, other)]
        expect(amount(onePrice, more)).toBeLessThanOrEqual(amount(onePrice, less))
        const [cheap = 0, dear = 0] = [onePrice.minor, otherPrice].sort((a, b) => a - b)
        const inYen = (of: number) => amount(money(of, 'JPY'), one)
        expect(inYen(cheap)).toBeLessThanOrEqual(inYen(dear))
      }),
    )
  })
})
