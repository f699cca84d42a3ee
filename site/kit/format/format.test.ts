import { afterEach, expect, test } from 'vitest'
import { formatCount, formatTotal } from './count.ts'
import { describeDue } from './due.ts'
import { computePromisedDate, formatPromise } from './promised-date.ts'

test('one is one, and everything else is many', () => {
  expect(formatCount(1, 'business day')).toBe('1 business day')
  expect(formatCount(0, 'package')).toBe('0 packages')
  expect(formatCount(12, 'review')).toBe('12 reviews')
})

test('a list’s total is exact to 10,000', () => {
  expect([0, 1_299, 10_000, 10_001].map(formatTotal)).toEqual(['0', '1,299', '10,000', '10,000+'])
})

/** Closing time on Wednesday, 25 November: 6 PM in India. */
const PROMISED = new Date('2026-11-25T12:30:00Z')

test.each([
  ['2026-11-25T12:30:00Z', 'Less than a business day late', 'negative'],
  ['2026-11-26T12:00:00Z', '1 business day late', 'negative'],
  ['2026-12-24T00:00:00Z', '21 business days late', 'negative'],
  ['2026-11-25T12:29:00Z', 'Due today', 'caution'],
  // In India it is already the 25th.
  ['2026-11-24T19:00:00Z', 'Due today', 'caution'],
  ['2026-11-24T12:00:00Z', 'Due tomorrow', 'caution'],
  ['2026-11-23T12:00:00Z', 'Due in 2 business days', 'caution'],
  // A Saturday.
  ['2026-11-21T12:00:00Z', 'Due in 3 business days', 'caution'],
  ['2026-11-19T12:00:00Z', 'Due in 4 business days', 'neutral'],
])('at %s it is: %s', (now, label, tone) => {
  expect(describeDue(PROMISED, new Date(now))).toEqual({ label, tone })
})

const zone = process.env.TZ
afterEach(() => {
  if (zone === undefined) delete process.env.TZ
  else process.env.TZ = zone
})

const deliver = (startsAt: string, businessDays: number) => {
  const { calendarDays, endsAt } = computePromisedDate(new Date(startsAt), businessDays)
  return [calendarDays, formatPromise(endsAt)]
}

test('business days skip the weekend, calendar days count it', () => {
  expect(deliver('2026-11-20T09:00:00Z', 1)).toEqual([3, '23 Nov 2026'])
  expect(deliver('2026-11-16T09:00:00Z', 4)).toEqual([4, '20 Nov 2026'])
  expect(deliver('2026-11-21T09:00:00Z', 1)).toEqual([2, '23 Nov 2026'])
})

test.each(['Europe/London', 'Pacific/Kiritimati', 'America/Los_Angeles'])(
  'read in %s the date is that of the company: over holidays, weekends and after closing time',
  (timeZone) => {
    process.env.TZ = timeZone
    // Late on a Sunday in London it is Monday in India.
    expect(deliver('2026-11-22T20:00:00Z', 1)).toEqual([1, '24 Nov 2026'])
    // Christmas Day is a Friday.
    expect(deliver('2026-12-24T14:00:00Z', 1)).toEqual([4, '28 Dec 2026'])
    expect(deliver('2026-11-20T17:30:00Z', 7)).toEqual([11, '1 Dec 2026'])
  },
)
