import fc from 'fast-check'
import { afterEach, describe, expect, test } from 'vitest'
import { BusinessCalendar } from '#api/contract/content/content.ts'
import {
  addWorkingDays,
  addWorkingHours,
  countWorkingHours,
  formatBusinessDay,
  formatBusinessMoment,
  isBusinessOpen,
  isWorkingDay,
  nextWorkingMoment,
  WEEKDAYS,
} from './business-calendar.ts'

const WEEK = Object.fromEntries(WEEKDAYS.slice(0, 5).map((weekday) => [weekday, '09:00-18:00']))

const make = (calendar: object): BusinessCalendar =>
  BusinessCalendar.parse({
    timeZone: 'Asia/Kolkata',
    zoneName: 'IST',
    hours: WEEK,
    holidays: [],
    ...calendar,
  })
const holidaysOn = (...dates: string[]) => dates.map((date) => ({ name: 'Holiday', date }))
const at = (iso: string) => new Date(iso)
const india = make({})

const machineZone = process.env.TZ
afterEach(() => {
  if (machineZone === undefined) delete process.env.TZ
  else process.env.TZ = machineZone
})

describe('working days', () => {
  test('end when the company closes, weekends and the day of the order not counted', () => {
    // A Friday, 2:30 PM in India.
    expect(addWorkingDays(at('2026-11-20T09:00:00Z'), 1, india)).toEqual(at('2026-11-23T12:30:00Z'))
    expect(addWorkingDays(at('2026-11-16T09:00:00Z'), 7, india)).toEqual(at('2026-11-25T12:30:00Z'))
    expect(addWorkingDays(at('2026-11-21T09:00:00Z'), 1, india)).toEqual(at('2026-11-23T12:30:00Z'))
  })

  test('begin on the company’s day: late on a Sunday in London it is Monday in India', () => {
    expect(addWorkingDays(at('2026-11-22T20:00:00Z'), 1, india)).toEqual(at('2026-11-24T12:30:00Z'))
  })

  test('leave out holidays of one year and of every year, several in a row, too', () => {
    const closed = make({ holidays: holidaysOn('12-24', '12-25', '12-28', '2026-12-29', '2026-12-30') })
    expect(addWorkingDays(at('2026-12-23T09:00:00Z'), 1, closed)).toEqual(at('2026-12-31T12:30:00Z'))
    expect(addWorkingDays(at('2027-12-23T09:00:00Z'), 1, closed)).toEqual(at('2027-12-27T12:30:00Z'))
    expect(isWorkingDay('2028-12-25', closed)).toBe(false)
    expect(isWorkingDay('2027-12-29', closed)).toBe(true)
  })

  test('are whole and at least one, of a calendar that has some', () => {
    for (const days of [0, -1, 1.5, Number.NaN]) {
      expect(() => addWorkingDays(at('2026-11-20T09:00:00Z'), days, india)).toThrow(RangeError)
    }
    const everyDay = Array.from({ length: 366 }, (_, day) =>
      new Date(Date.UTC(2024, 0, 1 + day)).toISOString().slice(5, 10),
    )
    const never = make({ holidays: holidaysOn(...everyDay) })
    expect(() => nextWorkingMoment(at('2026-11-20T09:00:00Z'), never)).toThrow('has no working day')
  })
})

describe('working hours', () => {
  test('go on when the company opens again', () => {
    // A Friday, 5 PM in India.
    const friday = at('2026-11-20T11:30:00Z')
    expect(addWorkingHours(friday, 1, india)).toEqual(at('2026-11-20T12:30:00Z'))
    expect(addWorkingHours(friday, 2, india)).toEqual(at('2026-11-23T04:30:00Z'))
    expect(addWorkingHours(at('2026-11-21T00:00:00Z'), 0, india)).toEqual(at('2026-11-23T03:30:00Z'))
    expect(() => addWorkingHours(friday, -1, india)).toThrow(RangeError)
  })

  test('between two moments are those in which the company is open', () => {
    // A Friday, 5 PM in India; then Saturday, and Monday at 10 AM.
    const friday = at('2026-11-20T11:30:00Z')
    expect(countWorkingHours(friday, at('2026-11-20T12:00:00Z'), india)).toBe(0.5)
    expect(countWorkingHours(friday, at('2026-11-21T09:00:00Z'), india)).toBe(1)
    expect(countWorkingHours(friday, at('2026-11-23T04:30:00Z'), india)).toBe(2)
    expect(countWorkingHours(at('2026-11-21T00:00:00Z'), at('2026-11-22T00:00:00Z'), india)).toBe(0)
    expect(countWorkingHours(friday, at('2026-11-20T10:00:00Z'), india)).toBe(0)
  })

  test('are real hours: one less on the night when clocks are put forward', () => {
    const nights = make({
      timeZone: 'America/New_York',
      hours: { sunday: '00:00-06:00', monday: '09:00-18:00' },
    })
    const midnight = at('2026-03-08T05:00:00Z')
    expect(addWorkingHours(midnight, 5, nights)).toEqual(at('2026-03-08T10:00:00Z'))
    expect(addWorkingHours(midnight, 6, nights)).toEqual(at('2026-03-09T14:00:00Z'))
  })
})

