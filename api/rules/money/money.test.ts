import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { formatAmount, formatMoney } from './format.ts'
import { allocate, convert, money, parseAmount, toDecimal, toNumber } from './money.ts'

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

  test('dollars are written as the language has them: grouped, to the cent, with the sign in front', () => {
    expect(formatAmount('1299.00', 'USD')).toBe('$1,299.00')
    expect(formatAmount('999.5', 'USD')).toBe('$999.50')
    expect(formatAmount(-1234567.891, 'USD')).toBe('-$1,234,567.89')
    const amounts = fc.oneof(
      fc.integer({ min: -1e12, max: 1e12 }).map((cents) => cents / 100),
      fc.double({ min: -1e12, max: 1e12, noNaN: true }).filter((amount) => !Object.is(amount, -0)),
    )
    fc.assert(fc.property(amounts, (amount) => formatAmount(amount, 'USD') === usd.format(amount)))
  })

  test('rupees are grouped the Indian way, and others have the decimals of ISO 4217', () => {
    expect(formatAmount('108465.50', 'INR')).toBe('₹1,08,465.50')
    expect(formatMoney(money(29_500, 'JPY'))).toBe('¥29,500')
    expect(formatMoney(money(129_900, 'EUR'))).toBe('€1,299.00')
    expect(formatMoney(money(129_900, 'HUF'))).toMatch(/1,299\.00$/)
  })
})
