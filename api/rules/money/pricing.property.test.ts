import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { convertToPaise, parsePriceCents, quotePrice, takeShare, toDecimal, toDollars } from './pricing.ts'

const LARGEST_CENTS = 2_147_483_647
const cents = fc.oneof(fc.integer({ min: 0, max: LARGEST_CENTS }), fc.integer({ min: 0, max: 1_000 }))
/** In the unit of a coupon's column: hundredths of a percent, or cents. */
const percentage = fc.integer({ min: 1, max: 10_000 })
const fixed = fc.integer({ min: 1, max: LARGEST_CENTS })

/** Rounds half away from zero, by another calculation than the code under test. */
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

  test('is made of whole cents that add up, none of them below zero or above the price', () => {
    fc.assert(
      fc.property(cents, fc.option(coupon), (price, discount) => {
        const { originalCents, discountCents, amountCents } = quotePrice(price, discount)
        expect(originalCents).toBe(price)
        expect(amountCents + discountCents).toBe(price)
        for (const part of [discountCents, amountCents]) {
          expect(Number.isSafeInteger(part)).toBe(true)
          expect(part).toBeGreaterThanOrEqual(0)
        }
      }),
    )
  })

  test('of a percentage takes exactly its share, rounded once', () => {
    fc.assert(
      fc.property(cents, percentage, (price, hundredths) => {
        const { discountCents } = quotePrice(price, {
          discountType: 'percentage',
          discount: hundredths / 100,
        })
        expect(discountCents).toBe(roundedShare(price, hundredths))
      }),
    )
  })

  test('of a fixed amount takes that amount, capped at the price', () => {
    fc.assert(
      fc.property(cents, fixed, (price, amount) => {
        const { discountCents } = quotePrice(price, { discountType: 'fixed', discount: amount / 100 })
        expect(discountCents).toBe(Math.min(amount, price))
      }),
    )
  })

  test('never grows with a larger discount, nor shrinks with a higher price', () => {
    fc.assert(
      fc.property(cents, cents, percentage, percentage, (onePrice, otherPrice, one, other) => {
        const amount = (price: number, hundredths: number) =>
          quotePrice(price, { discountType: 'percentage', discount: hundredths / 100 }).amountCents
        const [less, more] = [Math.min(one, other), Math.max(one, other)]
        expect(amount(onePrice, more)).toBeLessThanOrEqual(amount(onePrice, less))
        const [cheap, dear] = [Math.min(onePrice, otherPrice), Math.max(onePrice, otherPrice)]
        expect(amount(cheap, one)).toBeLessThanOrEqual(amount(dear, one))
      }),
    )
  })
})

describe('a price', () => {
  test('survives the wire in every spelling', () => {
    fc.assert(
      fc.property(cents, (price) => {
        const decimal = toDecimal(price)
        expect(decimal).toMatch(/^\d+\.\d{2}$/)
        const [whole = '', fraction] = decimal.split('.')
        const grouped = `$${whole.replaceAll(/\B(?=(\d{3})+$)/g, ',')}.${fraction}`
        for (const spelling of [decimal, toDollars(price), `$${decimal}`, ` $ ${decimal} `, grouped]) {
          expect(parsePriceCents(spelling), String(spelling)).toBe(price)
        }
      }),
    )
  })

  test('is read from text or number as whole cents within bounds, or not at all', () => {
    const digits = fc.string({ unit: fc.constantFrom(...'0123456789.,$-+eE ') })
    fc.assert(
      fc.property(fc.oneof(digits, fc.string(), fc.double(), fc.integer()), (price) => {
        const read = parsePriceCents(price)
        if (read === undefined) return
        expect(Number.isSafeInteger(read)).toBe(true)
        expect(read).toBeGreaterThanOrEqual(0)
        expect(read).toBeLessThanOrEqual(LARGEST_CENTS)
        // The amount that was read equals the one that was written.
        const plain = Number(String(price).replaceAll(/[$,\s]/g, ''))
        expect(Math.abs(read - plain * 100)).toBeLessThan(0.001 + plain * 1e-9)
      }),
    )
  })
})

test('rupees are the product with the rate, rounded once', () => {
  const rate = fc.integer({ min: 1, max: 999_999_999_999 }).map((micros) => {
    const digits = String(micros).padStart(7, '0')
    return { micros: BigInt(micros), text: `${digits.slice(0, -6)}.${digits.slice(-6)}` }
  })
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 100_000_000 }), rate, (amount, { micros, text }) => {
      const paise = BigInt(convertToPaise(amount, text))
      const twice = 2n * (paise * 1_000_000n - BigInt(amount) * micros)
      expect(twice > -1_000_000n && twice <= 1_000_000n).toBe(true)
    }),
  )
})

describe('shares of an amount', () => {
  /** Up to the rupees of the largest price, in paise. */
  const paise = fc.integer({ min: 0, max: 200_000_000_000 })

  test('that are taken one after the other add up to it, none of them below zero', () => {
    fc.assert(
      fc.property(paise, paise, fc.array(paise, { maxLength: 6 }), (amount, whole, cuts) => {
        const bounds = [0, ...cuts.map((cut) => Math.min(cut, whole)).sort((a, b) => a - b), whole]
        const shares = bounds
          .slice(1)
          .map((to, index) => takeShare(amount, { from: bounds[index] ?? 0, to, whole }))
        for (const share of shares) expect(share).toBeGreaterThanOrEqual(0)
        expect(shares.reduce((sum, share) => sum + share, 0)).toBe(whole === 0 ? 0 : amount)
      }),
    )
  })
})
