/** The promised date of an order, and how waiting moves it (docs/product/order.md, Promised date). */
import {
  addWorkingDays,
  type BusinessCalendar,
  dayOf,
  isWorkingDay,
  nextDay,
} from '#api/rules/business-calendar.ts'

export const WAIT_KINDS = ['answers', 'delivery', 'refund_request', 'question'] as const
/** What pauses an order's promised date: missing answers, a delivery to check, a refund to decide, or a question to reply to. */
export type WaitKind = (typeof WAIT_KINDS)[number]

/** The current pause and its start, the business days of earlier pauses, and the promised dates that they move. */
export interface Waiting {
  waitingFor: WaitKind | null
  waitingSince: Date | null
  waitedDays: number
  promisedAt: Date | null
  firstPromisedAt: Date | null
}

interface Expected {
  promisedBy: string | null
  deliveryDays: number
  awaitsAnswers: boolean
}

/** @returns how many business days began after `from` and not after `until` */
export function countLostDays(from: Date, until: Date, calendar: BusinessCalendar): number {
  const last = dayOf(until, calendar)
  let lost = 0
  for (let day = nextDay(dayOf(from, calendar)); day <= last; day = nextDay(day)) {
    if (isWorkingDay(day, calendar)) lost += 1
  }
  return lost
}

/**
 * Starts, continues or ends the pause of an order. There is one pause at a time: if its reason changes, it continues with its old start.
 * When it ends, both dates move by the business days that began during it.
 * @param since the start of a new pause
 * @returns the fields of the order that change
 */
export function changeWait(
  order: Waiting,
  waitsFor: WaitKind | null,
  { since, now }: { since: Date; now: Date },
  calendar: BusinessCalendar,
): Partial<Waiting> {
  const { waitingFor, waitingSince, promisedAt, firstPromisedAt } = order
  if (waitsFor === waitingFor) return {}
  if (!waitingSince) return { waitingFor: waitsFor, waitingSince: since }
  if (waitsFor) return { waitingFor: waitsFor }
  const days = countLostDays(waitingSince, now, calendar)
  const move = (date: Date | null) => (date && days > 0 ? addWorkingDays(date, days, calendar) : date)
  return {
    waitingFor: null,
    waitingSince: null,
    waitedDays: order.waitedDays + days,
    promisedAt: move(promisedAt),
    firstPromisedAt: move(firstPromisedAt),
  }
}

/** @returns when the work will be ready: the promised date or, while required answers are missing, the date if they arrived now */
export function expectDate(
  { promisedBy, deliveryDays, awaitsAnswers }: Expected,
  now: Date,
  calendar: BusinessCalendar,
): Date | undefined {
  if (!promisedBy) return undefined
  return awaitsAnswers ? addWorkingDays(now, deliveryDays, calendar) : new Date(promisedBy)
}

/** The shipping policy lets the customer cancel an order that is late by more than half of its delivery time. */
export const isLateByHalf = (lateDays: number, deliveryDays: number): boolean => lateDays * 2 > deliveryDays
