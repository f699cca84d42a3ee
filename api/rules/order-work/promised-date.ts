/** When an order is promised: from its start, its delivery days and what stopped it (docs/product/order.md, Promised date). */
import { addWorkingDays, type BusinessCalendar, dayOf, isWorkingDay, nextDay } from '../business-calendar.ts'

export const PAUSE_KINDS = ['answers', 'delivery', 'refund_request', 'question'] as const
/** What a promised date waits for: required answers, a delivery to be checked, a refund to be decided, a reply. */
export type PauseKind = (typeof PAUSE_KINDS)[number]

interface Pause {
  from: Date
  until: Date
}

interface Expected {
  promisedBy: string | null
  deliveryDays: number
  awaitsAnswers: boolean
}

/** How many business days began while something stopped the work. Each counts once, whatever else stopped it too. */
export function countLostDays(pauses: readonly Pause[], calendar: BusinessCalendar): number {
  const lost = new Set<string>()
  for (const { from, until } of pauses) {
    const last = dayOf(until, calendar)
    for (let day = nextDay(dayOf(from, calendar)); day <= last; day = nextDay(day)) {
      if (isWorkingDay(day, calendar)) lost.add(day)
    }
  }
  return lost.size
}

/** @returns when the company closes on the last of the delivery days, counted without those that are lost */
export function promiseDate(
  start: Date,
  deliveryDays: number,
  pauses: readonly Pause[],
  calendar: BusinessCalendar,
): Date {
  return addWorkingDays(start, deliveryDays + countLostDays(pauses, calendar), calendar)
}

/** @returns when the work will be ready: the promised date or, while required answers are missing, as if they came in now */
export function expectDate(
  { promisedBy, deliveryDays, awaitsAnswers }: Expected,
  now: Date,
  calendar: BusinessCalendar,
): Date | undefined {
  if (!promisedBy) return undefined
  return awaitsAnswers ? promiseDate(now, deliveryDays, [], calendar) : new Date(promisedBy)
}

/** Late by more than half of the delivery time, the customer may cancel, as the shipping policy says. */
export const isLateByHalf = (lateDays: number, deliveryDays: number): boolean => lateDays * 2 > deliveryDays

/** By how many business days a pause moves a date that the pauses before it have moved. */
export function countMoved(before: readonly Pause[], pause: Pause, calendar: BusinessCalendar): number {
  return countLostDays([...before, pause], calendar) - countLostDays(before, calendar)
}
