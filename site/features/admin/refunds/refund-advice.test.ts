import { expect, test } from 'vitest'
import { adviseRefund } from './refund-advice.ts'

const NOW_MS = Date.parse('2026-11-20T12:00:00Z')
const hoursAgo = (hours: number) => new Date(NOW_MS - hours * 3_600_000).toISOString()

test.each([
  [1, false, true],
  [47.99, false, true],
  [48, false, false],
  [1, true, false],
  [500, true, false],
])('paid %d hours ago, work started %s: full refund %s', (hours, hasWorkStarted, isFull) => {
  expect(adviseRefund({ paidAt: hoursAgo(hours), hasWorkStarted }, NOW_MS).isFull).toBe(isFull)
})

test.each([
  [1, true, /^Work has started:/],
  [72, false, /^Paid more than 48 hours ago:/],
  [72, true, /^Paid more than 48 hours ago, and work has started:/],
])('paid %d hours ago, work started %s: it says why', (hours, hasWorkStarted, text) => {
  expect(adviseRefund({ paidAt: hoursAgo(hours), hasWorkStarted }, NOW_MS).text).toMatch(text)
})
