import { expect, test } from 'vitest'
import { describeDue } from './due.ts'

/** When the company closes on Wednesday, 25 November: 6 PM in India. */
const PROMISED = new Date('2026-11-25T12:30:00Z')

test.each([
  ['2026-11-25T12:30:00Z', 'Overdue since today', 'negative'],
  ['2026-11-26T12:00:00Z', 'Overdue by 1 day', 'negative'],
  ['2026-12-24T00:00:00Z', 'Overdue by 29 days', 'negative'],
  ['2026-11-25T12:29:00Z', 'Due today', 'caution'],
  // In India it is the 25th by then.
  ['2026-11-24T19:00:00Z', 'Due today', 'caution'],
  ['2026-11-24T12:00:00Z', 'Due tomorrow', 'caution'],
  ['2026-11-23T12:00:00Z', 'Due in 2 days', 'caution'],
  ['2026-11-22T12:00:00Z', 'Due in 3 days', 'caution'],
  ['2026-11-21T12:00:00Z', 'Due in 4 days', 'neutral'],
])('at %s it is: %s', (now, label, tone) => {
  expect(describeDue(PROMISED, new Date(now))).toEqual({ label, tone })
})
