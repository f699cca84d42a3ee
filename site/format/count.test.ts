import { expect, test } from 'vitest'
import { formatCount, formatTotal } from './count.ts'

test('one is one, and everything else is many', () => {
  expect(formatCount(1, 'business day')).toBe('1 business day')
  expect(formatCount(0, 'package')).toBe('0 packages')
  expect(formatCount(12, 'review')).toBe('12 reviews')
})

test('a list’s total is exact to 10,000', () => {
  expect([0, 1_299, 10_000, 10_001].map(formatTotal)).toEqual(['0', '1,299', '10,000', '10,000+'])
})
