import { describe, expect, test } from 'vitest'
import { convertToPaise, parsePriceCents, quotePrice, toDecimal, toDollars } from './pricing.ts'

describe('quotePrice', () => {
  test('a package without a coupon costs its price', () => {
    expect(quotePrice(129_900)).toEqual({ originalCents: 129_900, discountCents: 0, amountCents: 129_900 })
  })

  test('a percentage takes its share, rounded half up to the cent', () => {
    expect(quotePrice(9_999, { discountType: 'percentage', discount: 12.5 })).toEqual({
      originalCents: 9_999,
      discountCents: 1_250,
      amountCents: 8_749,
    })
    expect(quotePrice(1_050, { discountType: 'percentage', discount: 15 }).discountCents).toBe(158)
  })

  test('a fixed amount is capped at the price', () => {
    expect(quotePrice(4_000, { discountType: 'fixed', discount: 50 })).toEqual({
      originalCents: 4_000,
      discountCents: 4_000,
      amountCents: 0,
    })
  })

  test('cents add up for every percentage of every price that floating point gets wrong', () => {
    for (const priceCents of [1, 99, 1_005, 28_990, 129_999, 2_147_483_647]) {
      for (let percent = 0.01; percent <= 100; percent += 3.33) {
        const quote = quotePrice(priceCents, {
          discountType: 'percentage',
          discount: Number(percent.toFixed(2)),
        })
        expect(quote.discountCents + quote.amountCents).toBe(priceCents)
        expect(quote.amountCents).toBeGreaterThanOrEqual(0)
        expect(Number.isInteger(quote.discountCents)).toBe(true)
      }
    }
  })

  test('a fixed discount of 19.99 dollars takes 1999 cents, not 1998', () => {
    expect(quotePrice(10_000, { discountType: 'fixed', discount: 19.99 }).discountCents).toBe(1_999)
  })
})

describe('parsePriceCents', () => {
  test.each([
    ['$1,299.50', 129_950],
    ['99', 9_900],
    ['$99', 9_900],
    [' $ 0.5 ', 50],
    [1299.5, 129_950],
    [0, 0],
    ['21474836.47', 2_147_483_647],
  ])('reads %s as %i cents', (price, cents) => {
    expect(parsePriceCents(price)).toBe(cents)
  })

  test.each(['', 'abc', '-1', '1.999', '1,29.50', '$', '1e3', 'NaN', '21474836.48', -5, Number.NaN, 1.005])(
    'refuses %s',
    (price) => {
      expect(parsePriceCents(price)).toBeUndefined()
    },
  )
})

test('minor units become decimal text and back to dollars without drift', () => {
  expect(toDecimal(9_900)).toBe('99.00')
  expect(toDecimal(5)).toBe('0.05')
  expect(toDecimal(-1_250)).toBe('-12.50')
  expect(toDollars(129_950)).toBe(1299.5)
})

test('rupees are exact at six decimals of the rate', () => {
  expect(convertToPaise(129_900, '84.25')).toBe(10_944_075)
  expect(convertToPaise(1, '84.255000')).toBe(84)
  expect(convertToPaise(2_147_483_647, '84.254321')).toBe(180_934_776_537)
})
