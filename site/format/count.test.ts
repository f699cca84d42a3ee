import { expect, test } from 'vitest'
import { formatCount } from './count.ts'

test('one is one, and everything else is many', () => {
  expect(formatCount(1, 'business day')).toBe('1 business day')
  expect(formatCount(0, 'package')).toBe('0 packages')
  expect(formatCount(12, 'review')).toBe('12 reviews')
})
