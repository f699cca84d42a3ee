import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { assertSellable, decimalsOf, isCurrency } from './currencies.ts'
import { formatAmount, formatMoney } from './format.ts'
import {
  add,
  allocate,
  compare,
  convert,
  type Money,
  money,
  parseAmount,
  smaller,
  subtract,
  sumOf,
  takeShare,
  toDecimal,
  toNumber,
} from './money.ts'

describe('parseAmount', () => {
  test.each([
    ['$1,299.50', 129_950],
    ['99', 9_900],
    ['$99', 9_900],
    [' $ 0.5 ', 50],
    [1299.5, 129_950],
    [0, 0],
    ['21474836.47', 2_147_483_647],
  ])('reads %s as %i cents', (text, minor) => {
    expect(parseAmount(text, 'USD')).toEqual(money(minor, 'USD'))
  })

  test.each(['', 'abc', '-1', '1.999', '1,29.50', '$', '1e3', 'NaN', '21474836.48', -5, Number.NaN, 1.005])(
    'refuses %s',
    (text) => {
      expect(parseAmount(text, 'USD')).toBeUndefined()
    },
  )

  test('takes no more decimals than the currency has', () => {
    expect(parseAmount('1,295', 'JPY')).toEqual(money(1_295, 'JPY'))
    expect(parseAmount('295.00', 'JPY')).toBeUndefined()
    expect(parseAmount('$5', 'EUR')).toBeUndefined()
  })
})

test('minor units become decimal text and numbers without drift', () => {
  expect(toDecimal(money(9_900, 'USD'))).toBe('99.00')
  expect(toDecimal(money(5, 'USD'))).toBe('0.05')
  expect(toDecimal(money(-1_250, 'USD'))).toBe('-12.50')
  expect(toDecimal(money(295, 'JPY'))).toBe('295')
  expect(toDecimal(money(1_234_567, 'KWD'))).toBe('1234.567')
  expect(toNumber(money(129_950, 'USD'))).toBe(1299.5)
})

test('rupees are exact at six decimals of the rate', () => {
  const rupees = (cents: number, rate: string) => convert(money(cents, 'USD'), rate, 'INR').minor
  expect(rupees(129_900, '84.25')).toBe(10_944_075)
  expect(rupees(1, '84.255000')).toBe(84)
  expect(rupees(2_147_483_647, '84.254321')).toBe(180_934_776_537)
})

test('what rounding down leaves goes to the largest remainders', () => {
  const parts = (minor: number, weights: number[]) =>
    allocate(money(minor, 'JPY'), weights).map((part) => part.minor)
  expect(parts(100, [1, 1, 1])).toEqual([34, 33, 33])
  expect(parts(10, [1, 2, 4])).toEqual([1, 3, 6])
  expect(parts(7, [0, 1])).toEqual([0, 7])
})

describe('amounts for people', () => {
  const usd = new Intl.NumberFormat('en-US', { style: 'currency', currency: 'USD' })

  test('dollars are written as the language has them: grouped, to the cent, with a minus sign in front', () => {
    expect(formatAmount('1299.00', 'USD')).toBe('$1,299.00')
    expect(formatAmount('999.5', 'USD')).toBe('$999.50')
    expect(formatAmount(-1234567.891, 'USD')).toBe('−$1,234,567.89')
    expect(formatAmount('-185.00', 'EUR')).toBe('−€185.00')
    const amounts = fc.oneof(
      fc.integer({ min: -1e12, max: 1e12 }).map((cents) => cents / 100),
      fc.double({ min: -1e12, max: 1e12, noNaN: true }).filter((amount) => !Object.is(amount, -0)),
    )
    fc.assert(
      fc.property(amounts, (amount) => formatAmount(amount, 'USD') === usd.format(amount).replace('-', '−')),
    )
  })

  test('rupees are grouped the Indian way, and others have the decimals of ISO 4217', () => {
    expect(formatAmount('108465.50', 'INR')).toBe('₹1,08,465.50')
    expect(formatMoney(money(29_500, 'JPY'))).toBe('¥29,500')
    expect(formatMoney(money(129_900, 'EUR'))).toBe('€1,299.00')
    expect(formatMoney(money(129_900, 'HUF'))).toMatch(/1,299\.00$/)
  })
})

const LARGEST_MINOR = 2_147_483_647

const minor = fc.oneof(fc.integer({ min: 0, max: LARGEST_MINOR }), fc.integer({ min: 0, max: 1_000 }))

/** Currencies with two decimals, with none, and those that Intl gets wrong. */
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
  expect(() => smaller(dollars, rupees)).toThrow(refused)
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
