import { afterEach, expect, test } from 'vitest'
import { computeDelivery } from './delivery.ts'

const zone = process.env.TZ
afterEach(() => {
  if (zone === undefined) delete process.env.TZ
  else process.env.TZ = zone
})

test('business days skip the weekend, calendar days count it', () => {
  expect(computeDelivery('2026-11-20T09:00:00Z', 1)).toEqual({
    calendarDays: 3,
    endsAt: '2026-11-23T09:00:00.000Z',
  })
  expect(computeDelivery('2026-11-16T09:00:00Z', 4).calendarDays).toBe(4)
  expect(computeDelivery('2026-11-16T09:00:00Z', 7).calendarDays).toBe(9)
  expect(computeDelivery('2026-11-21T09:00:00Z', 1).endsAt).toBe('2026-11-23T09:00:00.000Z')
})

test.each([
  ['Asia/Kolkata', 5.5],
  ['America/Los_Angeles', -8],
  ['Pacific/Auckland', 13],
  ['UTC', 0],
])('wherever it is read, in %s say, nothing is promised for a weekend', (timeZone, hoursAhead) => {
  process.env.TZ = timeZone
  expect(new Date('2026-11-16').getTimezoneOffset() + 60 * hoursAhead).toBe(0)
  for (let hour = 0; hour < 24 * 7; hour++) {
    const paidAt = new Date(Date.UTC(2026, 10, 16, hour)).toISOString()
    for (const days of [1, 5, 7]) {
      const weekday = new Date(computeDelivery(paidAt, days).endsAt).getDay()
      expect([1, 2, 3, 4, 5], `${days} from ${paidAt}`).toContain(weekday)
    }
  }
})
