import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { BusinessCalendar } from '#api/contract/content/content.ts'
import { addWorkingDays, WEEKDAYS } from '#api/rules/business-calendar.ts'
import { changeWait, countLostDays, WAIT_KINDS, type Waiting } from './promised-date.ts'

const calendar = BusinessCalendar.parse({
  timeZone: 'Asia/Kolkata',
  zoneName: 'IST',
  hours: Object.fromEntries(WEEKDAYS.slice(0, 5).map((weekday) => [weekday, '09:00-18:00'])),
  holidays: [{ name: 'Christmas', date: '12-25' }],
})
const lost = (from: string, until: string) => countLostDays(new Date(from), new Date(until), calendar)

test('the business days that began meanwhile are lost, weekends and holidays not counted', () => {
  // Within one day nothing is lost.
  expect(lost('2026-11-23T04:00:00Z', '2026-11-23T12:00:00Z')).toBe(0)
  // From Tuesday to Thursday.
  expect(lost('2026-11-24T10:00:00Z', '2026-11-26T10:00:00Z')).toBe(2)
  expect(lost('2026-11-21T10:00:00Z', '2026-11-22T10:00:00Z')).toBe(0)
  expect(lost('2026-12-24T10:00:00Z', '2026-12-27T10:00:00Z')).toBe(0)
})

describe('an order', () => {
  const RUNS: Waiting = {
    waitingFor: null,
    waitingSince: null,
    waitedDays: 0,
    promisedAt: new Date('2026-11-24T12:30:00Z'),
    firstPromisedAt: null,
  }
  const [tuesday, thursday] = [new Date('2026-11-24T10:00:00Z'), new Date('2026-11-26T10:00:00Z')]
  const change = (order: Waiting, waitsFor: Waiting['waitingFor'], now: Date, since = now): Waiting => ({
    ...order,
    ...changeWait(order, waitsFor, { since, now }, calendar),
  })

  test('waits from the moment that is given, and its date moves once it waits for nothing', () => {
    const waits = change(RUNS, 'question', thursday, tuesday)
    expect(waits).toEqual({ ...RUNS, waitingFor: 'question', waitingSince: tuesday })
    expect(change(waits, null, thursday)).toEqual({
      ...RUNS,
      waitedDays: 2,
      promisedAt: new Date('2026-11-26T12:30:00Z'),
    })
  })

  test('goes on with its wait where it waits for something else meanwhile', () => {
    const waits = change(change(RUNS, 'answers', tuesday), 'refund_request', thursday)
    expect(waits).toEqual({ ...RUNS, waitingFor: 'refund_request', waitingSince: tuesday })
  })

  const moments = fc.date({
    min: new Date('2026-01-01T00:00:00Z'),
    max: new Date('2026-12-31T00:00:00Z'),
    noInvalidDate: true,
  })
  const kinds = fc.option(fc.constantFrom(...WAIT_KINDS), { nil: null })
  const changes = fc.array(fc.tuple(moments, kinds), { maxLength: 12 })
  const days = fc.integer({ min: 1, max: 30 })
  const inOrder = (all: [Date, Waiting['waitingFor']][]) =>
    all.toSorted(([one], [other]) => one.getTime() - other.getTime())

  test('is promised by its first date, the days by which the team moved it, and each business day that began while it waited', () => {
    fc.assert(
      fc.property(moments, days, changes, fc.nat(10), (paidAt, deliveryDays, list, moved) => {
        const first = addWorkingDays(paidAt, deliveryDays, calendar)
        const all = inOrder(list)
        const last = all.at(-1)?.[0] ?? paidAt
        let order: Waiting = {
          ...RUNS,
          promisedAt: moved > 0 ? addWorkingDays(first, moved, calendar) : first,
          firstPromisedAt: moved > 0 ? first : null,
        }
        // Counts day by day, unlike the tested code.
        let waitedDays = 0
        for (const [index, [at, waitsFor]] of all.entries()) {
          order = change(order, waitsFor, at)
          const until = all[index + 1]?.[0] ?? last
          if (waitsFor) waitedDays += countLostDays(at, until, calendar)
        }
        order = change(order, null, last)
        const later = (date: Date, by: number) => (by > 0 ? addWorkingDays(date, by, calendar) : date)
        expect(order.waitedDays).toBe(waitedDays)
        expect(order.promisedAt).toEqual(later(first, moved + waitedDays))
        expect(order.firstPromisedAt).toEqual(moved > 0 ? later(first, waitedDays) : null)
      }),
      { numRuns: 300 },
    )
  })

  test('that waits from the start for its answers has the date of one that starts with them', () => {
    fc.assert(
      fc.property(moments, fc.nat(40 * 24 * 3600), days, (paidAt, seconds, deliveryDays) => {
        const answeredAt = new Date(paidAt.getTime() + seconds * 1000)
        const promisedAt = addWorkingDays(paidAt, deliveryDays, calendar)
        const waits = change({ ...RUNS, promisedAt }, 'answers', paidAt)
        expect(change(waits, null, answeredAt).promisedAt).toEqual(
          addWorkingDays(answeredAt, deliveryDays, calendar),
        )
      }),
      { numRuns: 300 },
    )
  })
})
