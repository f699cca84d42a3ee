import { afterEach, expect, test } from 'vitest'
import { computeDelivery, formatPromise } from './delivery.ts'

const zone = process.env.TZ
afterEach(() => {
  if (zone === undefined) delete process.env.TZ
  else process.env.TZ = zone
})

const deliver = (startsAt: string, businessDays: number) => {
  const { calendarDays, endsAt } = computeDelivery(new Date(startsAt), businessDays)
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
