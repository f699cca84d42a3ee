import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { assertSellable, decimalsOf, isCurrency } from './currencies.ts'
import { formatMoney } from './format.ts'
import {
  add,
  allocate,
  compare,
  convert,
  least,
  type Money,
  money,
  parseAmount,
  subtract,
  sumOf,
  takeShare,
  toDecimal,
  toNumber,
} from './money.ts'

const LARGEST_MINOR = 2_147_483_647
const minor = fc.oneof(fc.integer({ min: 0, max: LARGEST_MINOR }), fc.integer({ min: 0, max: 1_000 }))
/** Of two decimals, of none, and those that Intl has wrong. */
const currency = fc.constantFrom('USD', 'INR', 'EUR', 'JPY', 'KRW', 'HUF', 'IDR', 'PKR', 'COP')
const amount = fc.record({ minor, currency }).map((one) => money(one.minor, one.currency))
const total = (parts: Money[]) => parts.reduce((sum, part) => sum + part.minor, 0)

test('decimals are those of ISO 4217, and the shop sells in currencies of two or none', () => {
  const decimals = (codes: string) => codes.split(' ').map(decimalsOf)
  expect(decimals('USD HUF IDR PKR COP')).toEqual([2, 2, 2, 2, 2])
  expect(decimals('JPY KRW CLP ISK')).toEqual([0, 0, 0, 0])
  expect(['USD', 'JPY', 'KWD', 'usd', 'US', 'ABC', 'F C', ''].map(isCurrency)).toEqual([
    ...[true, true, true],
    ...[false, false, false, false, false],
  ])
  for (const code of ['EUR', 'JPY']) expect(() => assertSellable(code)).not.toThrow()
  expect(() => assertSellable('KWD')).toThrow('KWD has three decimals')
  expect(() => assertSellable('ABC')).toThrow('ABC is not a currency')
})

test('two currencies are never calculated with together: it does not compile, and throws', () => {
  const dollars = money(100, 'USD')
  const rupees = money(100, 'INR')
  const refused = 'USD and INR cannot be calculated with together'
  // @ts-expect-error: other currencies do not fit
  expect(() => add(dollars, rupees)).toThrow(refused)
  // @ts-expect-error
  expect(() => subtract(dollars, rupees)).toThrow(refused)
  // @ts-expect-error
  expect(() => compare(dollars, rupees)).toThrow(refused)
  // @ts-expect-error
  expect(() => least(dollars, rupees)).toThrow(refused)
  // @ts-expect-error
  expect(() => sumOf('USD', [rupees])).toThrow(refused)
  // @ts-expect-error: an amount whose currency is known only when the code runs does not become dollars
  expect(() => add(dollars, money(100, 'INR' as string))).toThrow(refused)
})

test('money is whole minor units of a currency', () => {
  expect(() => money(1.5, 'USD')).toThrow('1.5 is not a whole number')
  expect(() => money(1, 'ABC')).toThrow('ABC is not a currency')
})

describe('an amount', () => {
  test('survives the wire in every spelling', () => {
    fc.assert(
      fc.property(amount, (one) => {
        const decimal = toDecimal(one)
        expect(decimal).toMatch(decimalsOf(one.currency) === 0 ? /^\d+$/ : /^\d+\.\d{2}$/)
        const [whole = '', fraction] = decimal.split('.')
        const grouped = whole.replaceAll(/\B(?=(\d{3})+$)/g, ',') + (fraction ? `.${fraction}` : '')
        for (const spelling of [decimal, toNumber(one), ` ${decimal} `, grouped])
          expect(parseAmount(spelling, one.currency), String(spelling)).toEqual(one)
      }),
    )
  })

  test('keeps its figures when it is written for people', () => {
    fc.assert(
      fc.property(amount, (one) => {
        const figures = formatMoney(one).replaceAll(/[^\d.]/g, '')
        expect(parseAmount(figures, one.currency)).toEqual(one)
      }),
    )
  })

  test('is read as whole minor units within bounds, or not at all', () => {
    const digits = fc.string({ unit: fc.constantFrom(...'0123456789.,$-+eE ') })
    const text = fc.oneof(digits, fc.string(), fc.double(), fc.integer())
    fc.assert(
      fc.property(text, currency, (written, code) => {
        const read = parseAmount(written, code)
        if (read === undefined) return
        expect(read.minor).toBeGreaterThanOrEqual(0)
        expect(read.minor).toBeLessThanOrEqual(LARGEST_MINOR)
        const plain = Number(String(written).replaceAll(/[$,\s]/g, ''))
        const wanted = plain * 10 ** decimalsOf(code)
        expect(Math.abs(read.minor - wanted)).toBeLessThan(0.001 + wanted * 1e-9)
      }),
    )
  })
})

describe('parts of an amount', () => {
  const weights = fc
    .array(fc.integer({ min: 0, max: 1_000_000 }), { minLength: 1, maxLength: 8 })
    .filter((list) => list.some((weight) => weight > 0))

  test('that are allocated add up to it, each less than one unit from its share', () => {
    fc.assert(
      fc.property(amount, weights, (one, list) => {
        const parts = allocate(one, list)
        const whole = list.reduce((sum, weight) => sum + weight, 0)
        expect(total(parts)).toBe(one.minor)
        for (const [index, part] of parts.entries()) {
          const share = (one.minor * (list[index] ?? 0)) / whole
          expect(Math.abs(part.minor - share)).toBeLessThan(1 + share * 1e-9)
          expect(part.currency).toBe(one.currency)
        }
      }),
    )
  })

  test('that are taken one after the other add up to it, none of them below zero', () => {
    const cut = fc.integer({ min: 0, max: 200_000_000_000 })
    fc.assert(
      fc.property(amount, cut, fc.array(cut, { maxLength: 6 }), (one, whole, cuts) => {
        const bounds = [0, ...cuts.map((at) => Math.min(at, whole)).sort((a, b) => a - b), whole]
        const shares = bounds
          .slice(1)
          .map((to, index) => takeShare(one, { from: bounds[index] ?? 0, to, whole }))
        for (const share of shares) expect(share.minor).toBeGreaterThanOrEqual(0)
        expect(total(shares)).toBe(whole === 0 ? 0 : one.minor)
      }),
    )
  })
})

test('what is converted is the product with the rate, rounded once', () => {
  const rate = fc.integer({ min: 1, max: 999_999_999 }).map((micros) => {
    const digits = String(micros).padStart(7, '0')
    return { micros: BigInt(micros), text: `${digits.slice(0, -6)}.${digits.slice(-6)}` }
  })
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 100_000_000 }), rate, (units, { micros, text }) => {
      const paise = BigInt(convert(money(units, 'USD'), text, 'INR').minor)
      const twice = 2n * (paise * 1_000_000n - BigInt(units) * micros)
      expect(twice > -1_000_000n && twice <= 1_000_000n).toBe(true)
    }),
  )
  expect(convert(money(295, 'JPY'), '0.564', 'INR')).toEqual(money(16_638, 'INR'))
})
