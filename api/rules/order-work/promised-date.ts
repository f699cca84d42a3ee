/** When an order is promised, and how what it waits for moves that (docs/product/order.md, Promised date). */
import {
  addWorkingDays,
  type BusinessCalendar,
  dayOf,
  isWorkingDay,
  nextDay,
} from '#api/rules/business-calendar.ts'

export const WAIT_KINDS = ['answers', 'delivery', 'refund_request', 'question'] as const
/** What an order waits for: required answers, a delivery to be checked, a refund to be decided, a reply. */
export type WaitKind = (typeof WAIT_KINDS)[number]

/** What an order waits for and since when, for how many business days it waited before that, and its dates. */
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
 * One span of waiting is open at a time. Where something else is waited for meanwhile, the span goes on from its beginning. Once
 * nothing is waited for, both dates move by the business days that began in it.
 * @param since from when on it counts where the order begins to wait
 * @returns what changes in the order
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

/** @returns when the work will be ready: the promised date or, while required answers are missing, as if they came in now */
export function expectDate(
  { promisedBy, deliveryDays, awaitsAnswers }: Expected,
  now: Date,
  calendar: BusinessCalendar,
): Date | undefined {
  if (!promisedBy) return undefined
  return awaitsAnswers ? addWorkingDays(now, deliveryDays, calendar) : new Date(promisedBy)
}

/** Late by more than half of the delivery time, the customer may cancel, as the shipping policy says. */
export const isLateByHalf = (lateDays: number, deliveryDays: number): boolean => lateDays * 2 > deliveryDays
