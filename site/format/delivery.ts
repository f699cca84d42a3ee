/** Delivery times: promised in business days, shown with the calendar days and the date they come to. */

const DAY_MS = 86_400_000

export interface Delivery {
  calendarDays: number
  /** ISO 8601 in UTC. */
  endsAt: string
}

/** Business days skip Saturday and Sunday. @example computeDelivery('2026-11-20T09:00:00Z', 1).calendarDays // 3, a Friday */
export function computeDelivery(startsAt: string, businessDays: number): Delivery {
  const start = new Date(startsAt)
  let calendarDays = 0
  for (let left = businessDays; left > 0; ) {
    calendarDays += 1
    const weekday = new Date(start.getTime() + calendarDays * DAY_MS).getUTCDay()
    if (weekday !== 0 && weekday !== 6) left -= 1
  }
  return { calendarDays, endsAt: new Date(start.getTime() + calendarDays * DAY_MS).toISOString() }
}
