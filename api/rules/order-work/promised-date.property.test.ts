import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { BusinessCalendar } from '../../contract/content/content.ts'
import { addWorkingDays, WEEKDAYS } from '../business-calendar.ts'
import { countLostDays, countMoved, promiseDate } from './promised-date.ts'

const calendar = BusinessCalendar.parse({
  timeZone: 'Asia/Kolkata',
  zoneName: 'IST',
  hours: Object.fromEntries(WEEKDAYS.slice(0, 5).map((weekday) => [weekday, '09:00-18:00'])),
  holidays: [{ name: 'Christmas', date: '12-25' }],
})
const pause = (from: string, until: string) => ({ from: new Date(from), until: new Date(until) })

describe('a date', () => {
  // A Friday; two business days end on Tuesday.
  const start = new Date('2026-11-20T09:00:00Z')
  const dateWith = (...pauses: ReturnType<typeof pause>[]) =>
    promiseDate(start, 2, pauses, calendar).toISOString().slice(0, 10)

  test('moves by the business days that began while it stood still, weekends and holidays not counted', () => {
    expect(dateWith()).toBe('2026-11-24')
    // Within one day nothing is lost.
    expect(dateWith(pause('2026-11-23T04:00:00Z', '2026-11-23T12:00:00Z'))).toBe('2026-11-24')
    // From Tuesday to Thursday.
    expect(dateWith(pause('2026-11-24T10:00:00Z', '2026-11-26T10:00:00Z'))).toBe('2026-11-26')
    expect(dateWith(pause('2026-11-21T10:00:00Z', '2026-11-22T10:00:00Z'))).toBe('2026-11-24')
    expect(dateWith(pause('2026-12-24T10:00:00Z', '2026-12-27T10:00:00Z'))).toBe('2026-11-24')
  })

  test('counts what overlaps once', () => {
    const [one, other] = [
      pause('2026-11-23T10:00:00Z', '2026-11-25T10:00:00Z'),
      pause('2026-11-24T10:00:00Z', '2026-11-26T10:00:00Z'),
    ]
    expect(countLostDays([one, other], calendar)).toBe(3)
    expect(countMoved([one], other, calendar)).toBe(1)
    expect(countMoved([one, other], one, calendar)).toBe(0)
  })
})

describe('of any order', () => {
  const moments = fc.date({
    min: new Date('2026-01-01T00:00:00Z'),
    max: new Date('2026-12-31T00:00:00Z'),
    noInvalidDate: true,
  })
  const pauses = fc.array(
    fc
      .tuple(moments, fc.integer({ min: 0, max: 20 * 24 * 3600 }))
      .map(([from, seconds]) => ({ from, until: new Date(from.getTime() + seconds * 1000) })),
    { maxLength: 6 },
  )
  const days = fc.integer({ min: 1, max: 30 })

  test('a wait from the start for its answers gives the date of an order that starts with them', () => {
    fc.assert(
      fc.property(
        moments,
        fc.integer({ min: 0, max: 40 * 24 * 3600 }),
        days,
        (from, seconds, deliveryDays) => {
          const until = new Date(from.getTime() + seconds * 1000)
          expect(promiseDate(from, deliveryDays, [{ from, until }], calendar)).toEqual(
            addWorkingDays(until, deliveryDays, calendar),
          )
        },
      ),
      { numRuns: 300 },
    )
  })

  test('moving it pause by pause, in any order, gives the date that is computed of all at once', () => {
    fc.assert(
      fc.property(moments, days, pauses, fc.integer({ min: 0, max: 5 }), (start, deliveryDays, all, turn) => {
        const once = promiseDate(start, deliveryDays, all, calendar)
        const turned = [...all.slice(turn), ...all.slice(0, turn)]
        let moved = promiseDate(start, deliveryDays, [], calendar)
        for (const [index, one] of turned.entries()) {
          const by = countMoved(turned.slice(0, index), one, calendar)
          if (by > 0) moved = addWorkingDays(moved, by, calendar)
        }
        expect(moved).toEqual(once)
        expect(promiseDate(start, deliveryDays, [...all, ...all], calendar)).toEqual(once)
      }),
      { numRuns: 300 },
    )
  })

  test('cutting a pause in two changes nothing', () => {
    fc.assert(
      fc.property(moments, moments, moments, (a, b, c) => {
        const [from, cut, until] = [a, b, c].toSorted((x, y) => x.getTime() - y.getTime()) as [
          Date,
          Date,
          Date,
        ]
        const parts = [
          { from, until: cut },
          { from: cut, until },
        ]
        expect(countLostDays(parts, calendar)).toBe(countLostDays([{ from, until }], calendar))
      }),
      { numRuns: 300 },
    )
  })
})
