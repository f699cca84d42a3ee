import { expect, test } from 'vitest'
import { formatCountdown } from './countdown.ts'

test.each([
  [1800, '30:00'],
  [1799, '29:59'],
  [65, '1:05'],
  [9, '0:09'],
  [0, '0:00'],
])('%i seconds read %s', (seconds, text) => {
  expect(formatCountdown(seconds)).toBe(text)
})
