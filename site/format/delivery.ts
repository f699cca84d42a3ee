/** Delivery times: promised in business days, shown with the calendar days and the date they come to. */

export interface Delivery {
  calendarDays: number
  /** ISO 8601 in UTC. */
  endsAt: string
}

/** Business days skip Saturdays and Sundays in the reader's time zone. @example computeDelivery('2026-11-20T09:00:00Z', 1).calendarDays // 3, a Friday */
export function computeDelivery(startsAt: string, businessDays: number): Delivery {
  const day = new Date(startsAt)
  let calendarDays = 0
  for (let left = businessDays; left > 0; ) {
    calendarDays += 1
    day.setDate(day.getDate() + 1)
    // The weekday that the date is shown with: late on a Friday in London it is Saturday in Singapore.
    if (day.getDay() !== 0 && day.getDay() !== 6) left -= 1
  }
  return { calendarDays, endsAt: day.toISOString() }
}
