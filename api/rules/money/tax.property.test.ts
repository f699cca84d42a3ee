import fc from 'fast-check'
import { expect, test } from 'vitest'
import { INDIAN_STATES } from './indian-states.ts'
import { money } from './money.ts'
import { computeTax } from './tax.ts'

const anyGstSeller = fc.record({
  taxNumber: fc.constant('27AAPFU0939F1ZV'),
  registeredAddress: fc.constant({ countryCode: 'IN' }),
  tax: fc.record({
    scheme: fc.constant('gst' as const),
    financialYearStart: fc.constant(4),
    sac: fc.constant('998314'),
    ratePercent: fc.integer({ min: 0, max: 80 }).map((halves) => halves / 2),
    hasLut: fc.boolean(),
  }),
})
const treatment = { sentence: 'As the law says', source: 'The law' }
const anyDomesticSeller = fc.record({
  taxNumber: fc.constant('M90000000X'),
  registeredAddress: fc.constant({ countryCode: 'IN' }),
  tax: fc.record({
    scheme: fc.constant('domestic' as const),
    financialYearStart: fc.constant(1),
    name: fc.constant('SST'),
    ratePercent: fc.integer({ min: 1, max: 4_000 }).map((basisPoints) => basisPoints / 100),
    home: fc.constant(treatment),
    abroad: fc.constant(treatment),
  }),
})
const anySeller = fc.oneof(anyGstSeller, anyDomesticSeller)
const anyBuyer = fc.record({
  country: fc.option(fc.constantFrom('IN', 'GB', 'OTHER'), { nil: undefined }),
  state: fc.constantFrom('', ...INDIAN_STATES.map(({ name }) => name)),
})
/** Amounts up to the largest order, in paise. */
const anyPaid = fc.integer({ min: 0, max: 200_000_000_000 })

/** @throws Error if the amount does not have two decimals */
function toPaise(amount: string): number {
  expect(amount).toMatch(/^\d+\.\d\d$/)
  return Number(amount.replace('.', ''))
}

test('taxable value and taxes are what was paid, to the last paisa, and halves are equal', () => {
  fc.assert(
    fc.property(anyPaid, anySeller, anyBuyer, (paid, seller, buyer) => {
      const { taxableAmount = '', lines = [] } = computeTax(money(paid, 'INR'), seller, buyer) ?? {}
      const amounts = lines.map(({ amount }) => toPaise(amount))
      expect(toPaise(taxableAmount) + amounts.reduce((sum, amount) => sum + amount, 0)).toBe(paid)
      expect(new Set(amounts).size).toBe(1)
    }),
  )
})

test('each tax is at most half a paisa away from the rate’s share', () => {
  fc.assert(
    fc.property(anyPaid, anySeller, anyBuyer, (paid, seller, buyer) => {
      const lines = computeTax(money(paid, 'INR'), seller, buyer)?.lines ?? []
      const all = lines.reduce((sum, { rateBasisPoints }) => sum + rateBasisPoints, 0)
      for (const { rateBasisPoints, amount } of lines) {
        expect(Math.abs(toPaise(amount) - (paid * rateBasisPoints) / (10_000 + all))).toBeLessThanOrEqual(
          0.5 + 1e-6,
        )
      }
    }),
  )
})
