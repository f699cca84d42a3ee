import { expect, test } from 'vitest'
import { adviseRefund } from './order-refund-dialog.tsx'

const NOW_MS = Date.parse('2026-11-20T12:00:00Z')
const hoursAgo = (hours: number) => new Date(NOW_MS - hours * 3_600_000).toISOString()

test.each([
  [1, false, true],
  [47.99, false, true],
  [48, false, false],
  [1, true, false],
  [500, true, false],
])('paid %d hours ago, work started %s: full refund %s', (hours, hasWorkStarted, isFull) => {
  expect(adviseRefund({ paidAt: hoursAgo(hours), hasWorkStarted, delivered: null }, NOW_MS).isFull).toBe(
    isFull,
  )
})

test.each([
  [1, true, /^Work has started:/],
  [72, false, /^Paid more than 48 hours ago:/],
  [72, true, /^Paid more than 48 hours ago, and work has started:/],
])('paid %d hours ago, work started %s: it says why', (hours, hasWorkStarted, text) => {
  expect(adviseRefund({ paidAt: hoursAgo(hours), hasWorkStarted, delivered: null }, NOW_MS).text).toMatch(
    text,
  )
})

test.each([
  [null, 'not accepted yet'],
  ['customer', 'accepted by the customer'],
  ['time', 'accepted automatically'],
] as const)('it says when the work was delivered, and that it was accepted: %s', (acceptedKind, words) => {
  const delivered = { number: 1, at: '2026-11-18T12:00:00Z', acceptedAt: null, acceptedKind }
  const { text } = adviseRefund({ paidAt: hoursAgo(72), hasWorkStarted: true, delivered }, NOW_MS)
  expect(text).toContain(`delivered on 18 Nov 2026 and ${words}: a review`)
})
