/** Finds moments on the company's working days, counted backwards from now. */
import { createHash } from 'node:crypto'

const MINUTE_MS = 60_000
const DAY_MS = 24 * 60 * MINUTE_MS
/** Longer than the plan's working days take, including weekends and holidays. */
const LONGEST_MS = 150 * DAY_MS

export interface Clock {
  now: Date
  /** @param day working days ago, 0 for the last one that is over. @param minutes before the company closed on that day */
  at(day: number, minutes: number): Date
}

/** @param endWorkingDay returns when the company closes on the last of a number of working days */
export function openClock(endWorkingDay: (from: Date, days: number) => Date): Clock {
  const now = new Date()
  const closings: Date[] = []
  for (
    let closing = endWorkingDay(new Date(now.getTime() - LONGEST_MS), 1);
    closing < now;
    closing = endWorkingDay(closing, 1)
  ) {
    closings.unshift(closing)
  }
  return {
    now,
    at(day, minutes) {
      const closing = closings[day]
      if (!closing) throw new Error(`The demo's history has no working day ${day}`)
      return later(closing, -minutes)
    },
  }
}

export const later = (moment: Date, minutes: number): Date => new Date(moment.getTime() + minutes * MINUTE_MS)

/** @returns a pseudo-random whole number, always the same for a label */
export function pick(label: string, from: number, to: number): number {
  const number = createHash('sha256').update(label).digest().readUInt32BE()
  return from + (number % (to - from + 1))
}
