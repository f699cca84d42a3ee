import fc from 'fast-check'
import { expect, test } from 'vitest'
import { money, sumOf } from './money.ts'
import { DUE_MOMENTS, findPlanFault, type PlannedInstalment, splitByPlan } from './payment-plan.ts'
import { smallestCharge } from './pricing.ts'

const halves: PlannedInstalment[] = [
  { label: 'To begin', share: 50, due: 'purchase' },
  { label: 'At completion', share: 50, due: 'accepted' },
]
const currency = fc.constantFrom('USD', 'INR', 'JPY', 'KRW')
const amount = fc
  .record({
    minor: fc.oneof(fc.integer({ min: 0, max: 2_147_483_647 }), fc.integer({ min: 0, max: 2_000 })),
    currency,
  })
  .map((one) => money(one.minor, one.currency as string))
const plan = fc
  .record({
    first: fc.integer({ min: 1, max: 98 }),
    second: fc.integer({ min: 1, max: 98 }),
    isThree: fc.boolean(),
  })
  .filter(({ first, second, isThree }) => !isThree || first + second < 100)
  .map(({ first, second, isThree }): PlannedInstalment[] => {
    const shares = isThree ? [first, second, 100 - first - second] : [first, 100 - first]
    return shares.map((share, index) => ({
      label: `Instalment ${index + 1}`,
      share,
      due: DUE_MOMENTS[index] ?? 'accepted',
    }))
  })

test('the instalments add up to the amount, each within a minor unit of its share and large enough for a card', () => {
  fc.assert(
    fc.property(amount, plan, (whole, planned) => {
      expect(findPlanFault(planned)).toBeUndefined()
      const least = smallestCharge(whole.currency)
      const instalments = splitByPlan(planned, whole, least)
      // Rounding changes an instalment by less than one minor unit.
      const isSmall = planned.some(({ share }) => (whole.minor * share) / 100 < least.minor - 1)
      const isLarge = planned.every(({ share }) => (whole.minor * share) / 100 > least.minor + 1)
      if (isSmall) expect(instalments).toBeUndefined()
      if (isLarge) expect(instalments).toHaveLength(planned.length)
      if (!instalments) return
      expect(
        sumOf(
          whole.currency,
          instalments.map((instalment) => instalment.amount),
        ),
      ).toEqual(whole)
      for (const instalment of instalments) {
        expect(instalment.amount.minor).toBeGreaterThanOrEqual(least.minor)
        expect(Math.abs(instalment.amount.minor - (whole.minor * instalment.share) / 100)).toBeLessThan(
          1 + whole.minor * 1e-12,
        )
      }
    }),
  )
})

test('a minor unit that two instalments could take goes to the later one', () => {
  const minor = (units: number, code: string) =>
    splitByPlan(halves, money(units, code), money(100, code))?.map((instalment) => instalment.amount.minor)
  expect(minor(129_900, 'USD')).toEqual([64_950, 64_950])
  expect(minor(129_901, 'USD')).toEqual([64_950, 64_951])
  expect(minor(1_299, 'JPY')).toEqual([649, 650])
})

test('an amount whose instalment is below the smallest charge is paid at once, a free one too', () => {
  const split = (units: number, least: number) =>
    splitByPlan(halves, money(units, 'USD'), money(least, 'USD'))
  expect(split(200, 100)).toHaveLength(2)
  expect(split(199, 100)).toBeUndefined()
  expect(split(1_000, 501)).toBeUndefined()
  expect(split(0, 100)).toBeUndefined()
  expect(splitByPlan(null, money(129_900, 'USD'), money(100, 'USD'))).toBeUndefined()
})

test.each<[string, Partial<PlannedInstalment>[]]>([
  ['A payment plan must have two or three instalments', [{ share: 100 }]],
  ['The first instalment must be due at the purchase', [{ due: 'delivered' }, {}]],
  ['Each instalment must be due after the one before it', [{ share: 25 }, { share: 25 }, {}]],
  ['Each instalment must be due after the one before it', [{}, { due: 'purchase' }]],
  ['The name of an instalment must be at most 60 characters', [{ label: ' ' }, {}]],
  ['The name of an instalment must be at most 60 characters', [{ label: 'x'.repeat(61) }, {}]],
  ['Each share must be a whole percentage', [{ share: 49.5 }, { share: 50.5 }]],
  ['Each share must be a whole percentage', [{ share: 0 }, { share: 100 }]],
  ['The shares must add up to 100', [{ share: 40 }, {}]],
])('a plan is refused: %s', (fault, instalments) => {
  const planned = instalments.map((instalment, index) => ({
    ...(halves[Math.min(index, 1)] as PlannedInstalment),
    ...instalment,
  }))
  expect(findPlanFault(planned)).toBe(fault)
  expect(splitByPlan(planned, money(129_900, 'USD'), money(100, 'USD'))).toBeUndefined()
})
