/** Promised dates on the company's calendar, independent of the reader's time zone (docs/product/back-office.md, Delivery dates). */
import { calendar } from 'virtual:content'
import { addWorkingDays, countCalendarDays, formatBusinessDay } from '#api/rules/business-calendar.ts'

/** @example computePromisedDate(new Date('2026-11-20T09:00:00Z'), 1).calendarDays // 3, because it is a Friday */
export function computePromisedDate(startsAt: Date, businessDays: number) {
  const endsAt = addWorkingDays(startsAt, businessDays, calendar)
  return { calendarDays: countDays(startsAt, endsAt), endsAt }
}

export function countDays(from: Date, to: Date): number {
  return countCalendarDays(from, to, calendar)
}

/** @example formatPromise(new Date('2026-11-23T12:30:00Z')) // 23 Nov 2026 */
export function formatPromise(at: Date): string {
  return formatBusinessDay(at, calendar)
}
