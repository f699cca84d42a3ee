import fc from 'fast-check'
import { expect, test } from 'vitest'
import { formatInr, formatUsd } from './money.ts'

const usd = new Intl.NumberFormat('en-US', { style: 'currency', currency: 'USD' })

test('dollars are written as the language has them: grouped, to the cent, with the sign in front', () => {
  expect(formatUsd('1299.00')).toBe('$1,299.00')
  expect(formatUsd('999.5')).toBe('$999.50')
  expect(formatUsd(-1234567.891)).toBe('-$1,234,567.89')
  const amounts = fc.oneof(
    fc.integer({ min: -1e12, max: 1e12 }).map((cents) => cents / 100),
    fc.double({ min: -1e12, max: 1e12, noNaN: true }).filter((amount) => !Object.is(amount, -0)),
  )
  fc.assert(fc.property(amounts, (amount) => formatUsd(amount) === usd.format(amount)))
})

test('rupees are grouped the Indian way', () => {
  expect(formatInr('108465.50')).toBe('₹1,08,465.50')
})
