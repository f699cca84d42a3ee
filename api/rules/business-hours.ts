/** Describes the business hours in words. */
import type { BusinessCalendar } from './business-calendar.ts'

type Hours = BusinessCalendar['hours']
type Day = keyof Hours

const DAYS: Record<Day, string> = {
  monday: 'Monday',
  tuesday: 'Tuesday',
  wednesday: 'Wednesday',
  thursday: 'Thursday',
  friday: 'Friday',
  saturday: 'Saturday',
  sunday: 'Sunday',
}

/** @example describeHours(calendar) // 'Monday - Friday, 9:00 AM - 6:00 PM IST'; with a short day: 'Mon - Fri, …' */
export function describeHours({ hours, zoneName }: BusinessCalendar, { isShort = false } = {}): string {
  const nameOf = (day: Day) => (isShort ? DAYS[day].slice(0, 3) : DAYS[day])
  const spans: { first: Day; last: Day; times: string }[] = []
  let isNextDay = false
  for (const day of Object.keys(DAYS) as Day[]) {
    const open = hours[day]
    if (!open) {
      isNextDay = false
      continue
    }
    const times = `${formatTime(open.opens)} - ${formatTime(open.closes)}`
    const before = spans.at(-1)
    if (isNextDay && before?.times === times) before.last = day
    else spans.push({ first: day, last: day, times })
    isNextDay = true
  }
  const parts = spans.map(({ first, last, times }) =>
    first === last ? `${nameOf(first)}, ${times}` : `${nameOf(first)} - ${nameOf(last)}, ${times}`,
  )
  return `${parts.join('; ')} ${zoneName}`
}

/** @param time such as 18:00 @returns such as 6:00 PM */
function formatTime(time: string): string {
  const [hour = 0, minute = ''] = [Number(time.slice(0, 2)), time.slice(3)]
  return `${hour % 12 || 12}:${minute} ${hour < 12 ? 'AM' : 'PM'}`
}