test.each([
  ['before a change', 'Europe/London', '2026-03-27', '2026-03-27T09:00:00.000Z'],
  ['after clocks are put forward', 'Europe/London', '2026-03-30', '2026-03-30T08:00:00.000Z'],
  ['after clocks are put back', 'America/New_York', '2026-11-02', '2026-11-02T14:00:00.000Z'],
  ['far in the west', 'Pacific/Honolulu', '2026-11-20', '2026-11-20T19:00:00.000Z'],
  ['far in the east', 'Pacific/Auckland', '2026-11-20', '2026-11-19T20:00:00.000Z'],
  [
    'at a half hour that is put forward by half',
    'Australia/Lord_Howe',
    '2026-10-05',
    '2026-10-04T22:00:00.000Z',
  ],
])('the company opens at nine by its own clocks %s, in %s', (_, timeZone, day, opens) => {
  const calendar = make({ timeZone })
  const open = nextWorkingMoment(new Date(Date.parse(opens) - 60_000), calendar)
  expect(open.toISOString()).toBe(opens)
  expect(isBusinessOpen(open, calendar)).toBe(true)
  expect(isBusinessOpen(new Date(open.getTime() - 1), calendar)).toBe(false)
  expect(formatBusinessDay(open, calendar)).toContain(String(Number(day.slice(8))))
})

test('an opening time that a change of the clocks skips is later, and one that comes twice is the first', () => {
  const nights = make({ timeZone: 'America/New_York', hours: { sunday: '01:30-06:00' } })
  const early = make({ timeZone: 'America/New_York', hours: { sunday: '02:30-06:00' } })
  expect(nextWorkingMoment(at('2026-03-08T05:00:00Z'), early)).toEqual(at('2026-03-08T07:30:00Z'))
  expect(nextWorkingMoment(at('2026-11-01T04:00:00Z'), nights)).toEqual(at('2026-11-01T05:30:00Z'))
})

test('dates are written as the company’s calendar and clock show them', () => {
  expect(formatBusinessDay(at('2026-11-20T20:00:00Z'), india)).toBe('21 Nov 2026')
  expect(formatBusinessMoment(at('2026-11-20T12:30:00Z'), india)).toBe('20 Nov 2026, 6:00 PM IST')
})

describe('of any calendar, in any zone, at any moment', () => {
  const zones = ['Asia/Kolkata', 'Europe/London', 'America/New_York', 'America/Los_Angeles', 'UTC']
  const farZones = ['Pacific/Auckland', 'Pacific/Kiritimati', 'Pacific/Pago_Pago', 'Australia/Lord_Howe']
  const spans = ['09:00-18:00', '00:00-23:59', '02:30-02:45', '08:15-12:00']
  const calendars = fc
    .record({
      timeZone: fc.constantFrom(...zones, ...farZones),
      hours: fc.dictionary(fc.constantFrom(...WEEKDAYS), fc.constantFrom(...spans), { minKeys: 1 }),
      holidays: fc.array(
        fc
          .date({ min: at('2025-12-01T00:00:00Z'), max: at('2027-06-30T00:00:00Z'), noInvalidDate: true })
          .chain((date) => fc.constantFrom(date.toISOString().slice(0, 10), date.toISOString().slice(5, 10))),
        { maxLength: 40 },
      ),
    })
    .map(({ holidays, ...calendar }) => make({ ...calendar, holidays: holidaysOn(...holidays) }))
  const moments = fc.date({
    min: at('2026-01-01T00:00:00Z'),
    max: at('2027-01-01T00:00:00Z'),
    noInvalidDate: true,
  })
  const shownDay = (moment: Date, { timeZone }: BusinessCalendar) =>
    new Intl.DateTimeFormat('en-CA', { timeZone, dateStyle: 'short' }).format(moment)

  test('a promised day is a working one, later than the order’s, and never a holiday', () => {
    fc.assert(
      fc.property(calendars, moments, fc.integer({ min: 1, max: 30 }), (calendar, start, days) => {
        const day = shownDay(addWorkingDays(start, days, calendar), calendar)
        expect(isWorkingDay(day, calendar)).toBe(true)
        expect(day > shownDay(start, calendar)).toBe(true)
        for (const { date } of calendar.holidays) expect(day.endsWith(date)).toBe(false)
        if (days > 1) {
          const dayBefore = shownDay(addWorkingDays(start, days - 1, calendar), calendar)
          expect(day > dayBefore).toBe(true)
        }
      }),
      { numRuns: 300 },
    )
  })

  test('the next working moment is open, and nothing between is', () => {
    fc.assert(
      fc.property(
        calendars,
        moments,
        fc.double({ min: 0, max: 1, noNaN: true }),
        (calendar, moment, share) => {
          const next = nextWorkingMoment(moment, calendar)
          expect(isBusinessOpen(next, calendar)).toBe(true)
          expect(next >= moment).toBe(true)
          const between = new Date(moment.getTime() + share * (next.getTime() - moment.getTime() - 1))
          if (between >= moment && between < next) expect(isBusinessOpen(between, calendar)).toBe(false)
        },
      ),
      { numRuns: 300 },
    )
  })

  test('working hours add up', () => {
    const hours = fc.integer({ min: 0, max: 40 }).map((quarters) => quarters / 4)
    fc.assert(
      fc.property(calendars, moments, hours, hours, (calendar, start, first, second) => {
        const once = addWorkingHours(start, first + second, calendar)
        const twice = addWorkingHours(addWorkingHours(start, first, calendar), second, calendar)
        // Adding no hours at closing time gives the next morning.
        expect(nextWorkingMoment(twice, calendar)).toEqual(nextWorkingMoment(once, calendar))
      }),
      { numRuns: 60 },
    )
  })

  test('the machine’s own zone changes nothing', () => {
    fc.assert(
      fc.property(calendars, moments, fc.constantFrom(...zones, ...farZones), (calendar, start, zone) => {
        process.env.TZ = 'UTC'
        const expected = addWorkingDays(start, 3, calendar)
        process.env.TZ = zone
        expect(addWorkingDays(start, 3, calendar)).toEqual(expected)
      }),
      { numRuns: 100 },
    )
  })
})
